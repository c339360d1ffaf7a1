import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "@typescript/typescript6";
import { analyse } from "scslre";
import { expect, it } from "vitest";

/**
 * Every regular expression of the sources takes time in proportion to the text, or is listed here with the reason why its
 * text is short or ours. No clock is needed: the expression itself tells. `test/hostile/linear-readers.long.ts` measures
 * what this cannot see: work that is not done by expressions, and expressions that are put together when `hub` runs.
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
		"cli/mcp/agent.ts": [String.raw`/@.*$/`],
		"cli/options/parsers.ts": [String.raw`/^([!#$%&'*+.^_${TICK}|~\w-]+)\s*:\s*(.*)$/s`],
		"cli/options/size.ts": [String.raw`/^\s*(\d+(?:\.\d+)?)\s*([kmgt]?i?)b?\s*$/i`],
		"cli/options/value-kinds.ts": [String.raw`/[<[][^>\]]*\b(?:file|path|dir|folder|json)\b/`],
		"cli/output/save.ts": [String.raw`/[^.]*$/`],
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
		"snippets/api/values.ts": [String.raw`/[^.]*$/`],
		"template/builtins/html-filters.ts": [String.raw`/(\w+)(\W) /g`],
		"template/builtins/str-format.ts": [String.raw`/^(\d*)(.*)$/`],
		"template/values/number-format.ts": [String.raw`/\.?0+$/`],
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
		"sandbox/text/words.ts": [
			String.raw`/\s*\S+|\s+$/g`,
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

function literalsOf(path: string): string[] {
	const literals: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) literals.push(node.text);
		ts.forEachChild(node, visit);
	};
	const text = readFileSync(join(root, path), "utf8");
	visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false));
	return literals;
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
