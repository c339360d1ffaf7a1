import type { JqFunctions } from "./scope.ts";
import {
	combine,
	type Definition,
	JqSyntaxError,
	type JqToken,
	KEYWORDS,
	LEVELS,
	literal,
	type Node,
	type Pattern,
	patternNames,
	TokenStream,
	tokenize,
} from "./syntax.ts";
import type { Json } from "./values.ts";

const IDENTITY: Node = { type: "identity" };

/** @throws JqSyntaxError for invalid syntax and undefined names */
export function parse(text: string, library: JqFunctions): Node {
	return new Parser(tokenize(text), library).parseAll();
}

/** Parses a function definition, such as `def f: .a;`. */
export function parseDefinition(text: string, library: JqFunctions): Definition {
	return new Parser(tokenize(text), library).parseDefinition();
}

class Parser extends TokenStream {
	private readonly functions: string[];
	private readonly variables: string[];
	private readonly library: JqFunctions;

	constructor(tokens: readonly JqToken[], library: JqFunctions, functions: string[] = [], variables: string[] = []) {
		super(tokens);
		this.library = library;
		this.functions = functions;
		this.variables = variables;
	}

	parseAll(): Node {
		const node = this.current.type === "end" ? IDENTITY : this.parsePipe();
		if (this.current.type !== "end") throw this.unexpected();
		return node;
	}

	/** Parses with names that are only defined there. */
	private within<Result>(functions: readonly string[], variables: readonly string[], work: () => Result): Result {
		this.functions.push(...functions);
		this.variables.push(...variables);
		try {
			return work();
		} finally {
			this.functions.length -= functions.length;
			this.variables.length -= variables.length;
		}
	}

	private parsePipe(): Node {
		if (this.sees("def")) {
			const definition = this.parseDefinition();
			return { type: "define", definition, body: this.within([definition.key], [], () => this.parsePipe()) };
		}
		if (this.take("label")) {
			const name = this.parseVariableName();
			this.expect("|");
			return { type: "label", name, body: this.within([], [`*${name}`], () => this.parsePipe()) };
		}
		const left = this.parseComma();
		if (!this.take("|")) return left;
		return { type: "pipe", left, right: this.parsePipe() };
	}

	parseDefinition(): Definition {
		this.expect("def");
		const name = this.parseName();
		const values: string[] = [];
		const params = this.parseArguments(() => {
			if (this.current.type !== "variable") return `${this.parseName()}/0`;
			values.push(this.current.name);
			return `${this.parseVariableName()}/0`;
		});
		this.expect(":");
		const key = `${name}/${params.length}`;
		const parsed = this.within([key, ...params], values, () => this.parsePipe());
		this.expect(";");
		const body = values.reduceRight<Node>((rest, value) => {
			const source: Node = { type: "call", key: `${value}/0`, args: [] };
			return { type: "bind", source, patterns: [value], body: rest };
		}, parsed);
		return { key, params, body };
	}

	private parseArguments<Item>(parseItem: () => Item): Item[] {
		return this.take("(") ? this.parseList(")", parseItem, ";") : [];
	}

	private parseComma(): Node {
		let left = this.parseLevel(0);
		while (this.take(",")) left = { type: "comma", left, right: this.parseLevel(0) };
		return left;
	}

	private parseLevel(level: number): Node {
		const entry = LEVELS[level];
		if (!entry) return this.parsePostfix();
		let left = this.parseLevel(level + 1);
		for (;;) {
			const operator = entry.operators.find((candidate) => this.sees(candidate));
			if (operator === undefined) return left;
			this.position++;
			const right = this.parseLevel(entry.chain === "right" ? level : level + 1);
			left = combine(operator, left, right);
			if (entry.chain === "none" && entry.operators.some((candidate) => this.sees(candidate))) throw this.unexpected();
		}
	}

	/** A term with its suffixes: `.a`, `[…]`, `?`, `as …`. */
	private parsePostfix(mayBind = true): Node {
		if (this.take("-")) return { type: "negate", operand: this.parsePostfix(mayBind) };
		let node = this.parseTerm();
		for (;;) {
			const token = this.current;
			if (token.type === "field") {
				this.position++;
				node = { type: "index", target: node, key: literal(token.name) };
			} else if (this.take(".")) {
				if (this.current.type === "string") node = { type: "index", target: node, key: this.parseString() };
				else if (!this.sees("[")) {
					this.position--;
					return node;
				}
			} else if (this.sees("[")) node = this.parseBracket(node);
			else if (this.take("?")) node = this.makeOptional(node);
			else if (mayBind && this.take("as")) return this.parseBinding(node);
			else return node;
		}
	}

