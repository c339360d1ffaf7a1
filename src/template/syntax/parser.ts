import { isExhaustion } from "../errors.ts";
import {
	type Applied,
	CONSTANTS,
	type Expression,
	isKeyword,
	type Node,
	type Parameter,
	type Program,
	type Statement,
} from "./ast.ts";
import type { CompositionParser } from "./composition-parser.ts";
import { ExpressionParser, identifierOf, memberOf } from "./expression-parser.ts";
import { Source } from "./source.ts";
import type { Syntax } from "./syntax.ts";
import { TokenStream } from "./token-stream.ts";
import type { Token } from "./tokens.ts";

export interface ParserOptions {
	/** `loopcontrols` allows `break` and `continue`, `do` the statement of that name. Default: `["loopcontrols"]`. */
	extensions?: readonly string[];
	/** Accept any expression as the target of an assignment. */
	anyTarget?: boolean;
}

/** Name of an expression that cannot be assigned to, for messages. */
const TARGET_NAMES: Readonly<Record<string, string>> = {
	IntegerLiteral: "const",
	FloatLiteral: "const",
	StringLiteral: "const",
	Identifier: "const",
	ArrayLiteral: "list",
	ObjectLiteral: "dict",
};

/**
 * Builds the syntax tree of a template. Any expression is accepted as the target of an assignment;
 * `Template` and `Interpreter` are stricter.
 *
 * @throws TemplateSyntaxError
 */
export function parseWith(syntax: Syntax, tokens: readonly Token[]): Program {
	return parseTokens(syntax, tokens, tokens[0]?.source ?? new Source(""), { anyTarget: true });
}

export function parseTokens(
	syntax: Syntax,
	tokens: readonly Token[],
	source: Source,
	options: ParserOptions = {},
): Program {
	const stream = new TokenStream(tokens, source);
	try {
		return new Parser(syntax, stream, options).program();
	} catch (error) {
		// The depth of the stack depends on the caller.
		if (isExhaustion(error)) return stream.fail("template is nested too deeply");
		throw error;
	}
}

/** Whether assigning to the expression binds names, and if not, its name in messages. */
export function refuseTarget(target: Expression): string | undefined {
	if (target.type === "Identifier" && !CONSTANTS.has(target.value)) return undefined;
	if (target.type === "TupleLiteral") return target.value.map(refuseTarget).find((name) => name !== undefined);
	if (target.type === "MemberExpression" && !target.computed && target.object.type === "Identifier") return undefined;
	return TARGET_NAMES[target.type] ?? target.type.toLowerCase();
}

class Parser extends ExpressionParser implements CompositionParser {
	readonly #syntax: Syntax;
	/** Names of the extensions in use. */
	readonly extensions: readonly string[];
	readonly #anyTarget: boolean;
	readonly #openTags: string[] = [];
	readonly #wanted: (readonly string[])[] = [];

	constructor(syntax: Syntax, stream: TokenStream, options: ParserOptions) {
		super(stream);
		this.#syntax = syntax;
		this.extensions = options.extensions ?? ["loopcontrols"];
		this.#anyTarget = options.anyTarget ?? false;
	}

	program(): Program {
		return { type: "Program", body: this.#statements(), source: this.stream.source };
	}

	/** Parses statements up to one of the tags, whose name becomes the current token, or to the end of the template. */
	#statements(ends: readonly string[] = []): Statement[] {
		const { stream } = this;
		const body: Statement[] = [];
		for (let token = stream.current; token; token = stream.current) {
			if (token.type === "Text") {
				stream.advance();
				body.push({ type: "StringLiteral", value: token.value, isText: true, offset: token.start });
			} else if (token.type === "Comment") {
				stream.advance();
				body.push({ type: "Comment", value: token.value, offset: token.start });
			} else if (token.type === "OpenExpression") {
				stream.advance();
				body.push(this.tuple());
				stream.expect("CloseExpression", "end of print statement");
			} else if (token.type === "OpenStatement") {
				stream.advance();
				if (ends.some((name) => stream.isName(name))) return body;
				body.push(stream.nest(() => this.#tag()));
				stream.expect("CloseStatement", "end of statement block");
			} else {
				stream.failUnexpected();
			}
		}
		return body;
	}

	/** The body of a tag up to one of the end tags, and the end tag that was found. */
	#bodyUntil(ends: readonly string[]): { body: Statement[]; end: string } {
		const { stream } = this;
		stream.skip("Colon");
		stream.expect("CloseStatement", "end of statement block");
		this.#wanted.push(ends);
		const body = this.#statements(ends);
		this.#wanted.pop();
		const end = stream.current?.value;
		if (end === undefined) return this.#failAtEnd(ends);
		stream.advance();
		return { body, end };
	}

	body(end: string): Statement[] {
		return this.#bodyUntil([end]).body;
	}

	#failAtEnd(ends: readonly string[]): never {
		return this.stream.fail(`Unexpected end of template.${this.#explainOpenTag(ends)}`);
	}

