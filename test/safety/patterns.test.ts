import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "@typescript/typescript6";
import { analyse } from "scslre";
import { expect, it, onTestFinished } from "vitest";

/**
 * Every regular expression of the sources takes time in proportion to the text, or is listed here with the reason why its
 * text is short or ours. No clock is needed: the expression itself tells. Those that are put together when `hub` runs are
 * put together here from the constants in the sources; what is only known then is a letter here, or is listed below.
 * `test/hostile/linear-readers.long.ts` measures what this cannot see: work that is not done by expressions.
 */

/** A backtick, which ends a text of the list below. */
const TICK = "`";

/** The expressions of each file, as they are written there. */
type Listed = Readonly<Record<string, readonly string[]>>;

const EXCEPTIONS: Readonly<Record<string, Listed>> = {
	"Written by the user: options, lines of a chat, settings, files of settings.": {
		"cli/commands/batch/recipe.ts": [String.raw`/^[a-z][\w+.-]*:\/\/[^\s/@]*:[^\s/@]+@/i`],
		"cli/commands/chat/menu.ts": [
			String.raw`/^(\/(?:image|file|export)\s+)(.*)$/s`,
			String.raw`/^\/([a-z][\w-]*|\?)(?:\s+([\s\S]*))?$/i`,
		],
		"cli/commands/chat/slash-actions.ts": [String.raw`/^(\S+?)(?:\s*=\s*|\s+|$)(.*)$/s`],
		"cli/commands/batch/options.ts": [String.raw`/^(\d*\.?\d+)\s*,\s*(\d*\.?\d+)$/`],
		"cli/commands/serve/options.ts": [String.raw`/^\$?(\d+(?:\.\d+)?)\s*(?:USD)?\s*(?:\/\s*(day|month))?$/i`],
		"cli/commands/snippet/call-snippet.ts": [String.raw`/^x-|\+.*$/g`],
		"cli/config/stored-names.ts": [String.raw`/\s*,\s*/`],
		"cli/input/walk-folder.ts": [String.raw`/^\s*(?=\[)/m`, String.raw`/^\s*excludesfile\s*=\s*(.+?)\s*$/im`],
		"cli/mcp/agent.ts": ["/@.*$/"],
		"cli/options/parsers.ts": [String.raw`/^([!#$%&'*+.^_${TICK}|~\w-]+)\s*:\s*(.*)$/s`],
		"cli/options/size.ts": [String.raw`/^\s*(\d+(?:\.\d+)?)\s*([kmgt]?i?)b?\s*$/i`],
		"cli/options/value-kinds.ts": [String.raw`/[<[][^>\]]*\b(?:file|path|dir|folder|json)\b/`],
		"cli/output/save.ts": ["/[^.]*$/"],
		"cli/output/select/jq/text-functions.ts": [
			String.raw`/\\.|\[(?:\\.|[^\]])*\]|\((?:\?<([A-Za-z_]\w*)>|(?!\?))/gs`,
			String.raw`/\\.|\[(?:\\.|[^\]])*\]|\s+|#.*/gs`,
		],
		"cli/prompts/first-word.ts": [String.raw`/^(?!https?:)\S*[/:\d]\S*$/`],
		"cli/sign-in/hf-tokens.ts": [String.raw`/^([^\s=:#;][^=:]*?)\s*[=:]\s*(.*)$/`],
		"cli/terminal/page.ts": [String.raw`/^( *)(\S.*?)(?: {2,}(\S.*))?$/`],
		"cli/terminal/shells.ts": [String.raw`/(\\*)(?:"|$)/g`],
		"cli/ui/editor.ts": [String.raw`/[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u`],
	},
	"Written by hub itself: texts of the catalogue, help, numbers, stack traces.": {
		"catalogue/local-apps.ts": [String.raw`/\[.*?\]/g`],
		"cli/commands/launch/print.ts": [String.raw`/^--([\w-]+).*$/s`],
		"cli/config/crash-report.ts": [String.raw`/\n\s+at (?:.*\()?(?:.*[/\\])?([^/\\():]+):(\d+:\d+)\)?/`],
		"cli/errors/system.ts": [String.raw`/\.[^/\\]+$/`],
		"exchange/token-price.ts": [String.raw`/\.?0+$/`],
		"inference/adapters/shape.ts": [String.raw`/([\w-]+)(\??): ((?:\{[^}]*\}|[^,{])+)/g`],
		"snippets/api/values.ts": ["/[^.]*$/"],
		"template/builtins/html-filters.ts": [String.raw`/(\w+)(\W) /g`],
		"template/builtins/str-format.ts": [String.raw`/^(\d*)(.*)$/`],
		"template/values/number-format.ts": [String.raw`/\.?0+$/`],
	},
	"Taken from where it stands, without a search.": {
		"inference/object/pattern.ts": [String.raw`/(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y`],
	},
	"Cut before, or bounded as a URL or header is.": {
		"cli/errors/report.ts": [String.raw`/\s*\n\s*/g`],
		"exchange/clean-request.ts": ["/;.*$/s"],
		"exchange/log-record.ts": ["/[?#].*$/"],
		"gateway/access.ts": [String.raw`/^bearer\s+(.*)$/i`],
		"limits/rate-headers.ts": [String.raw`/(\d+(?:\.\d+)?)(ms|[smhd])/g`],
		"sandbox/chat/arithmetic.ts": [
			String.raw`/[-(\d.][-+*/^%().\d\s]*[+*/^%-][-+*/^%().\d\s]*[\d)]/`,
			String.raw`/\s*([+*/^%]|(?<=[\d)]\s*)-)\s*/g`,
		],
		"sandbox/urls.ts": [String.raw`/^([^/]*)\/?(.*)$/s`],
	},
	"Matches whatever comes, so that it never goes back.": {
		"template/builtins/str-format.ts": [String.raw`/^([^.[]*)([\s\S]*)$/`],
	},
	"Prompts of the sandbox, which makes up answers for the user alone.": {
		"sandbox/chat/agent.ts": [String.raw`/\{.*\}/`],
		"sandbox/chat/reply.ts": [
			String.raw`/^([^:\n]{1,300}):\s*(.+)$/s`,
			String.raw`/^(?:please )?(?:say|repeat(?: after me)?|echo|(?:reply|respond|answer) with)(?: only| just| exactly| the words?)*\s*:?\s+(.+)$/is`,
		],
		"sandbox/chat/schema-value.ts": [String.raw`/(\[[^\]]+\]|\\.|[^\\^$(){}[\]|])(?:\{(\d+)(?:,\d*)?\}|([*+?]))?/g`],
		"sandbox/endpoints/audio.ts": [String.raw`/\s*\S+|\s+$/g`],
		"sandbox/endpoints/responses.ts": [String.raw`/\s*\S+|\s+$/g`],
		"sandbox/text/words.ts": [
			String.raw`/[^.!?…]+(?:[.!?…]+(?:["'”’)]+)?(?=\s|$)|[.](?=\S)[^.!?…]*)*[.!?…]*/g`,
			String.raw`/\s*(?:[\p{L}\p{M}'’]{1,8}|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}])|\s+$/gu`,
		],
	},
};

