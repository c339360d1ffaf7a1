import { type Applied, type Argument, type Expression, isKeyword, type Node } from "./ast.ts";
import { describeToken, readNumber, type TokenStream } from "./token-stream.ts";

import { Token, type TokenType } from "./tokens.ts";

/** The left-associative operators, with their level: the higher, the tighter. `not` and comparisons
 * are at the levels left out. */
export const BINARY_LEVELS: ReadonlyMap<string, number> = new Map(
	[["or"], ["and"], [], [], ["+", "-"], ["~"], ["*", "/", "//", "%"], ["**"]].flatMap((symbols, level) =>
		symbols.map((symbol) => [symbol, level]),
	),
);
export const COMPARISON = 3;
const TEST_ARGUMENT_STARTS: ReadonlySet<TokenType> = new Set([
	"Identifier",
	"StringLiteral",
	"NumericLiteral",
	"OpenSquareBracket",
	"OpenCurlyBracket",
]);
const TUPLE_ENDS: ReadonlySet<TokenType | undefined> = new Set<TokenType | undefined>([
	"CloseExpression",
	"CloseStatement",
	"CloseParen",
]);

export interface TupleOptions {
	/** The tuple is in parentheses and so may be empty. */
	explicit?: boolean;
	/** Whether members may be conditional expressions. Default true. */
	conditional?: boolean;
	/** How members are read; default: as expressions. */
	read?: () => Expression;
}

/** Returns the node of a name. */
export function identifierOf({ value, start }: Token): Node<"Identifier"> {
	return { type: "Identifier", value, offset: start };
}

/** Returns the node of `object.property`, or of `object[property]` if it is computed. */
export function memberOf(
	object: Expression,
	property: Node<"MemberExpression">["property"],
	computed = false,
): Node<"MemberExpression"> {
	return { type: "MemberExpression", object, property, computed, offset: object.offset };
}

/** Parses expressions, from conditional down to literals. */
export class ExpressionParser {
	protected readonly stream: TokenStream;

	constructor(stream: TokenStream) {
		this.stream = stream;
	}