	#explainOpenTag(ends: readonly string[] | undefined): string {
		const innermost = this.#openTags.at(-1);
		const tags = ends
			? ` Jinja was looking for the following tags: ${ends.map((tag) => `'${tag}'`).join(" or ")}.`
			: "";
		return innermost === undefined ? tags : `${tags} The innermost block that needs to be closed is '${innermost}'.`;
	}

	#tag(): Statement {
		const { stream } = this;
		const token = stream.current;
		if (token?.type !== "Identifier") return stream.fail("tag name expected");
		const { start, value: name } = token;
		this.#openTags.push(name);
		stream.advance();
		const statement = this.#readTag(name, start);
		this.#openTags.pop();
		if (statement) return statement;
		const message = this.#syntax.explainTag(name) ?? stream.source.wording?.tag(name);
		const hint = this.#explainOpenTag(this.#wanted.at(-1));
		return stream.fail(message ?? `Encountered unknown tag '${name}'.${hint}`, start);
	}

	#readTag(name: string, offset: number): Statement | undefined {
		switch (name) {
			case "if":
				return this.#if(offset);
			case "for":
				return this.#for(offset);
			case "set":
				return this.#set(offset);
			case "macro":
				return this.#macro(offset);
			case "call":
				return this.#call(offset);
			case "filter":
				return this.#filter(offset);
			case "generation":
				return { type: "Generation", body: this.body("endgeneration"), offset };
			case "break":
			case "continue":
				if (!this.extensions.includes("loopcontrols")) return undefined;
				return { type: name === "break" ? "Break" : "Continue", offset };
			default:
				return this.#syntax.readTag(name, this, this.stream)?.(offset);
		}
	}

	#if(offset: number): Node<"If"> {
		const branches: { test: Expression; body: Statement[]; offset: number }[] = [];
		let alternate: Statement[] = [];
		let branchOffset = offset;
		for (;;) {
			const test = this.tuple({ conditional: false });
			const { body, end } = this.#bodyUntil(["elif", "else", "endif"]);
			branches.push({ test, body, offset: branchOffset });
			if (end === "elif") {
				branchOffset = this.stream.offset;
				continue;
			}
			if (end === "else") alternate = this.body("endif");
			break;
		}
		// Built from the last branch back, so that a long chain of `elif` needs no recursion.
		for (const branch of branches.reverse()) alternate = [{ type: "If", ...branch, alternate }];
		const [first] = alternate;
		return first?.type === "If" ? first : this.stream.failUnexpected();
	}

	#for(offset: number): Node<"For"> {
		const { stream } = this;
		const loopvar = this.target();
		stream.expectName("in");
		const lhs = this.tuple({ conditional: false });
		const test = stream.skipName("if") ? this.expression() : undefined;
		const recursive = stream.skipName("recursive");
		const { body, end } = this.#bodyUntil(["endfor", "else"]);
		const defaultBlock = end === "else" ? this.body("endfor") : [];
		const iterable: Expression = test ? { type: "SelectExpression", lhs, test, offset: lhs.offset } : lhs;
		return { type: "For", loopvar, iterable, body, defaultBlock, recursive, offset };
	}

	/** Parses the target of an assignment: names, nested tuples of them, and attributes if `members` is true. */
	target({ members = false }: { members?: boolean } = {}): Expression {
		const { stream } = this;
		const { offset } = stream;
		const read = (): Expression => (this.#anyTarget ? this.unary() : this.#targetPart(members));
		const target = this.tuple({ read });
		const refused = this.#anyTarget ? undefined : refuseTarget(target);
		if (refused !== undefined) stream.fail(`can't assign to '${refused}'`, offset);
		return target;
	}

	#targetPart(members: boolean): Expression {
		const { stream } = this;
		const object = this.primary();
		if (!members || object.type !== "Identifier" || !stream.skip("Dot")) return object;
		return memberOf(object, identifierOf(stream.expect("Identifier", "name")));
	}

	/** Parses a single name to bind. */
	name(): Node<"Identifier"> {
		const token = this.stream.expect("Identifier", "name");
		if (CONSTANTS.has(token.value)) this.stream.fail("can't assign to 'name'", token.start);
		return identifierOf(token);
	}

	#set(offset: number): Node<"Set"> {
		const assignee = this.target({ members: true });
		if (this.stream.skip("Equals"))
			return { type: "Set", assignee, value: this.tuple(), body: [], filters: [], offset };
		const filters: Applied[] = [];
		while (this.stream.skip("Pipe")) filters.push(this.applied());
		return { type: "Set", assignee, value: undefined, body: this.body("endset"), filters, offset };
	}

	#parameters(): Parameter[] {
		const { stream } = this;
		const parameters: Parameter[] = [];
		stream.expect("OpenParen", "(");
		while (!stream.is("CloseParen")) {
			if (parameters.length > 0) stream.expect("Comma", ",");
			const name = this.name();
			if (stream.skip("Equals"))
				parameters.push({
					type: "KeywordArgumentExpression",
					key: name,
					value: this.expression(),
					offset: name.offset,
				});
			else if (parameters.some(isKeyword)) stream.fail("non-default argument follows default argument");
			else parameters.push(name);
		}
		stream.advance();
		const names = parameters.map((parameter) => (parameter.type === "Identifier" ? parameter : parameter.key));
		const twice = names.find((name, index) => names.findIndex(({ value }) => value === name.value) < index);
		if (twice) stream.fail(`duplicate argument '${twice.value}' in function definition`, twice.offset);
		return parameters;
	}

	#macro(offset: number): Node<"Macro"> {
		const name = this.name();
		const args = this.#parameters();
		return { type: "Macro", name, args, body: this.body("endmacro"), offset };
	}

	#call(offset: number): Node<"CallStatement"> {
		const callerArgs = this.stream.is("OpenParen") ? this.#parameters() : undefined;
		const call = this.expression();
		if (call.type !== "CallExpression") return this.stream.fail("expected call", call.offset);
		return { type: "CallStatement", call, callerArgs, body: this.body("endcall"), offset };
	}

	#filter(offset: number): Node<"FilterStatement"> {
		const filter = this.applied();
		const more: Applied[] = [];
		while (this.stream.skip("Pipe")) more.push(this.applied());
		return { type: "FilterStatement", filter, more, body: this.body("endfilter"), offset };
	}
}
