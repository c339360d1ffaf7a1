import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type ts from "../../node_modules/@arethetypeswrong/core/node_modules/typescript/lib/typescript.js";

/** TypeScript 7 has no parser for programs; the one that "Are the types wrong" brings has. */
const parser = createRequire(fileURLToPath(import.meta.resolve("@arethetypeswrong/core")))("typescript") as typeof ts;
const { SyntaxKind } = parser;

/** One operator, constant or call that is replaced. */
export interface Mutation {
	/** Offset in the text, and the text from there that `put` replaces. */
	start: number;
	find: string;
	put: string;
	/** Counted from 1. */
	line: number;
}

const OPERATORS: Readonly<Record<string, string>> = {
	"<": "<=",
	"<=": "<",
	">": ">=",
	">=": ">",
	"===": "!==",
	"!==": "===",
	"+": "-",
	"-": "+",
	"*": "/",
	"/": "*",
	"%": "*",
	"&&": "||",
	"||": "&&",
	"+=": "-=",
	"-=": "+=",
	"??": "&&",
};

const FUNCTIONS: Readonly<Record<string, string>> = {
	"Math.floor": "Math.ceil",
	"Math.ceil": "Math.floor",
	"Math.round": "Math.floor",
	"Math.min": "Math.max",
	"Math.max": "Math.min",
};

/** Returns every mutation of a source. Types, texts and imports are left as they are. */
export function findMutations(name: string, text: string): Mutation[] {
	const kind = name.endsWith("x") ? parser.ScriptKind.TSX : parser.ScriptKind.TS;
	const file = parser.createSourceFile(name, text, parser.ScriptTarget.Latest, true, kind);
	const found: Mutation[] = [];
	const replace = (node: ts.Node, put: string): void => {
		const start = node.getStart(file);
		const line = file.getLineAndCharacterOfPosition(start).line + 1;
		found.push({ start, find: text.slice(start, node.end), put, line });
	};
	const visit = (node: ts.Node): void => {
		if (parser.isTypeNode(node) || parser.isImportDeclaration(node) || parser.isInterfaceDeclaration(node)) return;
		if (parser.isTypeAliasDeclaration(node)) return;
		if (parser.isBinaryExpression(node)) {
			const operator = node.operatorToken.getText(file);
			const put = OPERATORS[operator];
			const isText = operator === "+" && [node.left, node.right].some((side) => parser.isStringLiteralLike(side));
			if (put && !isText) replace(node.operatorToken, put);
		} else if (parser.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
			replace(node, node.operand.getText(file));
		} else if (parser.isNumericLiteral(node)) {
			replace(node, changeNumber(node, file));
		} else if (node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword) {
			replace(node, node.kind === SyntaxKind.TrueKeyword ? "false" : "true");
		} else if (parser.isPropertyAccessExpression(node)) {
			const put = FUNCTIONS[node.getText(file)];
			if (put) replace(node, put);
		} else if (parser.isExpressionStatement(node) && parser.isCallExpression(node.expression)) {
			replace(node, ";");
		}
		parser.forEachChild(node, visit);
	};
	visit(file);
	// An expression in parentheses cannot be a key of an object, such as `0:`.
	return found.filter(({ find, put, start }) => !(put.startsWith("(") && text.startsWith(":", start + find.length)));
}

/** A limit or a pause is a choice, and one more is no fault: it is lifted instead, or there is none. */
function changeNumber(node: ts.NumericLiteral, file: ts.SourceFile): string {
	let owner: ts.Node = node;
	while (owner.parent && !parser.isVariableDeclaration(owner)) owner = owner.parent;
	const name = parser.isVariableDeclaration(owner) ? owner.name.getText(file) : "";
	const isChoice = /^[A-Z][A-Z\d_]+$/.test(name) && Number(node.text) >= 10;
	if (isChoice) return /MAX/.test(name) ? `(${node.getText(file)} * 1000)` : "0";
	return node.text === "0" ? "1" : `(${node.getText(file)} + 1)`;
}

/** The text with a mutation in it. */
export function mutate(text: string, { start, find, put }: Mutation): string {
	if (!text.startsWith(find, start)) throw new Error(`"${find}" is not at ${start}`);
	return text.slice(0, start) + put + text.slice(start + find.length);
}
