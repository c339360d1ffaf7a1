import { CopyButton } from "./copy-button.tsx";
import { Highlighted } from "./highlighted.tsx";
import "./code-block.css";

/** Code with "Copy". */
export function CodeBlock({ children, language }: { children: string; language?: string }) {
	return (
		<div className={children.includes("\n") ? "code-block" : "code-block line"}>
			<pre tabIndex={0}>
				<code>{language ? <Highlighted language={language}>{children}</Highlighted> : children}</code>
			</pre>
			<CopyButton text={children} />
		</div>
	);
}
