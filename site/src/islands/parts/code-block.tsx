import { CopyButton } from "./copy-button.tsx";
import { Highlighted } from "./highlighted.tsx";
import "./code-block.css";

/** Languages, as the bar above code names them. */
const LABELS: Readonly<Record<string, string>> = { sh: "Shell", js: "JavaScript", python: "Python", json: "JSON" };

/** Code with "Copy"; several lines have a bar with their language, like the code blocks of the pages. */
export function CodeBlock({ children, language = "" }: { children: string; language?: string }) {
	return (
		<div
			className={children.includes("\n") ? "code-block" : "code-block line"}
			data-language={LABELS[language] ?? language}
		>
			<pre tabIndex={0}>
				<code>{language ? <Highlighted language={language}>{children}</Highlighted> : children}</code>
			</pre>
			<CopyButton text={children} />
		</div>
	);
}