	expression(conditional = true): Expression {
		return this.stream.nest(() => (conditional ? this.#conditional() : this.#binary(0)));
	}

	/** One expression, or several with commas between them, which make a tuple. */
	tuple({ explicit = false, conditional = true, read }: TupleOptions = {}): Expression {
		const { stream } = this;
		const { offset } = stream;
		const items: Expression[] = [];
		let isTuple = false;
		for (;;) {
			if (items.length > 0) stream.expect("Comma", ",");
			if (TUPLE_ENDS.has(stream.current?.type)) break;
			items.push(read ? read() : this.expression(conditional));
			if (!stream.is("Comma")) break;
			isTuple = true;
		}
		const [only] = items;
		if (!isTuple && only) return only;
		if (!isTuple && !explicit) stream.failAtToken(`Expected an expression, got '${describeToken(stream.current)}'`);
		return { type: "TupleLiteral", value: items, offset };
	}

	#conditional(): Expression {
		const { stream } = this;
		let result = this.#binary(0);
		while (stream.skipName("if")) {
			const condition = this.#binary(0);
			const falseExpr = stream.skipName("else") ? this.expression() : undefined;
			stream.deepen();
			result = { type: "Ternary", condition, trueExpr: result, falseExpr, offset: result.offset };
		}
		return result;
	}

	#not(): Expression {
		const { stream } = this;
		const operator = stream.current;
		if (!operator || !stream.skipName("not")) return this.#comparison();
		const argument = stream.nest(() => this.#not());
		return { type: "UnaryExpression", operator, argument, offset: operator.start };
	}

	#comparison(): Expression {
		const left = this.#binary(COMPARISON + 1);
		const rest: Node<"ComparisonChain">["rest"] = [];
		for (let operator = this.#comparisonOperator(); operator; operator = this.#comparisonOperator())
			rest.push({ operator, operand: this.#binary(COMPARISON + 1) });
		const [first] = rest;
		if (!first) return left;
		const { offset } = left;
		if (rest.length > 1) return { type: "ComparisonChain", left, rest, offset };
		return { type: "BinaryExpression", operator: first.operator, left, right: first.operand, offset };
	}

	#comparisonOperator(): Token | undefined {
		const { stream } = this;
		const token = stream.current;
		if (!token) return undefined;
		if (token.type === "ComparisonBinaryOperator" || stream.isName("in")) return stream.advance();
		const next = stream.isName("not") ? stream.peek() : undefined;
		if (next?.type !== "Identifier" || next.value !== "in") return undefined;
		stream.advance();
		stream.advance();
		return new Token("not in", "Identifier", token.source, token.start);
	}

	/** Parses operands with operators of the level or tighter ones between them. */
	#binary(level: number): Expression {
		const { stream } = this;
		const { depth } = stream;
		let left = level > COMPARISON ? this.unary() : this.#not();
		for (let operator = stream.current; operator; operator = stream.current) {
			const found = levelOf(operator);
			if (found === undefined || found < level) break;
			stream.advance();
			stream.deepen();
			left = { type: "BinaryExpression", operator, left, right: this.#binary(found + 1), offset: left.offset };
		}
		stream.restoreDepth(depth);
		return left;
	}

	/** Parses an operand with its sign, members, calls, filters and tests. */
	unary(withFilters = true): Expression {
		const { stream } = this;
		const token = stream.current;
		const { depth } = stream;
		let node: Expression;
		if (token && isSign(token)) {
			stream.advance();
			const argument = stream.nest(() => this.unary(false));
			node = this.postfix({ type: "UnaryExpression", operator: token, argument, offset: token.start });
		} else {
			node = this.postfix(this.#signedPrimary());
		}
		if (withFilters) node = this.#filters(node);
		stream.restoreDepth(depth);
		return node;
	}

	/** A sign and its digits are one token, but `-1.x` means `-(1.x)`. */
	#signedPrimary(): Expression {
		const { stream } = this;
		const token = stream.current;
		if (token?.type !== "NumericLiteral" || !/^[+-]/.test(token.value)) return this.primary();
		const next = stream.peek()?.type;
		if (next !== "Dot" && next !== "OpenSquareBracket" && next !== "OpenParen") return this.primary();
		stream.advance();
		const sign = new Token(token.value.slice(0, 1), "UnaryOperator", token.source, token.start);
		const argument = this.postfix(readNumber(token.value.slice(1), token.start + 1));
		return { type: "UnaryExpression", operator: sign, argument, offset: token.start };
	}

	/** Parses a literal, a name, or something in brackets. */
	primary(): Expression {
		const { stream } = this;
		const token = stream.current;
		const offset = stream.offset;
		switch (token?.type) {
			case "Identifier":
				stream.advance();
				return identifierOf(token);
			case "StringLiteral": {
				let value = "";
				for (let part = stream.current; part?.type === "StringLiteral"; part = stream.current) {
					value += part.value;
					stream.advance();
				}
				return { type: "StringLiteral", value, offset };
			}
			case "NumericLiteral":
				stream.advance();
				return readNumber(token.value, offset);
			case "OpenParen": {
				stream.advance();
				const inner = stream.nest(() => this.tuple({ explicit: true }));
				stream.expect("CloseParen", ")");
				return inner;
			}
			case "OpenSquareBracket": {
				const value: Expression[] = [];
				this.#list("CloseSquareBracket", () => value.push(this.expression()));
				return { type: "ArrayLiteral", value, offset };
			}
			case "OpenCurlyBracket": {
				const value = new Map<Expression, Expression>();
				this.#list("CloseCurlyBracket", () => {
					const key = this.expression();
					stream.expect("Colon", ":");
					value.set(key, this.expression());
				});
				return { type: "ObjectLiteral", value, offset };
			}
			default:
				return stream.failUnexpected();
		}
	}

