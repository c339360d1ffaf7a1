/** A file that goes with a prompt. */
export type Attachment =
	| { kind: "text"; name: string; text: string }
	/** `url` is a data URL, or the given web URL. */
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
	// The line that opens a fence may contain neither.
	const title = name.replace(/[`\p{Cc}]/gu, "_");
	return `${ticks}${title}\n${text.replace(/\r?\n$/, "")}\n${ticks}`;
}