const root = fileURLToPath(new URL("../../src", import.meta.url));
const QUANTIFIED = /[*+]|\{\d*,\}/;

/** Whether a text exists for which the expression takes more than twice as long when the text is twice as long. */
function isSuperlinear(literal: string): boolean {
	const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(literal) ?? [];
	return QUANTIFIED.test(source) && analyse({ source, flags }, { assumeRejectingSuffix: false }).reports.length > 0;
}

const parsed = new Map<string, ts.SourceFile>();

function parse(path: string): ts.SourceFile {
	const known = parsed.get(path);
	if (known) return known;
	const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
	parsed.set(path, file);
	return file;
}

function find<Found extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is Found): Found[] {
	const found: Found[] = [];
	const visit = (node: ts.Node): void => {
		if (is(node)) found.push(node);
		ts.forEachChild(node, visit);
	};
	visit(root);
	return found;
}

function literalsOf(path: string): string[] {
	return find(parse(join(root, path)), ts.isRegularExpressionLiteral).map(({ text }) => text);
}

/** What makes an expression of a text: `new RegExp`, and `lazyPattern`. */
function isMaker(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
	if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
	return ["RegExp", "lazyPattern"].includes(node.expression.getText());
}

/** What a constant is, in its own file or in that which exports it; undefined if it is not one. */
function constantOf(name: string, file: ts.SourceFile): ts.Expression | undefined {
	const declared = find(file, ts.isVariableDeclaration).filter((each) => each.name.getText() === name);
	if (declared.length === 1) return declared[0]?.initializer;
	for (const { importClause, moduleSpecifier } of find(file, ts.isImportDeclaration)) {
		const bindings = importClause?.namedBindings;
		const isHere = bindings && ts.isNamedImports(bindings) && bindings.elements.some((each) => each.name.text === name);
		const from = (moduleSpecifier as ts.StringLiteral).text;
		if (isHere && from.endsWith(".ts")) return constantOf(name, parse(join(file.fileName, "..", from)));
	}
	return undefined;
}