	/** `.a.b?` applies to `.b` only, `(.a.b)?` to both. */
	private makeOptional(node: Node): Node {
		const before = this.tokens[this.position - 2];
		const isGrouped = before?.type === "symbol" && before.name === ")";
		const isReached = node.type === "index" || node.type === "slice" || node.type === "iterate";
		return isReached && !isGrouped ? { ...node, isOptional: true } : { type: "try", body: node, handler: undefined };
	}

	private parseBracket(target: Node): Node {
		this.expect("[");
		if (this.take("]")) return { type: "iterate", target };
		const from = this.sees(":") ? undefined : this.parsePipe();
		const isSlice = this.take(":");
		const to = isSlice && !(from && this.sees("]")) ? this.parsePipe() : undefined;
		this.expect("]");
		return from && !isSlice ? { type: "index", target, key: from } : { type: "slice", target, from, to };
	}

	private parseBinding(source: Node): Node {
		const patterns = this.parsePatterns();
		this.expect("|");
		const body = this.within([], patterns.flatMap(patternNames), () => this.parsePipe());
		return { type: "bind", source, patterns, body };
	}

	private parsePatterns(): Pattern[] {
		const patterns = [this.parsePattern()];
		while (this.sees("?") && this.isNext("//")) {
			this.position += 2;
			patterns.push(this.parsePattern());
		}
		return patterns;
	}

	private parsePattern(): Pattern {
		if (this.current.type === "variable") return this.parseVariableName();
		if (this.take("[")) {
			return this.parseList("]", () => this.parsePattern()).map((pattern, index) => ({ key: literal(index), pattern }));
		}
		this.expect("{");
		const entries = this.parseList("}", () => {
			if (this.current.type !== "variable") {
				const key = this.parseKey();
				this.expect(":");
				return [{ key, pattern: this.parsePattern() }];
			}
			const pattern = this.parseVariableName();
			const key = literal(pattern);
			return [{ key, pattern }, ...(this.take(":") ? [{ key, pattern: this.parsePattern() }] : [])];
		});
		return entries.flat();
	}

	/** Parses at least one item. */
	private parseList<Item>(close: string, parseItem: () => Item, separator = ","): Item[] {
		const items = [parseItem()];
		while (this.take(separator)) items.push(parseItem());
		this.expect(close);
		return items;
	}

	private parseKey(): Node {
		const token = this.current;
		if (token.type === "string") return this.parseString();
		if (this.take("(")) return this.parseUntil(")");
		if (token.type !== "name") throw this.unexpected("a key");
		this.position++;
		return literal(token.name);
	}

	private parseName(type: "name" | "variable" = "name"): string {
		const token = this.current;
		if (token.type !== type || (type === "name" && KEYWORDS.has(token.name))) {
			throw this.unexpected(type === "name" ? "a name" : "$");
		}
		this.position++;
		return token.name;
	}

	private parseVariableName(): string {
		return this.parseName("variable");
	}

	private parseTerm(): Node {
		const token = this.current;
		if (token.type === "string") return this.parseString();
		this.position++;
		switch (token.type) {
			case "number":
				return literal(Number(token.name));
			case "field":
				return { type: "index", target: IDENTITY, key: literal(token.name) };
			case "format":
				return this.current.type === "string" ? this.parseString(token.name) : { type: "format", format: token.name };
			case "variable":
				return this.parseVariable(token.name, token.at);
			case "symbol":
				if (token.name === "." && this.current.type !== "string") return IDENTITY;
				if (token.name === ".") return { type: "index", target: IDENTITY, key: this.parseString() };
				if (token.name === "..") return { type: "recurse" };
				if (token.name === "(") return this.parseUntil(")");
				if (token.name === "[") return { type: "array", items: this.take("]") ? undefined : this.parseUntil("]") };
				if (token.name === "{") return this.parseObject();
				break;
			case "name":
				if (token.name === "if") return this.parseIf();
				if (token.name === "try") return this.parseTry();
				if (token.name === "reduce" || token.name === "foreach") return this.parseFold(token.name);
				if (token.name === "break") return this.parseBreak();
				if (!KEYWORDS.has(token.name)) return this.parseCall(token.name);
		}
		this.position--;
		const why = token.type === "name" ? this.library.explain(token.name) : undefined;
		throw why === undefined ? this.unexpected() : new JqSyntaxError(why);
	}

