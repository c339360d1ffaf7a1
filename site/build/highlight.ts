import type { ElementContent } from "hast";
import { type BundledLanguage, createCssVariablesTheme, createHighlighter, type Highlighter } from "shiki";
import { h } from "./element.ts";

const LANGUAGES = [
	"javascript",
	"typescript",
	"tsx",
	"python",
	"shellscript",
	"json",
	"yaml",
	"html",
	"csharp",
	"swift",
	"jinja",
	"toml",
	"r",
	"java",
	"kotlin",
	"diff",
	"docker",
	"markdown",
] as const satisfies BundledLanguage[];

type Shiki = Highlighter;
type Language = (typeof LANGUAGES)[number];

const isLoaded = (language: string): language is Language => LANGUAGES.some((known) => known === language);

const ALIASES: Record<string, Language> = {
	js: "javascript",
	ts: "typescript",
	py: "python",
	jinja2: "jinja",
	dockerfile: "docker",
	md: "markdown",
};

const theme = createCssVariablesTheme({ name: "variables", variablePrefix: "--" });
const highlighter: Promise<Shiki> = createHighlighter({ langs: [...LANGUAGES], themes: [theme] });

/** Spans of a piece of code with a class for each kind of token; the policy allows no style attributes. */
export async function highlight(code: string, language: string): Promise<ElementContent[]> {
	const shiki = await highlighter;
	const isShell = ["sh", "bash", "shell", "console", "shellscript", "zsh"].includes(language);
	if (isShell && /^\$ /m.test(code)) return session(code, shiki);
	if (isShell) return toSpans(shiki, code, "shellscript");
	const known = ALIASES[language] ?? language;
	if (!isLoaded(known)) return [{ type: "text", value: code }];
	return toSpans(shiki, code, known);
}

/** Commands after `$ `, and what they print. "Copy" takes the commands alone; the prompt is drawn by the style. */
function session(code: string, shiki: Shiki): ElementContent[] {
	let continues = false;
	return code.split("\n").flatMap((line, index, { length }): ElementContent[] => {
		const isCommand = continues || line.startsWith("$ ");
		const command = !continues && isCommand ? line.slice(2) : line;
		const className = [isCommand ? "command" : "output", ...(isCommand && !continues ? ["prompt"] : [])];
		continues = isCommand && line.endsWith("\\");
		const children = isCommand ? toSpans(shiki, command, "shellscript") : [text(command)];
		return [h("span", { className }, ...children), ...(index < length - 1 ? [text("\n")] : [])];
	});
}

function toSpans(shiki: Shiki, code: string, lang: Language): ElementContent[] {
	// Without a time limit: on a busy machine lines would lose their colors.
	const lines = shiki.codeToTokensBase(code, { lang, theme, tokenizeTimeLimit: 0 });
	return lines.flatMap((tokens, index): ElementContent[] => [
		...(index > 0 ? [text("\n")] : []),
		...mergeTokens(lang === "shellscript" ? tokens.flatMap(plainWords) : tokens).map(({ content, kind }) =>
			kind ? h("span", { className: [`t-${kind}`] }, content) : text(content),
		),
	]);
}

/** The grammar of shells takes every word of a command for a string: options get a color, other words none. */
function plainWords({ content, color = "" }: Token): Token[] {
	if (!color.endsWith("--token-string)")) return [{ content, color }];
	return content
		.split(/(?<=^|\s)(-[\w-]*)/)
		.map((part, index) => ({ content: part, color: index % 2 === 1 ? "var(--token-keyword)" : "" }));
}

interface Token {
	content: string;
	color?: string;
}

/** Text of one kind. */
interface Run {
	content: string;
	kind: string | undefined;
}

const text = (value: string): ElementContent => ({ type: "text", value });

/** Neighbors of one kind become one span. */
function mergeTokens(tokens: readonly Token[]): Run[] {
	const merged: Run[] = [];
	for (const { content, color = "" } of tokens) {
		const kind = /--token-([\w-]+)/.exec(color)?.[1];
		const last = merged.at(-1);
		if (last && last.kind === kind) last.content += content;
		else merged.push({ content, kind });
	}
	return merged;
}
