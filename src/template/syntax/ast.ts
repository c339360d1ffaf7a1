import type { Source } from "./source.ts";
import type { Token } from "./tokens.ts";

/** The parts of expressions, by type. */
interface Expressions {
	Identifier: { readonly value: string };
	IntegerLiteral: {
		/** A bigint beyond 2^53 - 1. */
		readonly value: number | bigint;
	};
	FloatLiteral: { readonly value: number };
	StringLiteral: {
		readonly value: string;
		/** The node is text between tags; such text is never escaped. */
		readonly isText?: true;
	};
	ArrayLiteral: { readonly value: Expression[] };
	TupleLiteral: { readonly value: Expression[] };
	ObjectLiteral: { readonly value: Map<Expression, Expression> };
	MemberExpression: {
		readonly object: Expression;
		/** Not computed: a name, or an integer (`a.0`). */
		readonly property: Expression | Node<"SliceExpression">;
		readonly computed: boolean;
	};
	CallExpression: { readonly callee: Expression; readonly args: Argument[] };
	UnaryExpression: {
		/** `-`, `+` or `not`. */
		readonly operator: Token;
		readonly argument: Expression;
	};
	BinaryExpression: {
		/** An operator, `and`, `or`, `in` or `not in`. */
		readonly operator: Token;
		readonly left: Expression;
		readonly right: Expression;
	};
	/** Two or more comparisons in a row: `a < b < c`. */
	ComparisonChain: {
		readonly left: Expression;
		readonly rest: { readonly operator: Token; readonly operand: Expression }[];
	};
	FilterExpression: { readonly operand: Expression; readonly filter: Applied };
	TestExpression: { readonly operand: Expression; readonly negate: boolean; readonly test: Applied };
	/** The iterable of a filtered loop: `for x in lhs if test`. */
	SelectExpression: { readonly lhs: Expression; readonly test: Expression };
	Ternary: {
		readonly condition: Expression;
		readonly trueExpr: Expression;
		readonly falseExpr: Expression | undefined;
	};
}

/** Parts of calls and members that are no values. */
interface Parts {
	SliceExpression: {
		readonly start: Expression | undefined;
		readonly stop: Expression | undefined;
		readonly step: Expression | undefined;
	};
	KeywordArgumentExpression: { readonly key: Node<"Identifier">; readonly value: Expression };
	SpreadExpression: { readonly argument: Expression };
	KeywordSpreadExpression: { readonly argument: Expression };
}

/** The parts of statements, by type. */
interface Statements {
	If: {
		readonly test: Expression;
		readonly body: Statement[];
		/** An `elif` is an `If` alone in here. */
		readonly alternate: Statement[];
	};
	For: {
		readonly loopvar: Expression;
		readonly iterable: Expression;
		readonly body: Statement[];
		readonly defaultBlock: Statement[];
		readonly recursive: boolean;
	};
	Break: object;
	Continue: object;
	Set: {
		readonly assignee: Expression;
		/** Absent in the block form. */
		readonly value: Expression | undefined;
		readonly body: Statement[];
		/** Filters of the block form, outermost last. */
		readonly filters: Applied[];
	};
	Macro: { readonly name: Node<"Identifier">; readonly args: Parameter[]; readonly body: Statement[] };
	CallStatement: {
		readonly call: Node<"CallExpression">;
		/** Absent without parentheses. */
		readonly callerArgs: Parameter[] | undefined;
		readonly body: Statement[];
	};
	FilterStatement: {
		readonly filter: Applied;
		/** Further filters, applied after the first. */
		readonly more: Applied[];
		readonly body: Statement[];
	};
	Comment: { readonly value: string };
	Generation: { readonly body: Statement[] };
	With: {
		readonly bindings: { readonly target: Expression; readonly value: Expression }[];
		readonly body: Statement[];
	};
	Autoescape: { readonly enabled: Expression; readonly body: Statement[] };
	Block: {
		readonly name: string;
		readonly scoped: boolean;
		readonly required: boolean;
		readonly body: Statement[];
	};
	Extends: { readonly template: Expression };
	Include: {
		readonly template: Expression;
		readonly ignoreMissing: boolean;
		/** Undefined: not specified, which means with. */
		readonly withContext: boolean | undefined;
	};
	Import: {
		readonly template: Expression;
		readonly name: Node<"Identifier">;
		/** Undefined: not specified, which means without. */
		readonly withContext: boolean | undefined;
	};
	FromImport: {
		readonly template: Expression;
		readonly names: { readonly name: Node<"Identifier">; readonly alias: Node<"Identifier"> | undefined }[];
		readonly withContext: boolean | undefined;
	};
	Do: { readonly expression: Expression };
}

interface Nodes extends Expressions, Parts, Statements {}

/** A node of the syntax tree. `offset` is that of its first character in the source, in UTF-16 units. */
export type Node<Type extends keyof Nodes> = { readonly type: Type; readonly offset: number } & Nodes[Type];

type AnyOf<Types extends keyof Nodes> = { [Type in Types]: Node<Type> }[Types];

/** An expression of a template. */
export type Expression = AnyOf<keyof Expressions>;

/** An expression as a statement prints its value. */
export type Statement = Expression | AnyOf<keyof Statements>;

/** A filter or test by name (dots included), with arguments if it has parentheses. */
export type Applied = Node<"Identifier"> | Node<"CallExpression">;

export type Parameter = Node<"Identifier"> | Node<"KeywordArgumentExpression">;

export type Argument = Expression | AnyOf<"KeywordArgumentExpression" | "SpreadExpression" | "KeywordSpreadExpression">;

/** A whole template. */
export interface Program {
	readonly type: "Program";
	readonly body: Statement[];
	readonly source: Source;
}

/** Spellings of the constants, which are no names. */
export const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
	["true", true],
	["True", true],
	["false", false],
	["False", false],
	["none", null],
	["None", null],
]);

/** Parses the name of a filter or test. */
export function nameOf(applied: Applied): string {
	if (applied.type === "Identifier") return applied.value;
	return applied.callee.type === "Identifier" ? applied.callee.value : "";
}

/** Parses the arguments of a filter or test. */
export function argumentsOf(applied: Applied): Argument[] {
	return applied.type === "Identifier" ? [] : applied.args;
}

/** Whether an argument or parameter has a name. */
export function isKeyword(node: Argument | Parameter): node is Node<"KeywordArgumentExpression"> {
	return node.type === "KeywordArgumentExpression";
}
