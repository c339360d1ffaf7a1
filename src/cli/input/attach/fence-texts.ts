/** A file that goes with a prompt. */
export type Attachment =
	| { kind: "text"; name: string; text: string }
	/** `url` is a data URL, or a web URL as it was given. */
	| { kind: "image"; name: string; url: string };

/**
 * Returns the texts, each in a fence with its name; an empty string if there are none. A fence is longer than any
 * within its text.
 */
export function fenceTexts(attachments: readonly Attachment[]): string {
	return attachments
		.flatMap((attachment) => (attachment.kind === "text" ? fence(attachment.name, attachment.text) : []))
		.join("\n\n");
}

function fence(name: string, text: string): string {
	const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
	const ticks = "`".repeat(longest + 1);
	// Neither may be in the line that opens a fence.
	const title = name.replace(/[`\p{Cc}]/gu, "_");
	return `${ticks}${title}\n${text.replace(/\r?\n$/, "")}\n${ticks}`;
}
