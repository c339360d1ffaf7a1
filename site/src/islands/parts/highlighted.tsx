import type { ReactNode } from "react";

/** One pattern a language: comments, strings, functions (of shells: commands), keywords and numbers; the rest is plain. */
const STRING = [String.raw`f?"(?:[^"\\\n]|\\.)*"`, String.raw`'(?:[^'\\]|\\.)*'`, "`(?:[^`\\\\]|\\\\.)*`"].join("|");
const PATTERNS: Record<string, RegExp> = {
	js: pattern(String.raw`\/\/[^\n]*`, "import|from|const|let|await|async|for|of|new|return|if|export|function|process"),
	python: pattern("#[^\n]*", "import|from|with|as|def|return|for|in|if|print|True|False|None|open"),
	sh: pattern(
		String.raw`(?<=^|\s)#[^\n]*`,
		String.raw`(?<=\s)--?[a-z][\w-]*`,
		String.raw`(?<=^|\n|\| )(?:[A-Z_]+=\S+ )?[a-z][\w.-]*(?= )`,
	),
	json: pattern("$^", "true|false|null"),
};

/** Highlights code like the code blocks of the pages. */
export function Highlighted({ language, children }: { language: string; children: string }) {
	const expression = PATTERNS[language];
	if (!expression) return children;
	const parts: ReactNode[] = [];
	let end = 0;
	for (const match of children.matchAll(expression)) {
		const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
		parts.push(children.slice(end, match.index));
		parts.push(
			<span key={match.index} className={`t-${kind}`}>
				{match[0]}
			</span>,
		);
		end = match.index + match[0].length;
	}
	return [...parts, children.slice(end)];
}

function pattern(comment: string, keywords: string, functions = "$^"): RegExp {
	const words = keywords.includes("?") ? keywords : String.raw`\b(?:${keywords})\b`;
	const number = String.raw`(?<![\w.-])\d+(?:\.\d+)?(?![\w.-])`;
	return new RegExp(
		`(?<comment>${comment})|(?<string>${STRING})|(?<function>${functions})|(?<keyword>${words})|(?<constant>${number})`,
		"g",
	);
}
