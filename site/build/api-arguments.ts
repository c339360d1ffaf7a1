import ts from "typescript";

/** An argument of a function of the API, or a field of one. */
export interface ApiArgument {
	/** `messages`, or `options.retries` for a field of a later argument. */
	name: string;
	/** What its comment says, in Markdown. */
	meaning: string;
	isRequired: boolean;
	/** Undefined where the comment names none. */
	default: string | undefined;
	/** Name of its type, where that is an interface with a page of its own. */
	type: string | undefined;
}

/** Most functions that may share a type of arguments for its fields to be listed with each of them. */
const SHARED = 5;

/**
 * Reads the arguments of each exported function and class from the types and comments of the sources.
 * @returns name → arguments
 */
export function readArguments(program: ts.Program, source: ts.SourceFile): Record<string, ApiArgument[]> {
	const checker = program.getTypeChecker();
	const module = checker.getSymbolAtLocation(source);
	if (!module) return {};
	const functions = checker.getExportsOfModule(module).flatMap((symbol) => {
		const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
		if (!(original.flags & ts.SymbolFlags.Value)) return [];
		const type = checker.getTypeOfSymbolAtLocation(original, source);
		const [signature] = [...type.getCallSignatures(), ...type.getConstructSignatures()];
		return signature ? [{ name: symbol.name, signature }] : [];
	});
	const typeOf = (parameter: ts.Symbol) =>
		checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, source));
	const exported = new Set(checker.getExportsOfModule(module).map(({ name }) => name));
	const owners = (type: ts.Type) =>
		new Set(hasFields(type) ? type.getProperties().flatMap((field) => ownerOf(field) ?? []) : []);
	const uses = new Map<string, number>();
	for (const { signature } of functions)
		for (const owner of new Set(signature.parameters.slice(1).flatMap((parameter) => [...owners(typeOf(parameter))])))
			uses.set(owner, (uses.get(owner) ?? 0) + 1);
	const isShared = (field: ts.Symbol) => (uses.get(ownerOf(field) ?? "") ?? 0) > SHARED;

	const textOf = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker));
	const describe = (symbol: ts.Symbol, name: string, type?: string, parameter?: ts.Symbol): ApiArgument => {
		// The comment of a parameter describes the fields that it declares on the spot.
		const isOnTheSpot = parameter !== undefined && ownerOf(symbol) === undefined;
		const text = textOf(symbol) || (isOnTheSpot ? textOf(parameter) : "");
		const [declaration] = symbol.declarations ?? [];
		const initial = declaration && ts.isParameter(declaration) ? declaration.initializer?.getText() : undefined;
		return { name, type, isRequired: !isOptional(symbol), ...splitDefault(text, initial) };
	};
	const list = ({ signature }: (typeof functions)[number]) =>
		signature.parameters.flatMap((parameter, index): ApiArgument[] => {
			const type = typeOf(parameter);
			const name = nameOf(type);
			if (!hasFields(type) || (name !== undefined && !exported.has(name))) return [describe(parameter, parameter.name)];
			const fields = type.getProperties();
			if (index === 0) return fields.map((field) => describe(field, field.name));
			const shared = fields.filter(isShared);
			const own = fields.filter((field) => !isShared(field));
			return [
				...(shared[0] ? [describe(parameter, parameter.name, ownerOf(shared[0]))] : []),
				...own.map((field) => describe(field, `${parameter.name}.${field.name}`, undefined, parameter)),
			];
		});
	return Object.fromEntries(functions.map((found) => [found.name, list(found)]));
}

/** Name of the interface that declares a field. */
function ownerOf(field: ts.Symbol): string | undefined {
	const parent = field.declarations?.[0]?.parent;
	return parent && ts.isInterfaceDeclaration(parent) ? parent.name.text : undefined;
}

function nameOf(type: ts.Type): string | undefined {
	return (type.aliasSymbol ?? type.symbol)?.name.replace(/^__.*/, "") || undefined;
}

/** Whether a type is an object that callers write: no list, function, class or type of the platform. */
function hasFields(type: ts.Type): boolean {
	if (type.isIntersection()) return type.types.some(hasFields);
	if (!(type.flags & ts.TypeFlags.Object) || type.getCallSignatures().length > 0 || type.isClass()) return false;
	if (type.getProperties().some((property) => property.flags & ts.SymbolFlags.Method)) return false;
	// An object that is computed from others has no symbol of its own.
	const [declaration] = type.symbol?.declarations ?? [];
	const file = declaration?.getSourceFile().fileName ?? "";
	return !file.includes("/node_modules/");
}

function isOptional(symbol: ts.Symbol): boolean {
	const [declaration] = symbol.declarations ?? [];
	const isLeftOut =
		declaration !== undefined &&
		ts.isParameter(declaration) &&
		Boolean(declaration.questionToken ?? declaration.initializer);
	return isLeftOut || (symbol.flags & ts.SymbolFlags.Optional) !== 0;
}

/** Splits what a comment says about the default from its meaning. */
function splitDefault(text: string, initial: string | undefined): Pick<ApiArgument, "meaning" | "default"> {
	// A field of several types has the comments of all of them.
	const [first = ""] = text.trim().split(/\n\s*\n/);
	const sentences = first.replace(/\s+/g, " ").split(/(?<=\.) /);
	const whole = [...new Set(sentences)].join(" ");
	const found = /(?:^|(?<=[.;]) ?| ?\()Default:? (?!and )((?:`[^`]*`|[^.;`)]|\.(?=\S))+)[.;)]? ?/.exec(whole);
	if (!found) return { meaning: whole, default: initial === "{}" ? undefined : initial };
	const [after = "", ...rest] = whole.slice(found.index + found[0].length);
	const before = whole.slice(0, found.index).replace(/;$/, ".");
	return {
		meaning: [before, after.toUpperCase() + rest.join("")].filter(Boolean).join(" "),
		default: found[1]?.trim(),
	};
}
