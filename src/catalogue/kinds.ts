/** Facts about a kind of input. */
interface InputFacts {
	/** Members of the task's input. */
	members: readonly string[];
	/** Where its file is: the inputs themselves, or the member `image` of them; null if none is read. */
	file: "inputs" | "image" | null;
	/** Beginnings of the media types that its file may have. Audio-only files often have a video type. */
	media: readonly string[];
	/** What the words of a command line are: text, a file, or both. */
	words: "text" | "file" | "both";
	/** Kinds of one family can often replace each other. */
	family: string;
}

const MEMBERS = ["inputs", "parameters"];
const IMAGE = ["image/"];

/** Kinds of input, a row each. */
export const INPUT_KINDS = {
	messages: { members: ["messages"], file: null, media: IMAGE, words: "text", family: "text" },
	text: { members: MEMBERS, file: null, media: [], words: "text", family: "text" },
	texts: { members: MEMBERS, file: null, media: [], words: "text", family: "text" },
	question: { members: MEMBERS, file: null, media: [], words: "text", family: "text" },
	sentences: { members: MEMBERS, file: null, media: [], words: "text", family: "sentences" },
	table: { members: MEMBERS, file: null, media: [], words: "file", family: "table" },
	"table-question": { members: MEMBERS, file: null, media: [], words: "both", family: "table" },
	image: { members: MEMBERS, file: "inputs", media: IMAGE, words: "file", family: "image" },
	"image-question": { members: MEMBERS, file: "image", media: IMAGE, words: "both", family: "image" },
	"document-question": {
		members: MEMBERS,
		file: "image",
		media: ["image/", "application/pdf"],
		words: "both",
		family: "image",
	},
	/** An image, and a prompt if the model takes one. */
	"image-prompt": { members: MEMBERS, file: "inputs", media: IMAGE, words: "both", family: "image" },
	/** A prompt, and an optional image. */
	"prompt-image": { members: MEMBERS, file: "inputs", media: IMAGE, words: "both", family: "prompt-image" },
	audio: { members: MEMBERS, file: "inputs", media: ["audio/", "video/"], words: "file", family: "audio" },
	video: { members: MEMBERS, file: "inputs", media: ["video/", "image/gif"], words: "file", family: "video" },
	/** Unknown to the library: sent as text. */
	other: { members: MEMBERS, file: null, media: [], words: "text", family: "other" },
} as const satisfies Record<string, InputFacts>;

/** Kind of input. */
export type InputKind = keyof typeof INPUT_KINDS;

/** Returns the facts about a kind of input. */
export function inputFacts(kind: InputKind): InputFacts {
	return INPUT_KINDS[kind];
}

/** Facts about a kind of result. */
interface OutputFacts {
	/** Its name in lists of providers; null: not listed. */
	listedAs: string | null;
	/** Whether the result is one file, has several in it, or has none. */
	files: "one" | "several" | "none";
	/** Content of the result; null: depends on the model. */
	content: "text" | "data" | "image" | "audio" | "video" | null;
	/** The name that an example saves its file under; null: an example prints the result. */
	savedAs: string | null;
	/** Kinds of one family can often replace each other; no kind is similar to `null`. */
	family: string | null;
}

const DATA = { files: "none", savedAs: null } as const;

/** Kinds of results, a row each; the most common first, with their names in lists of providers. */
export const OUTPUT_KINDS = {
	chat: { ...DATA, content: "text", listedAs: "chat", family: "text" },
	image: { content: "image", listedAs: "images", files: "one", savedAs: "image.png", family: "image" },
	video: { content: "video", listedAs: "video", files: "one", savedAs: "video.mp4", family: "video" },
	speech: { content: "audio", listedAs: "speech", files: "one", savedAs: "speech.wav", family: "speech" },
	transcript: { ...DATA, content: "text", listedAs: "transcription", family: "transcript" },
	audio: { content: "audio", listedAs: "audio", files: "one", savedAs: "audio.wav", family: "audio" },
	recordings: { content: "audio", listedAs: "audio", files: "several", savedAs: "audio.wav", family: "recordings" },
	vectors: { ...DATA, content: "data", listedAs: "embeddings", family: "vectors" },
	similarities: { ...DATA, content: "data", listedAs: "embeddings", family: "similarities" },
	text: { ...DATA, content: "text", listedAs: "text", family: "text" },
	summary: { ...DATA, content: "text", listedAs: "text", family: "summary" },
	translation: { ...DATA, content: "text", listedAs: "text", family: "translation" },
	guesses: { ...DATA, content: "data", listedAs: "text", family: "guesses" },
	answer: { ...DATA, content: "data", listedAs: "answers", family: "answer" },
	"table-answer": { ...DATA, content: "data", listedAs: "answers", family: "table-answer" },
	labels: { ...DATA, content: "data", listedAs: "classification", family: "labels" },
	entities: { ...DATA, content: "data", listedAs: "classification", family: "entities" },
	values: { ...DATA, content: "data", listedAs: "classification", family: "values" },
	boxes: { ...DATA, content: "data", listedAs: "objects", family: "boxes" },
	masks: { content: "image", listedAs: "objects", files: "several", savedAs: null, family: "masks" },
	/** Anything else; treated as plain JSON or as a file. */
	other: { ...DATA, content: null, listedAs: null, family: null },
} as const satisfies Record<string, OutputFacts>;

/** Kind of result. */
export type OutputKind = keyof typeof OUTPUT_KINDS;

/** Returns the facts about a kind of result. */
export function outputFacts(kind: OutputKind): OutputFacts {
	return OUTPUT_KINDS[kind];
}
