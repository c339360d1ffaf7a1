import { GLOBALS } from "./builtins/globals.ts";
import { parseSource } from "./engine.ts";
import type { TemplateOptions } from "./options.ts";
import { type Applied, argumentsOf, CONSTANTS, type Expression, nameOf, type Statement } from "./syntax/ast.ts";

/** Filters whose result contains the same items as their operand. */
const KEEPS_ITEMS = new Set([
	"list",
	"reverse",
	"sort",
	"unique",
	"select",
	"reject",
	"selectattr",
	"rejectattr",
	"default",
	"d",
]);
const TAKES_ITEM = new Set(["first", "last", "random", "min", "max"]);

/**
 * Returns the names that a template reads from its context, in order of appearance.
 *
 * @param options as for `Template`; `nested` names members too: `messages[].tool_calls`. Default false.
 * @throws TemplateSyntaxError
 */
export function undeclaredVariables(
	source: string,
	{ nested = false, ...options }: TemplateOptions & { nested?: boolean } = {},
): string[] {
	const search = new Search(new Set([...GLOBALS.keys(), ...Object.keys(options.globals ?? {})]));
	search.statements(parseSource(source, options).body);
	const paths = [...search.paths];
	if (!nested) return [...new Set(paths.map((path) => /^[^.[]*/.exec(path)?.[0] ?? path))];
	return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[`)));
}

/** Where a value of the context comes from; undefined for values made by the template. */
type Path = string | undefined;

class Search {
	readonly paths = new Set<string>();
	readonly #globals: ReadonlySet<string>;
	#names = new Map<string, Path>();

	constructor(globals: ReadonlySet<string>) {
		this.#globals = globals;
	}

	#note(path: Path): Path {
		if (path !== undefined) this.paths.add(path);
		return path;
	}

	/** Runs the work in a new scope of names. */
	#inner(work: () => void): void {
		const outer = this.#names;
		this.#names = new Map(outer);
		work();
		this.#names = outer;
	}

	#bind(target: Expression, path: Path): void {
		if (target.type === "Identifier") this.#names.set(target.value, path);
		else if (target.type === "TupleLiteral") for (const item of target.value) this.#bind(item, undefined);
		else this.#read(target);
	}

	statements(nodes: readonly Statement[]): void {
		for (const node of nodes) this.#statement(node);
	}

	#statement(node: Statement): void {
		switch (node.type) {
			case "Comment":
			case "Break":
			case "Continue":
				return;
			case "If":
				this.#read(node.test);
				this.#branches([node.body, node.alternate]);
				return;
			case "For":
				this.#for(node);
				return;
			case "Set":
				this.#set(node);
				return;
			case "Macro":
				this.#names.set(node.name.value, undefined);
				this.#function(node.args, node.body);
				return;
			case "CallStatement":
				this.#read(node.call);
				this.#function(node.callerArgs ?? [], node.body);
				return;
			case "FilterStatement":
				for (const filter of [node.filter, ...node.more]) this.#applied(filter);
				this.#inner(() => this.statements(node.body));
				return;
			case "With": {
				const values = node.bindings.map(({ value }) => this.#read(value));
				this.#inner(() => {
					for (const [index, { target }] of node.bindings.entries()) this.#bind(target, values[index]);
					this.statements(node.body);
				});
				return;
			}
			case "Autoescape":
				this.#read(node.enabled);
				this.#inner(() => this.statements(node.body));
				return;
			case "Block":
			case "Generation":
				this.#inner(() => {
					if (node.type === "Block") for (const name of ["super", "self"]) this.#names.set(name, undefined);
					this.statements(node.body);
				});
				return;
			case "Do":
				this.#read(node.expression);
				return;
			case "Extends":
			case "Include":
				this.#read(node.template);
				return;
			case "Import":
				this.#read(node.template);
				this.#names.set(node.name.value, undefined);
				return;
			case "FromImport":
				this.#read(node.template);
				for (const { name, alias } of node.names) this.#names.set((alias ?? name).value, undefined);
				return;
			default:
				this.#read(node);
		}
	}

	#set(node: Extract<Statement, { type: "Set" }>): void {
		const path = node.value && this.#read(node.value);
		if (!node.value) {
			this.#inner(() => this.statements(node.body));
			for (const filter of node.filters) this.#applied(filter);
		}
		this.#bind(node.assignee, path);
	}

	/** A name that only some branches set may still come from the context. */
	#branches(bodies: readonly (readonly Statement[])[]): void {
		const before = this.#names;
		const results = bodies.map((body) => {
			this.#names = new Map(before);
			this.statements(body);
			return this.#names;
		});
		this.#names = new Map(before);
		for (const name of new Set(results.flatMap((names) => [...names.keys()]))) {
			if (!results.every((names) => names.has(name))) continue;
			this.#names.set(
				name,
				results.map((names) => names.get(name)).find((path) => path !== undefined),
			);
		}
	}

	#for(node: Extract<Statement, { type: "For" }>): void {
		const { iterable } = node;
		const source = this.#read(iterable.type === "SelectExpression" ? iterable.lhs : iterable);
		this.#inner(() => {
			this.#bind(node.loopvar, this.#note(source === undefined ? undefined : `${source}[]`));
			if (iterable.type === "SelectExpression") this.#read(iterable.test);
			this.#names.set("loop", undefined);
			this.statements(node.body);
		});
		this.#inner(() => this.statements(node.defaultBlock));
	}

	#function(parameters: Extract<Statement, { type: "Macro" }>["args"], body: readonly Statement[]): void {
		this.#inner(() => {
			for (const name of ["caller", "varargs", "kwargs"]) this.#names.set(name, undefined);
			for (const parameter of parameters) {
				const isNamed = parameter.type === "KeywordArgumentExpression";
				if (isNamed) this.#read(parameter.value);
				this.#names.set(isNamed ? parameter.key.value : parameter.value, undefined);
			}
			this.statements(body);
		});
	}

	#applied(node: Applied): void {
		for (const argument of argumentsOf(node)) this.#argument(argument);
	}

	#argument(node: ReturnType<typeof argumentsOf>[number]): void {
		if (node.type === "KeywordArgumentExpression") this.#read(node.value);
		else if (node.type === "SpreadExpression" || node.type === "KeywordSpreadExpression") this.#read(node.argument);
		else this.#read(node);
	}

	/** Records what an expression reads; returns the source of its value. */
	#read(node: Expression): Path {
		switch (node.type) {
			case "Identifier": {
				if (CONSTANTS.has(node.value)) return undefined;
				if (this.#names.has(node.value)) return this.#names.get(node.value);
				return this.#globals.has(node.value) || node.value === "self" ? undefined : this.#note(node.value);
			}
			case "ArrayLiteral":
			case "TupleLiteral":
				for (const item of node.value) this.#read(item);
				return undefined;
			case "ObjectLiteral":
				for (const part of [...node.value].flat()) this.#read(part);
				return undefined;
			case "MemberExpression":
				return this.#member(node);
			case "CallExpression":
				return this.#call(node);
			case "UnaryExpression":
				this.#read(node.argument);
				return undefined;
			case "BinaryExpression": {
				const left = this.#read(node.left);
				const right = this.#read(node.right);
				return node.operator.value === "or" || node.operator.value === "and" ? (left ?? right) : undefined;
			}
			case "ComparisonChain":
				this.#read(node.left);
				for (const { operand } of node.rest) this.#read(operand);
				return undefined;
			case "FilterExpression": {
				const path = this.#read(node.operand);
				this.#applied(node.filter);
				if (path === undefined || KEEPS_ITEMS.has(nameOf(node.filter))) return path;
				return TAKES_ITEM.has(nameOf(node.filter)) ? this.#note(`${path}[]`) : undefined;
			}
			case "TestExpression":
				this.#read(node.operand);
				this.#applied(node.test);
				return undefined;
			case "Ternary": {
				this.#read(node.condition);
				const paths = [node.trueExpr, ...(node.falseExpr ? [node.falseExpr] : [])].map((part) => this.#read(part));
				return paths.find((path) => path !== undefined);
			}
			case "SelectExpression":
				this.#read(node.lhs);
				this.#read(node.test);
				return undefined;
			default:
				return undefined;
		}
	}

	#member({ object, property, computed }: Extract<Expression, { type: "MemberExpression" }>): Path {
		const path = this.#read(object);
		if (property.type === "SliceExpression") {
			for (const part of [property.start, property.stop, property.step]) if (part) this.#read(part);
			return path;
		}
		const name =
			property.type === "StringLiteral" || (!computed && property.type === "Identifier") ? property.value : undefined;
		if (computed && name === undefined) this.#read(property);
		return path === undefined ? undefined : this.#note(name === undefined ? `${path}[]` : `${path}.${name}`);
	}

	/** A method belongs to the value itself; `get` with a literal reads a member. */
	#call({ callee, args }: Extract<Expression, { type: "CallExpression" }>): Path {
		for (const argument of args) this.#argument(argument);
		if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") {
			this.#read(callee);
			return undefined;
		}
		const path = this.#read(callee.object);
		const [key] = args;
		if (path === undefined || callee.property.value !== "get" || key?.type !== "StringLiteral") return undefined;
		return this.#note(`${path}.${key.value}`);
	}
}
