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
	const lines = shiki.codeToTokensBase(code, { lang, theme: "variables" });
	return lines.flatMap((tokens, index) => [
		...(index > 0 ? [{ type: "text", value: "\n" }] : []),
		...mergeTokens(tokens).map(({ content, kind }) =>
			kind ? h("span", { className: [`t-${kind}`] }, content) : { type: "text", value: content },
		),
	]);
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
