import { CodeBlock } from "../parts/code-block.tsx";
import type { ModelSnippet } from "./describe-model.ts";

/** The command that installs what a snippet needs, and the snippet. */
export function SnippetView({ snippet: { language, variant, content, setup } }: { snippet: ModelSnippet }) {
	return (
		<div className="snippet">
			{variant && <p className="variant">{variant}</p>}
			{setup && (
				<div className="setup">
					<span>Set up</span>
					<CodeBlock language="sh">{setup}</CodeBlock>
				</div>
			)}
			{isLink(content) ? <a href={content}>{content}</a> : null}
			<CodeBlock language={language}>{content}</CodeBlock>
		</div>
	);
}

/** Apps are opened by links of their own schemes. */
function isLink(content: string): boolean {
	return /^[a-z][\w+.-]*:\/\/\S+$/.test(content);
}
