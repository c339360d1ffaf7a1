import { CodeBlock } from "../parts/code-block.jsx";

/** The command that installs what a snippet needs, and the snippet. */
export function SnippetView({ snippet: { language, variant, content, setup } }) {
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
function isLink(content) {
	return /^[a-z][\w+.-]*:\/\/\S+$/.test(content);
}
