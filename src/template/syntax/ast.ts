import type { Source } from "./source.ts";
import type { Token } from "./tokens.ts";

/** Fields of every node. */
interface Base {
	/** Offset of the node's first character in the source, in UTF-16 units. */
	readonly offset: number;
}

/** A whole template. */
export interface Program {
	readonly type: "Program";
	readonly body: Statement[];
	readonly source: Source;
}

export interface Identifier extends Base {
	readonly type: "Identifier";
	readonly value: string;
}

export interface IntegerLiteral extends Base {
	readonly type: "IntegerLiteral";
	/** A bigint beyond 2^53 - 1. */
	readonly value: number | bigint;
}

export interface FloatLiteral extends Base {
	readonly type: "FloatLiteral";
	readonly value: number;
}

export interface StringLiteral extends Base {
	readonly type: "StringLiteral";
	readonly value: string;
	/** The node is text between tags; such text is never escaped. */
	readonly isText?: true;
}

export interface ArrayLiteral extends Base {
	readonly type: "ArrayLiteral";
	readonly value: Expression[];
}

export interface TupleLiteral extends Base {
	readonly type: "TupleLiteral";
	readonly value: Expression[];
}

export interface ObjectLiteral extends Base {
	readonly type: "ObjectLiteral";
	readonly value: Map<Expression, Expression>;
}

export interface MemberExpression extends Base {
	readonly type: "MemberExpression";
	readonly object: Expression;
	/** Not computed: a name, or an integer (`a.0`). */
	readonly property: Expression | SliceExpression;
	readonly computed: boolean;
}

export interface SliceExpression extends Base {
	readonly type: "SliceExpression";
	readonly start: Expression | undefined;
	readonly stop: Expression | undefined;
	readonly step: Expression | undefined;
}

export type Argument = Expression | KeywordArgumentExpression | SpreadExpression | KeywordSpreadExpression;

export interface CallExpression extends Base {
	readonly type: "CallExpression";
	readonly callee: Expression;
	readonly args: Argument[];
}

export interface KeywordArgumentExpression extends Base {
	readonly type: "KeywordArgumentExpression";
	readonly key: Identifier;
	readonly value: Expression;
}

export interface SpreadExpression extends Base {
	readonly type: "SpreadExpression";
	readonly argument: Expression;
}

export interface KeywordSpreadExpression extends Base {
	readonly type: "KeywordSpreadExpression";
	readonly argument: Expression;
}

export interface UnaryExpression extends Base {
	readonly type: "UnaryExpression";
	/** `-`, `+` or `not`. */
	readonly operator: Token;
	readonly argument: Expression;
}

export interface BinaryExpression extends Base {
	readonly type: "BinaryExpression";
	/** An operator, `and`, `or`, `in` or `not in`. */
	readonly operator: Token;
	readonly left: Expression;
	readonly right: Expression;
}

/** Two or more comparisons in a row: `a < b < c`. */
export interface ComparisonChain extends Base {
	readonly type: "ComparisonChain";
	readonly left: Expression;
	readonly rest: { readonly operator: Token; readonly operand: Expression }[];
}

/** A filter or test by name (dots included), with arguments if it has parentheses. */
export type Applied = Identifier | CallExpression;

export interface FilterExpression extends Base {
	readonly type: "FilterExpression";
	readonly operand: Expression;
	readonly filter: Applied;
}

export interface TestExpression extends Base {
	readonly type: "TestExpression";
	readonly operand: Expression;
	readonly negate: boolean;
	readonly test: Applied;
}

/** The iterable of a filtered loop: `for x in lhs if test`. */
export interface SelectExpression extends Base {
	readonly type: "SelectExpression";
	readonly lhs: Expression;
	readonly test: Expression;
}

export interface Ternary extends Base {
	readonly type: "Ternary";
	readonly condition: Expression;
	readonly trueExpr: Expression;
	readonly falseExpr: Expression | undefined;
}