/** Stands for a text that is only known when hub runs. */
const UNKNOWN = "\0";

/** The text of an expression of constants. */
function textOf(node: ts.Expression | undefined): string {
	if (!node) return UNKNOWN;
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return textOf(node.expression);
	if (ts.isTemplateExpression(node)) {
		return node.head.text + node.templateSpans.map((span) => textOf(span.expression) + span.literal.text).join("");
	}
	if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "String.raw") {
		const raw = (part: ts.LiteralLikeNode & { rawText?: string }): string => part.rawText ?? part.text;
		const { template } = node;
		if (ts.isNoSubstitutionTemplateLiteral(template)) return raw(template);
		return (
			raw(template.head) + template.templateSpans.map((span) => textOf(span.expression) + raw(span.literal)).join("")
		);
	}
	if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
		return textOf(node.left) + textOf(node.right);
	}
	if (
		ts.isCallExpression(node) &&
		ts.isPropertyAccessExpression(node.expression) &&
		node.expression.name.text === "join"
	) {
		const list = node.expression.expression;
		const [separator] = node.arguments;
		if (ts.isArrayLiteralExpression(list)) return list.elements.map(textOf).join(textOf(separator));
	}
	return ts.isIdentifier(node) ? textOf(constantOf(node.text, node.getSourceFile())) : UNKNOWN;
}

interface BuiltPattern {
	source: string;
	flags: string;
}

function builtIn(path: string): BuiltPattern[] {
	const makers = find(parse(path), isMaker);
	return makers.map(({ arguments: given = [] }) => {
		const flags = given[1] && ts.isStringLiteralLike(given[1]) ? given[1].text : "";
		return { source: textOf(given[0]), flags };
	});
}

/** Whether an expression that is put together may take long: it is not known as a whole, or is superlinear. */
function isDoubtful({ source, flags }: BuiltPattern): boolean {
	if (source.includes(UNKNOWN)) return true;
	return QUANTIFIED.test(source) && analyse({ source, flags }, { assumeRejectingSuffix: false }).reports.length > 0;
}

it("knows an expression that takes the square of its text", () => {
	expect(isSuperlinear("/=+$/")).toBe(true);
	expect(isSuperlinear("/\\s*\\n/")).toBe(true);
	expect(isSuperlinear("/^=+$/")).toBe(false);
});