	private parseUntil(symbol: string): Node {
		const node = this.parsePipe();
		this.expect(symbol);
		return node;
	}

	private parseVariable(name: string, at: number): Node {
		if (name === "__loc__") return literal({ file: "<top-level>", line: 1 });
		if (!this.variables.includes(name)) {
			const why = this.library.explain(`$${name}`);
			throw new JqSyntaxError(why ?? `$${name} is not defined, at character ${at + 1}`);
		}
		return { type: "variable", name };
	}

	private parseString(format?: string): Node {
		const token = this.current;
		if (token.type !== "string") throw this.unexpected("a string");
		this.position++;
		if (token.parts.length === 1) return literal(token.parts[0] as Json);
		const parts = token.parts.map((part) =>
			typeof part === "string" ? part : new Parser(part, this.library, this.functions, this.variables).parseAll(),
		);
		return { type: "text", format, parts };
	}

	private parseObject(): Node {
		if (this.take("}")) return { type: "object", entries: [] };
		const entries = [this.parseEntry()];
		// jq takes a comma at the end too.
		while (this.take(",") && !this.sees("}")) entries.push(this.parseEntry());
		this.expect("}");
		return { type: "object", entries };
	}

	private parseEntry(): readonly [Node, Node] {
		const token = this.current;
		if (token.type === "variable") {
			this.position++;
			return [literal(token.name), this.parseVariable(token.name, token.at)];
		}
		if (token.type === "format") this.position++;
		const key = token.type === "format" ? this.parseString(token.name) : this.parseKey();
		return [key, this.take(":") ? this.parseEntryValue() : { type: "index", target: IDENTITY, key }];
	}

	/** A value in an object ends at a comma. */
	private parseEntryValue(): Node {
		const left = this.parseLevel(0);
		return this.take("|") ? { type: "pipe", left, right: this.parseEntryValue() } : left;
	}

	private parseIf(): Node {
		const condition = this.parsePipe();
		this.expect("then");
		const yes = this.parsePipe();
		if (this.take("elif")) return { type: "if", condition, yes, no: this.parseIf() };
		const no = this.take("else") ? this.parsePipe() : IDENTITY;
		this.expect("end");
		return { type: "if", condition, yes, no };
	}

	private parseTry(): Node {
		const body = this.parsePostfix();
		return { type: "try", body, handler: this.take("catch") ? this.parsePostfix() : undefined };
	}

	private parseFold(type: "reduce" | "foreach"): Node {
		const source = this.parsePostfix(false);
		this.expect("as");
		const patterns = this.parsePatterns();
		this.expect("(");
		const start = this.parsePipe();
		this.expect(";");
		return this.within([], patterns.flatMap(patternNames), () => {
			const update = this.parsePipe();
			const extract = type === "foreach" && this.take(";") ? this.parsePipe() : IDENTITY;
			this.expect(")");
			return { type, source, patterns, start, update, extract };
		});
	}

	private parseBreak(): Node {
		const name = this.parseVariableName();
		if (!this.variables.includes(`*${name}`)) throw new JqSyntaxError(`there is no label $${name}`);
		return { type: "break", name };
	}

	private parseCall(name: string): Node {
		if (name === "null") return literal(null);
		if (name === "true" || name === "false") return literal(name === "true");
		const { at } = this.tokens[this.position - 1] ?? { at: 0 };
		const args = this.parseArguments(() => this.parsePipe());
		const key = `${name}/${args.length}`;
		if (!this.functions.includes(key) && !this.library.hasFunction(key)) {
			throw new JqSyntaxError(this.library.explain(name) ?? `${key} is not defined, at character ${at + 1}`);
		}
		return { type: "call", key, args };
	}
}