	/** Reads what is between brackets, with commas between and perhaps after. */
	#list(close: TokenType, read: () => void): void {
		const { stream } = this;
		stream.advance();
		for (let isFirst = true; !stream.is(close); isFirst = false) {
			if (!isFirst) stream.expect("Comma", ",");
			if (!stream.is(close)) read();
		}
		stream.advance();
	}

	/** Members and calls after an operand. */
	postfix(node: Expression): Expression {
		const { stream } = this;
		let result = node;
		for (;;) {
			switch (stream.current?.type) {
				case "Dot":
					result = this.#member(result);
					break;
				case "OpenSquareBracket":
					result = this.#subscript(result);
					break;
				case "OpenParen":
					result = this.call(result);
					break;
				default:
					return result;
			}
			stream.deepen();
		}
	}

	#member(object: Expression): Node<"MemberExpression"> {
		const { stream } = this;
		stream.advance();
		const token = stream.current;
		const isIndex = token?.type === "NumericLiteral" && /^\d+$/.test(token.value);
		if (token?.type !== "Identifier" && !isIndex) return stream.failAtToken("expected name or number");
		stream.advance();
		return memberOf(object, isIndex ? readNumber(token.value, token.start) : identifierOf(token));
	}

	#subscript(object: Expression): Node<"MemberExpression"> {
		const { stream } = this;
		const parts: (Expression | Node<"SliceExpression">)[] = [];
		const offset = stream.peek()?.start ?? stream.offset;
		this.#list("CloseSquareBracket", () => parts.push(this.#subscriptPart()));
		const [first, second] = parts;
		if (first && !second) return memberOf(object, first, true);
		const value = parts.map((part) => (part.type === "SliceExpression" ? stream.fail("invalid slice", offset) : part));
		return memberOf(object, { type: "TupleLiteral", value, offset }, true);
	}

	#subscriptPart(): Expression | Node<"SliceExpression"> {
		const { stream } = this;
		const { offset } = stream;
		const start = stream.is("Colon") ? undefined : this.expression();
		if (start && !stream.is("Colon")) return start;
		stream.advance();
		const stop = this.#slicePart();
		const step = stream.skip("Colon") ? this.#slicePart() : undefined;
		return { type: "SliceExpression", start, stop, step, offset };
	}

	#slicePart(): Expression | undefined {
		const { stream } = this;
		return stream.is("Colon") || stream.is("CloseSquareBracket") || stream.is("Comma") ? undefined : this.expression();
	}

	/** Parses a call of the callee, whose parenthesis is the current token. */
	call(callee: Expression): Node<"CallExpression"> {
		return { type: "CallExpression", callee, args: this.#callArguments(), offset: callee.offset };
	}

	#callArguments(): Argument[] {
		const { stream } = this;
		const { offset } = stream;
		const args: Argument[] = [];
		const forbid = (...types: Argument["type"][]): void => {
			if (args.some(({ type }) => types.includes(type)))
				stream.fail("invalid syntax for function call expression", offset);
		};
		this.#list("CloseParen", () => {
			const token = stream.current;
			if (token?.value === "*" && token.type === "MultiplicativeBinaryOperator") {
				forbid("SpreadExpression", "KeywordSpreadExpression");
				stream.advance();
				args.push({ type: "SpreadExpression", argument: this.expression(), offset: token.start });
			} else if (token?.type === "ExponentiationBinaryOperator") {
				forbid("KeywordSpreadExpression");
				stream.advance();
				args.push({ type: "KeywordSpreadExpression", argument: this.expression(), offset: token.start });
			} else if (token?.type === "Identifier" && stream.peek()?.type === "Equals") {
				forbid("KeywordSpreadExpression");
				stream.advance();
				stream.advance();
				const key = identifierOf(token);
				if (args.some((argument) => isKeyword(argument) && argument.key.value === key.value))
					stream.fail(`keyword argument repeated: ${key.value}`, key.offset);
				args.push({ type: "KeywordArgumentExpression", key, value: this.expression(), offset: key.offset });
			} else {
				forbid("SpreadExpression", "KeywordSpreadExpression", "KeywordArgumentExpression");
				args.push(this.expression());
			}
		});
		return args;
	}

	#filters(node: Expression): Expression {
		const { stream } = this;
		let result = node;
		for (;;) {
			if (stream.skip("Pipe"))
				result = { type: "FilterExpression", operand: result, filter: this.applied(), offset: result.offset };
			else if (stream.isName("is")) result = this.#test(result);
			else if (stream.is("OpenParen")) result = this.call(result);
			else return result;
			stream.deepen();
		}
	}

	/** Parses a filter with its arguments. */
	applied(): Applied {
		const name = this.#dottedName();
		return this.stream.is("OpenParen") ? this.call(name) : name;
	}

	#dottedName(): Node<"Identifier"> {
		const { stream } = this;
		const token = stream.expect("Identifier", "name");
		let name = identifierOf(token);
		while (stream.skip("Dot")) name = { ...name, value: `${name.value}.${stream.expect("Identifier", "name").value}` };
		return name;
	}

	#test(operand: Expression): Expression {
		const { stream } = this;
		stream.advance();
		const negate = stream.skipName("not");
		const name = this.#dottedName();
		const test = stream.is("OpenParen") ? this.call(name) : this.#bareTestArgument(name);
		return { type: "TestExpression", operand, negate, test, offset: operand.offset };
	}

	#bareTestArgument(name: Node<"Identifier">): Applied {
		const { stream } = this;
		const token = stream.current;
		if (!token || !TEST_ARGUMENT_STARTS.has(token.type)) return name;
		if (token.type === "NumericLiteral" && /^[+-]/.test(token.value)) return name;
		if (token.type === "Identifier" && ["else", "or", "and"].includes(token.value)) return name;
		if (stream.isName("is")) stream.fail("You cannot chain multiple tests with is");
		const argument = this.postfix(this.primary());
		return { type: "CallExpression", callee: name, args: [argument], offset: name.offset };
	}
}

function levelOf(token: Token): number | undefined {
	return token.type === "StringLiteral" || token.type === "Text" ? undefined : BINARY_LEVELS.get(token.value);
}

function isSign(token: Token): boolean {
	return token.type === "UnaryOperator" || (token.type === "AdditiveBinaryOperator" && token.value !== "~");
}
