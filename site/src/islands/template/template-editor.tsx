import { type ReactNode, useId, useRef } from "react";

interface Props {
	value: string;
	onChange(value: string): void;
	/** Lines with errors. */
	marked: readonly number[];
	/** Buttons. */
	children: ReactNode;
}

/** The source of a template, with the numbers of its lines. */
export function TemplateEditor({ value, onChange, marked, children }: Props) {
	const id = useId();
	const gutter = useRef<HTMLDivElement>(null);
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
					onScroll={({ currentTarget }) => {
						if (gutter.current) gutter.current.scrollTop = currentTarget.scrollTop;
					}}
				/>
			</div>
		</div>
	);
}
