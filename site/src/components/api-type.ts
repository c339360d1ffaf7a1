import type { JSONOutput } from "typedoc";
import type { Declaration } from "../../build/typedoc.ts";

type Type = JSONOutput.SomeType;
type Printers = { [Kind in Type["type"]]?: (type: Extract<Type, { type: Kind }>) => string };

/** Prints a type of TypeDoc's JSON as TypeScript. */
export function printType(type: Type | undefined): string {
	if (!type) return "void";
	// TypeScript cannot relate the kind of a type to the printer of that kind.
	const print = PRINTERS[type.type] as ((type: Type) => string) | undefined;
	if (print) return print(type);
	return "name" in type && typeof type.name === "string" ? type.name : "unknown";
}

const list = (types: readonly Type[]): string => types.map((type) => printType(type)).join(", ");
const grouped = (type: Type): string =>
	["union", "intersection", "conditional", "reflection"].includes(type.type) && isWide(type)
		? `(${printType(type)})`
		: printType(type);
const isWide = (type: Type): boolean => type.type !== "reflection" || Boolean(type.declaration.signatures);
const optional = ({ flags }: Pick<Declaration, "flags">): string => (flags?.isOptional ? "?" : "");

const PRINTERS: Printers = {
	intrinsic: ({ name }) => name,
	literal: ({ value }) =>
		value && typeof value === "object" ? `${value.negative ? "-" : ""}${value.value}n` : JSON.stringify(value),
	reference: ({ name, typeArguments }) => (typeArguments?.length ? `${name}<${list(typeArguments)}>` : name),
	union: ({ types }) => types.map(grouped).join(" | "),
	intersection: ({ types }) => types.map(grouped).join(" & "),
	array: ({ elementType }) => `${grouped(elementType)}[]`,
	tuple: ({ elements = [] }) => `[${list(elements)}]`,
	namedTupleMember: ({ name, isOptional, element }) => `${name}${isOptional ? "?" : ""}: ${printType(element)}`,
	rest: ({ elementType }) => `...${printType(elementType)}`,
	optional: ({ elementType }) => `${printType(elementType)}?`,
	typeOperator: ({ operator, target }) => `${operator} ${grouped(target)}`,
	indexedAccess: ({ objectType, indexType }) => `${grouped(objectType)}[${printType(indexType)}]`,
	query: ({ queryType }) => `typeof ${printType(queryType)}`,
	inferred: ({ name }) => `infer ${name}`,
	predicate: ({ name, targetType, asserts }) =>
		`${asserts ? "asserts " : ""}${name}${targetType ? ` is ${printType(targetType)}` : ""}`,
	conditional: ({ checkType, extendsType, trueType, falseType }) =>
		`${printType(checkType)} extends ${printType(extendsType)} ? ${printType(trueType)} : ${printType(falseType)}`,
	mapped: ({ parameter, parameterType, templateType, readonlyModifier, optionalModifier, nameType }) =>
		`{ ${readonlyModifier === "+" ? "readonly " : ""}[${parameter} in ${printType(parameterType)}${nameType ? ` as ${printType(nameType)}` : ""}]${optionalModifier === "+" ? "?" : ""}: ${printType(templateType)} }`,
	templateLiteral: ({ head, tail }) =>
		`\`${head}${tail.map(([type, text]) => `\${${printType(type)}}${text}`).join("")}\``,
	reflection: ({ declaration }) => printObject(declaration),
};

function printObject({ signatures, children = [], indexSignatures = [] }: Declaration): string {
	if (signatures?.length && children.length === 0)
		return signatures.map((one) => printSignature(one, " => ")).join(" & ");
	const members = [
		...indexSignatures.map(
			({ parameters = [], type }) => `[${parameters.map(printParameter).join(", ")}]: ${printType(type)}`,
		),
		...(signatures ?? []).map((one) => printSignature(one, ": ")),
		...children.map(printMember),
	];
	const text = `{ ${members.join("; ")} }`;
	return members.length === 0 ? "{}" : text;
}

/** A property or method of an object, class or interface. */
export function printMember(member: Declaration): string {
	const { name, flags, type, signatures, getSignature } = member;
	if (signatures) return signatures.map((one) => `${name}${optional(member)}${printSignature(one, ": ")}`).join("; ");
	return `${flags?.isReadonly ? "readonly " : ""}${name}${optional(member)}: ${printType(getSignature?.type ?? type)}`;
}

function printParameter(parameter: JSONOutput.ParameterReflection): string {
	const { name, type, flags, defaultValue } = parameter;
	const isOptional = flags?.isOptional || defaultValue !== undefined;
	return `${flags?.isRest ? "..." : ""}${name}${isOptional ? "?" : ""}: ${printType(type)}`;
}

/** Type parameters, parameters and result of a function. */
export function printSignature(
	{ typeParameters = [], parameters = [], type }: JSONOutput.SignatureReflection,
	arrow = ": ",
): string {
	const inside = parameters.map(printParameter);
	const long = inside.join(", ").length > 60;
	const body = long ? `\n${inside.map((text) => `  ${text},\n`).join("")}` : inside.join(", ");
	return `${printTypeParameters(typeParameters)}(${body})${arrow}${printType(type)}`;
}

export function printTypeParameters(parameters: readonly JSONOutput.TypeParameterReflection[] = []): string {
	if (parameters.length === 0) return "";
	const shown = parameters.map(
		({ name, type, default: standard }) =>
			`${name}${type ? ` extends ${printType(type)}` : ""}${standard ? ` = ${printType(standard)}` : ""}`,
	);
	return `<${shown.join(", ")}>`;
}

/** Longest declaration shown in one line. */
const LINE = 100;

/**
 * Prints an exported name as it is declared, without its body.
 * @param options `isShort`: members are left out
 */
export function printDeclaration(child: Declaration, { isShort = false }: { isShort?: boolean } = {}): string {
	const { kind, name, signatures, type, typeParameters, children = [], extendedTypes } = child;
	if (signatures) return signatures.map((one) => `function ${name}${printSignature(one)}`).join("\n");
	if (kind === 32) return `const ${name}: ${breakUnion(printType(type))}`;
	if (kind === 2097152) {
		const body = isShort ? "{ … }" : breakUnion(printType(type));
		return `type ${name}${printTypeParameters(typeParameters)} = ${body}`;
	}
	if (kind === 4) return `namespace ${name}`;
	const base = extendedTypes?.length ? ` extends ${extendedTypes.map((base) => printType(base)).join(", ")}` : "";
	if (kind === 128) return `class ${name}${base}`;
	const head = `interface ${name}${printTypeParameters(typeParameters)}${base}`;
	if (isShort) return `${head} { … }`;
	const lines = children.filter(({ inheritedFrom }) => !inheritedFrom).map((member) => `  ${printMember(member)};`);
	return `${head} {\n${lines.join("\n")}\n}`;
}

function breakUnion(text: string): string {
	if (text.length <= LINE || /[{(<]/.test(text)) return text;
	return text
		.split(" | ")
		.map((part) => `\n  | ${part}`)
		.join("");
}
