import { type ReactNode, useState } from "react";
import type { TextPart } from "../../../../src/template/special-tokens.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import type { DialectResult, RenderResult, TemplateProblem } from "./render.ts";

/** The rendered text in both dialects, with white space made visible. */
export function Rendered({ python, reference }: Omit<RenderResult, "problems">) {
	const [isVisible, setVisible] = useState(true);
	return (
		<>
			<div className="dialects">
				<Dialect name="Rendered" title="Rendered, as Python's Jinja2 does" result={python} isVisible={isVisible} />
				<Dialect name="Reference" title="As the reference client does" result={reference} isVisible={isVisible} />
			</div>
			<p className="note">
				{python && reference && describeDialects(python, reference)}
				{python?.text !== undefined && `${python.text.length} characters.`}
			</p>
			<label className="check">
				<input type="checkbox" checked={isVisible} onChange={(event) => setVisible(event.target.checked)} />
				Show white space
			</label>
		</>
	);
}

interface DialectProps {
	name: string;
	title: string;
	result: DialectResult | undefined;
	isVisible: boolean;
}

function describeDialects(python: DialectResult, reference: DialectResult): string {
	if (python.text !== undefined && python.text === reference.text) return "Both dialects render the same text. ";
	const isSameError = python.problem && python.problem.message === reference.problem?.message;
	return isSameError ? "Both dialects fail with the same error. " : "The dialects differ. ";
}

function Dialect({ name, title, result, isVisible }: DialectProps) {
	return (
		<section className="dialect" aria-label={name}>
			<p className="region-title">{title}</p>
			{result?.text === undefined ? (
				<p className="note">
					{result?.problem
						? `Fails${place(result.problem)}: ${result.problem.message}`
						: "Nothing is rendered while the input has an error."}
				</p>
			) : (
				<div className="code-block">
					<pre tabIndex={0}>{isVisible ? showParts(result.parts) : result.text}</pre>
					<CopyButton text={result.text} />
				</div>
			)}
		</section>
	);
}

function place({ line }: TemplateProblem): string {
	return line === undefined ? "" : ` in line ${line}`;
}

/** Pieces with marks for spaces, tabs and line breaks. The marks are drawn by the style: selecting text leaves them out. */
function showParts(parts: readonly TextPart[]): ReactNode {
	return parts.map(({ text, isSpecial }, index) => {
		const key = index;
		const pieces = showSpaces(text);
		return isSpecial ? (
			<mark className="special" key={key}>
				{pieces}
			</mark>
		) : (
			<span key={key}>{pieces}</span>
		);
	});
}

const SPACES: Record<string, string> = { " ": "space", "\t": "tab", "\n": "break" };

function showSpaces(text: string): ReactNode[] {
	return text.split(/([ \t\n])/).map((piece, index) => {
		const key = index;
		return SPACES[piece] ? (
			<span key={key} className={SPACES[piece]}>
				{piece}
			</span>
		) : (
			piece
		);
	});
}
