import type { ReactNode } from "react";
import type { JSONOutput } from "typedoc";
import { Code } from "./code.tsx";

/** A comment of a declaration: its text, then its tags. */
export function Comment({ comment }: { comment: JSONOutput.Comment | undefined }) {
	if (!comment) return null;
	return (
		<>
			<Markdown parts={comment.summary} />
			{(comment.blockTags ?? []).map((block) => (
				<Block key={JSON.stringify(block)} block={block} />
			))}
		</>
	);
}

export type CommentPart = Pick<JSONOutput.CommentDisplayPart, "kind" | "text">;

const TITLES: Record<string, string> = {
	"@returns": "Returns",
	"@throws": "Throws",
	"@default": "Default",
	"@defaultValue": "Default",
	"@example": "Example",
	"@deprecated": "Deprecated",
	"@see": "See",
};

function Block({ block: { tag, content } }: { block: JSONOutput.CommentTag }) {
	const title = TITLES[tag];
	if (!title) return <Markdown parts={content} />;
	const isCode = content.some(({ kind, text }) => kind === "code" && text.startsWith("```"));
	if (isCode) return <Markdown parts={content} />;
	return (
		<p>
			<strong>{title}:</strong> <Inline parts={content} />
		</p>
	);
}

/** Parts of a comment as paragraphs, lists and code. */
export function Markdown({ parts = [] }: { parts?: readonly CommentPart[] | undefined }): ReactNode {
	const blocks: CommentPart[][] = [[]];
	for (const part of parts) {
		if (part.kind === "code" && part.text.startsWith("```")) blocks.push([part], []);
		else if (part.kind === "text") {
			const [first = "", ...others] = part.text.split(/\n\n+|\n(?=- )/);
			blocks.at(-1)?.push({ kind: "text", text: first });
			for (const text of others) blocks.push([{ kind: "text", text }]);
		} else blocks.at(-1)?.push(part);
	}
	return blocks
		.filter((block) => block.some(({ text }) => text.trim() !== ""))
		.map((block) => {
			const key = JSON.stringify(block);
			const fence = /^```(\w*)\n([\s\S]*?)\n?```$/.exec(block[0]?.text ?? "");
			if (fence) {
				return (
					<Code key={key} language={fence[1] === "ts" || fence[1] === "" ? "typescript" : fence[1]}>
						{fence[2]}
					</Code>
				);
			}
			return (
				<p key={key}>
					<Inline parts={block} />
				</p>
			);
		});
}

export function Inline({ parts }: { parts: readonly CommentPart[] }) {
	return parts.map((part, index) => {
		const key = `${index}-${part.text}`;
		if (part.kind === "code") return <code key={key}>{part.text.replace(/^`+|`+$/g, "")}</code>;
		if (part.kind === "inline-tag") return <code key={key}>{part.text}</code>;
		return <span key={key}>{part.text}</span>;
	});
}
