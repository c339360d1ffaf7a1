import { listKeywords, matchWords } from "../text/words.ts";
import type { Skill } from "./conversation.ts";
import programs from "./data/programs.json" with { type: "json" };

/** Writes code in a fenced block. */
export const writeCode: Skill = ({ question }) => {
	const isCode = /\b(?:code|function|program|script|implement|snippet|class)\b/i.test(question);
	const isJavaScript = /\b(?:javascript|typescript|js|ts|node)\b/i.test(question);
	if (!isCode || !/\b(?:write|implement|show|give|create|how|code)\b/i.test(question)) return undefined;
	const known = programs.find(({ words }) => matchWords(words).test(question));
	const name = listKeywords(
		question.replace(
			/\b(?:code|function|program|script|implement\w*|snippet|class|in|python|javascript|typescript|js|ts|node|show|create)\b/gi,
			"",
		),
	)
		.slice(0, 3)
		.join("_")
		.replace(/\W+/g, "_");
	const language = isJavaScript ? "javascript" : "python";
	const text = known
		? known[language]
		: isJavaScript
			? `function ${toCamelCase(name || "solve")}(input) {\n  return input;\n}`
			: `def ${name || "solve"}(value):\n    return value`;
	const note = known ? "" : "\n\nThis is only a frame: the sandbox does not know this program.";
	return `\`\`\`${language}\n${text}\n\`\`\`${note}`;
};

function toCamelCase(name: string): string {
	return name.replace(/_+(.)/g, (_, letter: string) => letter.toUpperCase());
}