it("has no regular expression that takes more than linear time on a text from outside", () => {
	const found: Record<string, string[]> = {};
	for (const path of readdirSync(root, { recursive: true, encoding: "utf8" })) {
		if (!/\.tsx?$/.test(path)) continue;
		const literals = literalsOf(path).filter(isSuperlinear);
		if (literals.length > 0) found[path.replaceAll("\\", "/")] = literals;
	}
	const listed: Record<string, string[]> = {};
	for (const [path, literals] of Object.values(EXCEPTIONS).flatMap((files) => Object.entries(files)))
		listed[path] = [...(listed[path] ?? []), ...literals];
	const sorted = (files: Record<string, string[]>): string[] =>
		Object.entries(files)
			.flatMap(([path, literals]) => literals.map((literal) => `${path}: ${literal}`))
			.sort();
	expect(sorted(found)).toEqual(sorted(listed));
});

/** Expressions that are put together of more than constants: how many each file has, and why they are no danger. */
const BUILT: Readonly<Record<string, Readonly<Record<string, number>>>> = {
	"The part is a word, a name, a class or a number of ours.": {
		"base/media-type.ts": 1,
		"base/secret-forms.ts": 1,
		"catalogue/gguf.ts": 2,
		"exchange/cost-limit.ts": 1,
		"gateway/context-excess.ts": 1,
		"gateway/routes.ts": 1,
		"inference/chat-form.ts": 1,
		"limits/rate-headers.ts": 1,
		"sandbox/endpoints/models.ts": 2,
		"sandbox/known-models.ts": 2,
		"sandbox/records.ts": 1,
		"sandbox/services.ts": 3,
		"snippets/library/snippet.ts": 1,
		"template/builtins/full-numbers.ts": 1,
		"template/builtins/text-methods.ts": 1,
		"template/syntax/grammar.ts": 3,
		"template/variables.ts": 1,
		"cli/config/settings.ts": 1,
		"cli/input/media.ts": 1,
		"cli/markdown/highlight.ts": 1,
	},
	"The callers are looked at.": { "base/lazy-pattern.ts": 1 },
	"The part is a text whose signs are escaped.": {
		"template/special-tokens.ts": 1,
		"template/syntax/dialect.ts": 5,
		"cli/commands/launch/print.ts": 1,
	},
	"Marks of code, each kind of which is looked for once: test/hostile measures it.": { "cli/markdown/inline.ts": 1 },
	"Written by the user: jq programs, --allow-tools.": {
		"cli/mcp/toolbox.ts": 1,
		"cli/output/select/jq/compile.ts": 1,
		"cli/output/select/jq/text-functions.ts": 1,
	},
	"Of a schema: one is never run, and the other one runs on a character.": { "inference/object/pattern.ts": 2 },
};

it("knows an expression that is put together", () => {
	const folder = mkdtempSync(join(tmpdir(), "hub-patterns-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const doubtful = (code: string): boolean[] => {
		const path = join(folder, `${parsed.size}.ts`);
		writeFileSync(path, code);
		return builtIn(path).map(isDoubtful);
	};
	writeFileSync(join(folder, "other.ts"), 'export const SPACE = "\\\\s*";');
	expect(doubtful('const A = "=+"; new RegExp(`\u0024{A}$`)')).toEqual([true]);
	expect(doubtful('const A = "=+"; new RegExp("^" + A)')).toEqual([false]);
	expect(doubtful('import { SPACE } from "./other.ts"; const f = lazyPattern(SPACE + "$", "u")')).toEqual([true]);
	expect(doubtful('new RegExp(["a", String.raw`\\s*\\n`].join("|"))')).toEqual([true]);
	expect(doubtful("const f = (name: string) => new RegExp(`^\u0024{name}$`)")).toEqual([true]);
	expect(doubtful('RegExp("a")')).toEqual([false]);
});

it("has no expression that is put together, and takes more than linear time on a text from outside", () => {
	const found: Record<string, number> = {};
	for (const path of readdirSync(root, { recursive: true, encoding: "utf8" })) {
		if (!/\.tsx?$/.test(path)) continue;
		const { length } = builtIn(join(root, path)).filter(isDoubtful);
		if (length > 0) found[path.replaceAll("\\", "/")] = length;
	}
	expect(found).toEqual(Object.assign({}, ...Object.values(BUILT)));
});
