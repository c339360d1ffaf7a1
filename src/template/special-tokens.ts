/** A piece of rendered text. */
export interface TextPart {
	readonly text: string;
	/** The piece is a special token of the model, not ordinary text. */
	readonly isSpecial: boolean;
}

/** The shapes special tokens have in the common families of chat templates. */
const SHAPES = [
	String.raw`<[|｜][^<>|｜\s]{1,60}[|｜]>`,
	"</?s>",
	String.raw`\[/?(?:INST|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|SYSTEM_PROMPT)\]`,
	"<(?:start|end)_of_(?:turn|image)>",
	"<(?:bos|eos|pad|unk|mask)>",
	"</?(?:BOS|EOS)(?:_TOKEN)?>",
];

/**
 * Splits rendered text at special tokens, so that they can be shown as such. Joining the pieces gives the text again.
 *
 * @param known further tokens, such as `bos_token` and `eos_token` of the model
 */
export function splitSpecialTokens(text: string, known: readonly string[] = []): TextPart[] {
	const literals = known
		.filter((token) => token !== "")
		.sort((a, b) => b.length - a.length)
		.map((token) => token.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
	const pattern = new RegExp(`(${[...literals, ...SHAPES].join("|")})`);
	// Splitting at a group gives ordinary and special pieces in turn.
	return text
		.split(pattern)
		.map((part, index) => ({ text: part, isSpecial: index % 2 === 1 }))
		.filter((part) => part.text !== "");
}