/** An expression of a template. */
export type Expression =
	| Identifier
	| IntegerLiteral
	| FloatLiteral
	| StringLiteral
	| ArrayLiteral
	| TupleLiteral
	| ObjectLiteral
	| MemberExpression
	| CallExpression
	| UnaryExpression
	| BinaryExpression
	| ComparisonChain
	| FilterExpression
	| TestExpression
	| SelectExpression
	| Ternary;

export interface If extends Base {
	readonly type: "If";
	readonly test: Expression;
	readonly body: Statement[];
	/** An `elif` is an `If` alone in here. */
	readonly alternate: Statement[];
}

export interface For extends Base {
	readonly type: "For";
	readonly loopvar: Expression;
	readonly iterable: Expression;
	readonly body: Statement[];
	readonly defaultBlock: Statement[];
	readonly recursive: boolean;
}

export interface Break extends Base {
	readonly type: "Break";
}

export interface Continue extends Base {
	readonly type: "Continue";
}

export interface SetStatement extends Base {
	readonly type: "Set";
	readonly assignee: Expression;
	/** Absent in the block form. */
	readonly value: Expression | undefined;
	readonly body: Statement[];
	/** Filters of the block form, outermost last. */
	readonly filters: Applied[];
}

export type Parameter = Identifier | KeywordArgumentExpression;

export interface Macro extends Base {
	readonly type: "Macro";
	readonly name: Identifier;
	readonly args: Parameter[];
	readonly body: Statement[];
}

export interface CallStatement extends Base {
	readonly type: "CallStatement";
	readonly call: CallExpression;
	/** Absent without parentheses. */
	readonly callerArgs: Parameter[] | undefined;
	readonly body: Statement[];
}

export interface FilterStatement extends Base {
	readonly type: "FilterStatement";
	readonly filter: Applied;
	/** Further filters, applied after the first. */
	readonly more: Applied[];
	readonly body: Statement[];
}

export interface Comment extends Base {
	readonly type: "Comment";
	readonly value: string;
}

export interface Generation extends Base {
	readonly type: "Generation";
	readonly body: Statement[];
}

export interface With extends Base {
	readonly type: "With";
	readonly bindings: { readonly target: Expression; readonly value: Expression }[];
	readonly body: Statement[];
}

export interface Autoescape extends Base {
	readonly type: "Autoescape";
	readonly enabled: Expression;
	readonly body: Statement[];
}

export interface Block extends Base {
	readonly type: "Block";
	readonly name: string;
	readonly scoped: boolean;
	readonly required: boolean;
	readonly body: Statement[];
}

export interface Extends extends Base {
	readonly type: "Extends";
	readonly template: Expression;
}

export interface Include extends Base {
	readonly type: "Include";
	readonly template: Expression;
	readonly ignoreMissing: boolean;
	/** Undefined: not said, which means with. */
	readonly withContext: boolean | undefined;
}

export interface Import extends Base {
	readonly type: "Import";
	readonly template: Expression;
	readonly name: Identifier;
	/** Undefined: not said, which means without. */
	readonly withContext: boolean | undefined;
}

export interface FromImport extends Base {
	readonly type: "FromImport";
	readonly template: Expression;
	readonly names: { readonly name: Identifier; readonly alias: Identifier | undefined }[];
	readonly withContext: boolean | undefined;
}

export interface Do extends Base {
	readonly type: "Do";
	readonly expression: Expression;
}

/** An expression as a statement prints its value. */
export type Statement =
	| Expression
	| If
	| For
	| Break
	| Continue
	| SetStatement
	| Macro
	| CallStatement
	| FilterStatement
	| Comment
	| Generation
	| With
	| Autoescape
	| Block
	| Extends
	| Include
	| Import
	| FromImport
	| Do;

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
export function isKeyword(node: Argument | Parameter): node is KeywordArgumentExpression {
	return node.type === "KeywordArgumentExpression";
}
