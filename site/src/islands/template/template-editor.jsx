import { useId, useRef } from "react";

/**
 * The source of a template, with the numbers of its lines.
 * @param marked lines with errors
 * @param children buttons
 */
export function TemplateEditor({ value, onChange, marked, children }) {
	const id = useId();
	const gutter = useRef(null);
	const lines = Array.from({ length: value.split("\n").length }, (_, index) => index + 1);
	return (
		<div className="template-editor">
			<div className="editor-head">
				<label htmlFor={id}>Template</label>
				{children}
			</div>
			<div className="editor-body">
				<div className="gutter" aria-hidden="true" ref={gutter}>
					{lines.map((line) => (
						<span key={line} className={marked.includes(line) ? "marked" : undefined}>
							{line}
						</span>
					))}
				</div>
				<textarea
					id={id}
					className="mono"
					rows={16}
					wrap="off"
					spellCheck={false}
					autoComplete="off"
					aria-invalid={marked.length > 0}
					value={value}
					onChange={(event) => onChange(event.target.value)}
					onScroll={({ target }) => {
						gutter.current.scrollTop = target.scrollTop;
					}}
				/>
			</div>
		</div>
	);
}
