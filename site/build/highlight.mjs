import { createCssVariablesTheme, createHighlighter } from "shiki";
import { h } from "./element.mjs";

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
];

const theme = createCssVariablesTheme({ name: "variables", variablePrefix: "--" });
const highlighter = createHighlighter({ langs: LANGUAGES, themes: [theme] });

/** Spans of a piece of code with a class for each kind of token; the policy allows no style attributes. */
export async function highlight(code, language) {
	const shiki = await highlighter;
	const isShell = ["sh", "bash", "shell", "console", "shellscript", "zsh"].includes(language);
	if (isShell && /^\$ /m.test(code)) return session(code, shiki);
	if (isShell) return toSpans(shiki, code, "shellscript");
	if (!shiki.getLoadedLanguages().includes(language)) return [{ type: "text", value: code }];
	return toSpans(shiki, code, language);
}

/** Commands after `$ `, and what they print. "Copy" takes the commands alone; the prompt is drawn by the style. */
function session(code, shiki) {
	let continues = false;
	return code.split("\n").flatMap((line, index, { length }) => {
		const isCommand = continues || line.startsWith("$ ");
		const text = !continues && isCommand ? line.slice(2) : line;
		const className = [isCommand ? "command" : "output", ...(isCommand && !continues ? ["prompt"] : [])];
		continues = isCommand && line.endsWith("\\");
		const children = isCommand ? toSpans(shiki, text, "shellscript") : [text];
		return [h("span", { className }, ...children), ...(index < length - 1 ? [{ type: "text", value: "\n" }] : [])];
	});
}

function toSpans(shiki, code, lang) {
	// Without a time limit: on a busy machine lines would lose their colors.
	const lines = shiki.codeToTokensBase(code, { lang, theme: "variables", tokenizeTimeLimit: 0 });
	return lines.flatMap((tokens, index) => [
		...(index > 0 ? [{ type: "text", value: "\n" }] : []),
		...mergeTokens(lang === "shellscript" ? tokens.flatMap(plainWords) : tokens).map(({ content, kind }) =>
			kind ? h("span", { className: [`t-${kind}`] }, content) : { type: "text", value: content },
		),
	]);
}

/** The grammar of shells takes every word of a command for a string: options get a color, other words none. */
function plainWords({ content, color = "" }) {
	if (!color.endsWith("--token-string)")) return { content, color };
	return content
		.split(/(?<=^|\s)(-[\w-]*)/)
		.map((part, index) => ({ content: part, color: index % 2 === 1 ? "var(--token-keyword)" : "" }));
}

/** Neighbors of one kind become one span. */
function mergeTokens(tokens) {
	const merged = [];
	for (const { content, color = "" } of tokens) {
		const kind = /--token-([\w-]+)/.exec(color)?.[1];
		const last = merged.at(-1);
		if (last && last.kind === kind) last.content += content;
		else merged.push({ content, kind });
	}
	return merged;
}
