import type { Expression, Node, Statement } from "./ast.ts";
import type { TokenStream } from "./token-stream.ts";

/** Functions of the parser that the tags of this file use. */
export interface CompositionParser {
	readonly extensions: readonly string[];
	expression(): Expression;
	tuple(): Expression;
	target(): Expression;
	name(): Node<"Identifier">;
	body(end: string): Statement[];
}

export type TagReader = (offset: number) => Statement;

/** Parses the tags that join templates, and others that chat templates do not use; undefined for other tags. */
export function parseComposition(name: string, parser: CompositionParser, stream: TokenStream): TagReader | undefined {
	switch (name) {
		case "print":
			// Several expressions are printed in order, as by a block that binds nothing.
			return (offset) => {
				const value = parser.tuple();
				return value.type === "TupleLiteral" ? { type: "With", bindings: [], body: value.value, offset } : value;
			};
		case "do":
			if (!parser.extensions.includes("do")) return undefined;
			return (offset) => ({ type: "Do", expression: parser.tuple(), offset });
		case "with":
			return (offset) => parseWith(parser, stream, offset);
		case "autoescape":
			return (offset): Node<"Autoescape"> => ({
				type: "Autoescape",
				enabled: parser.expression(),
				body: parser.body("endautoescape"),
				offset,
			});
		case "block":
			return (offset) => parseBlock(parser, stream, offset);
		case "extends":
			return (offset) => ({ type: "Extends", template: parser.expression(), offset });
		case "include":
			return (offset) => parseInclude(parser, stream, offset);
		case "import":
			return (offset) => parseImport(parser, stream, offset);
		case "from":
			return (offset) => parseFrom(parser, stream, offset);
		default:
			return undefined;
	}
}

function parseWith(parser: CompositionParser, stream: TokenStream, offset: number): Node<"With"> {
	const bindings: { target: Expression; value: Expression }[] = [];
	while (!stream.is("CloseStatement")) {
		if (bindings.length > 0) stream.expect("Comma", ",");
		const target = parser.target();
		stream.expect("Equals", "=");
		bindings.push({ target, value: parser.expression() });
	}
	return { type: "With", bindings, body: parser.body("endwith"), offset };
}

function parseBlock(parser: CompositionParser, stream: TokenStream, offset: number): Node<"Block"> {
	const name = stream.expect("Identifier", "name").value;
	const scoped = stream.skipName("scoped");
	const required = stream.skipName("required");
	if (stream.current?.value === "-" && stream.is("AdditiveBinaryOperator"))
		stream.fail("block names cannot contain hyphens, use an underscore instead");
	const body = parser.body("endblock");
	if (required && !body.every(isBlank))
		stream.fail("a required block can contain only comments and white space", offset);
	stream.skipName(name);
	return { type: "Block", name, scoped, required, body, offset };
}

function isBlank(statement: Statement): boolean {
	if (statement.type === "Comment") return true;
	return statement.type === "StringLiteral" && statement.isText === true && statement.value.trim() === "";
}

function parseInclude(parser: CompositionParser, stream: TokenStream, offset: number): Node<"Include"> {
	const template = parser.expression();
	const ignoreMissing = stream.isName("ignore") && stream.peek()?.value === "missing";
	if (ignoreMissing) {
		stream.advance();
		stream.advance();
	}
	return { type: "Include", template, ignoreMissing, withContext: parseContext(stream), offset };
}

function parseImport(parser: CompositionParser, stream: TokenStream, offset: number): Node<"Import"> {
	const template = parser.expression();
	stream.expectName("as");
	return { type: "Import", template, name: parser.name(), withContext: parseContext(stream), offset };
}

function parseFrom(parser: CompositionParser, stream: TokenStream, offset: number): Node<"FromImport"> {
	const template = parser.expression();
	stream.expectName("import");
	const names: { name: Node<"Identifier">; alias: Node<"Identifier"> | undefined }[] = [];
	let withContext: boolean | undefined;
	do {
		// A comma may precede `with context`.
		if (names.length > 0) withContext = parseContext(stream);
		if (withContext !== undefined) break;
		const name = parser.name();
		if (name.value.startsWith("_")) stream.fail("names starting with an underscore cannot be imported", name.offset);
		names.push({ name, alias: stream.skipName("as") ? parser.name() : undefined });
		withContext = parseContext(stream);
	} while (withContext === undefined && stream.skip("Comma"));
	return { type: "FromImport", template, names, withContext, offset };
}

/** `with context` or `without context`, where one of them comes next. */
function parseContext(stream: TokenStream): boolean | undefined {
	const isWith = stream.isName("with");
	if ((!isWith && !stream.isName("without")) || stream.peek()?.value !== "context") return undefined;
	stream.advance();
	stream.advance();
	return isWith;
}

/** Functions of the formatter that the tags of this file use. */
export interface TagWriter {
	expression(node: Expression): string;
	/** Formats an expression that a word follows. */
	beforeWord(node: Expression): string;
	/** Formats a tag with a body, in which values are escaped or not. */
	block(tag: string, end: string, body?: readonly Statement[], escapes?: boolean): string;
}

/** Formats the tags of this file; undefined for other statements. */
export function formatComposition(node: Statement, { expression, beforeWord, block }: TagWriter): string | undefined {
	switch (node.type) {
		case "Do":
			return `{%- do ${expression(node.expression)} -%}`;
		case "With": {
			const bindings = node.bindings.map(({ target, value }) => `${expression(target)}=${expression(value)}`);
			return block(["with", bindings.join(", ")].join(" ").trim(), "endwith", node.body);
		}
		case "Autoescape":
			return block(`autoescape ${expression(node.enabled)}`, "endautoescape", node.body, true);
		case "Block": {
			const marks = `${node.scoped ? " scoped" : ""}${node.required ? " required" : ""}`;
			// A required block must not contain expressions, and its content is never shown.
			const body = node.required ? node.body.filter((child) => child.type === "Comment") : node.body;
			return block(`block ${node.name}${marks}`, "endblock", body);
		}
		case "Extends":
			return `{%- extends ${expression(node.template)} -%}`;
		case "Include": {
			const missing = node.ignoreMissing ? " ignore missing" : "";
			return `{%- include ${beforeWord(node.template)}${missing}${formatContext(node.withContext)} -%}`;
		}
		case "Import":
			return `{%- import ${beforeWord(node.template)} as ${node.name.value}${formatContext(node.withContext)} -%}`;
		case "FromImport": {
			const names = node.names.map(({ name, alias }) => name.value + (alias ? ` as ${alias.value}` : ""));
			return `{%- from ${beforeWord(node.template)} import ${names.join(", ")}${formatContext(node.withContext)} -%}`;
		}
		default:
			return undefined;
	}
}

function formatContext(withContext: boolean | undefined): string {
	return withContext === undefined ? "" : ` ${withContext ? "with" : "without"} context`;
}
