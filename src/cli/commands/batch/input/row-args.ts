import { toBase64 } from "../../../../base/base64.ts";
import { findMediaType } from "../../../../base/media-type.ts";
import { taskName } from "../../../../catalogue/aliases.ts";
import { type InputKind, isFileInput, SIGNATURES } from "../../../../catalogue/signatures.ts";
import type { Args, InferenceTask } from "../../../../inference/index.ts";
import { addParameters } from "../../../../inference/parameters.ts";
import { UsageError } from "../../../errors/usage.ts";
import { fenceTexts } from "../../../input/attachment.ts";
import { MAX_INPUT } from "../../../terminal/terminal.ts";
import { decodeUtf8, FileRow } from "./columns.ts";
import { typeByName } from "./row-columns.ts";
import { checkMedium, type RowFiles, toImageUrl } from "./row-files.ts";

/** Settings that all rows share. */
export interface Fixed {
	task: InferenceTask;
	/** Parameters, at the task's position for them. */
	parameters: Record<string, unknown>;
	/** Reads what rows name. */
	files: RowFiles;
	context: string | undefined;
	source: string | undefined;
	table: unknown;
}

/** A row before it becomes arguments. */
export interface RowInput {
	/** The prompt, or the main input if that is a text; for a task of one file also its path or URL. Undefined for none. */
	text: unknown;
	/** `text` is the prompt, which overrides a column of the same meaning. */
	isPrompt?: boolean;
	/** The files that go with it. */
	files: readonly RowFile[];
	/** The row's columns, if any. */
	columns: Record<string, unknown> | undefined;
	system: string | undefined;
	/** Paths or URLs of images attached to a prompt. */
	images: readonly string[];
}

/** A file of a row. */
interface RowFile {
	/** A path, a URL, bytes, or the row itself. */
	value: unknown;
	/** The medium that its column names. Default: by its file name. */
	medium?: Medium | undefined;
}

export type Medium = "image" | "audio" | "video";

/** What a kind of input does with the file of a row. */
export type FileUse =
	/** It is a file and nothing else. */
	| "only"
	/** It is a file with a prompt or a question. */
	| "with-prompt"
	/** It is a prompt, with a file if there is one. */
	| "beside-prompt"
	/** It is messages with texts, images and audio as parts. */
	| "parts"
	/** It is text: a prompt, with the text of a file in front. */
	| "text"
	/** It is a question about a text, which may be that of a file. */
	| "context"
	/** It is text: a prompt, or the text of a file. */
	| "text-alone"
	/** It is the columns themselves. */
	| "none";

export const FILE_USES: Readonly<Record<InputKind, FileUse>> = {
	messages: "parts",
	text: "text",
	texts: "text-alone",
	question: "context",
	sentences: "text-alone",
	table: "none",
	"table-question": "text-alone",
	image: "only",
	"image-question": "with-prompt",
	"document-question": "with-prompt",
	"image-prompt": "with-prompt",
	"prompt-image": "beside-prompt",
	audio: "only",
	video: "only",
	other: "text-alone",
};

/** The arguments of a task from the input of a row. */
export async function buildArgs(input: RowInput, fixed: Fixed, signal: AbortSignal): Promise<Args> {
	const { task, files } = fixed;
	const kind = SIGNATURES[task].input;
	if (isFileInput(kind)) {
		const value = FILE_USES[kind] === "only" ? (input.files[0]?.value ?? input.text) : input.files[0]?.value;
		if (value === undefined && kind !== "prompt-image") throw new UsageError("The row has no file.");
		const file = value === undefined ? undefined : await files.read(value, kind, signal);
		return addParameters(fromFile(kind, file, input), fixed);
	}
	const parts: object[] = [];
	const texts: TextFile[] = [];
	for (const { value, medium } of input.files) {
		const isWebImage =
			kind === "messages" &&
			typeof value === "string" &&
			/^https?:/i.test(value) &&
			(typeByName(value) ?? `${medium}/`).startsWith("image/");
		const part = isWebImage
			? imagePart(await files.readImageUrl(value, signal))
			: await readPart({ value, medium }, fixed, signal);
		if (part instanceof TextFile) texts.push(part);
		else parts.push(part);
	}
	for (const image of input.images) parts.push(imagePart(await files.readImageUrl(image, signal)));
	return addParameters(fromText(kind, input, fixed, texts, parts), fixed);
}

/** Reads a file as a part of a message, or as a text. A named file must have the type that it claims, and must not contain keys. */
async function readPart(
	{ value, medium }: RowFile,
	{ files, task }: Fixed,
	signal: AbortSignal,
): Promise<object | TextFile> {
	const file = await files.open(value, signal);
	if (value instanceof FileRow) return await toPart(file, task, signal);
	const [named] = (typeByName(value) ?? "").split("/");
	const wanted = medium ?? (isMedium(named) ? named : undefined);
	if (wanted) checkMedium(file.bytes, file.name, wanted);
	const part = await toPart(file, task, signal);
	if (part instanceof TextFile) files.checkText(file);
	return part;
}

function isMedium(name: string | undefined): name is Medium {
	return name === "image" || name === "audio" || name === "video";
}

/** The arguments of a task whose input is a file. */
function fromFile(kind: InputKind, file: File | undefined, { text, isPrompt, columns }: RowInput): Args {
	/** The prompt, or the row's column for it. */
	const prompt = (name: string): unknown => (isPrompt ? text : (columns?.[name] ?? text));
	switch (kind) {
		case "image-question":
		case "document-question": {
			const question = prompt("question");
			if (question === undefined)
				throw new UsageError("The row has no column question. Use --prompt to ask the same question about every row.");
			return { inputs: { image: file, question: asText(question) } };
		}
		case "image-prompt": {
			const words = prompt("prompt");
			return { inputs: file, ...(words === undefined ? {} : { parameters: { prompt: asText(words) } }) };
		}
		case "prompt-image":
			return { ...(file ? { inputs: file } : {}), parameters: { prompt: asText(prompt("prompt")) } };
		default:
			return { inputs: file };
	}
}

/** The arguments of a task whose input is text, or messages with texts and other parts. */
export function fromText(
	kind: InputKind,
	input: RowInput,
	fixed: Fixed,
	texts: readonly TextFile[] = [],
	parts: readonly object[] = [],
): Args {
	const { columns, isPrompt } = input;
	const [file] = texts;
	/** The text, after the texts of the files; a single text stays as it is. */
	const text = (): unknown => {
		if (!file) return input.text;
		if (input.text !== undefined) return `${fenceTexts(texts)}\n\n${asText(input.text)}`;
		return texts.length === 1 ? file.text : fenceTexts(texts);
	};
	const asked = (...names: string[]): unknown => {
		const named = names.map((name) => columns?.[name]).find((value) => value !== undefined);
		return isPrompt ? input.text : (named ?? input.text ?? file?.text);
	};
	switch (kind) {
		case "messages": {
			if (parts.length === 0) return toMessages(input, asText(text()));
			const content = input.text === undefined && texts.length === 0 ? [] : [{ type: "text", text: asText(text()) }];
			return toMessages(input, [...content, ...parts]);
		}
		case "texts": {
			const main = text();
			return { inputs: Array.isArray(main) ? main.map(asText) : asText(main) };
		}
		case "question": {
			const context = columns?.["context"] ?? (input.text === undefined ? undefined : file?.text) ?? fixed.context;
			if (context === undefined) throw new UsageError("The row has no column context, and --context is not given.");
			return { inputs: { question: asText(asked("question")), context: asText(context) } };
		}
		case "sentences": {
			const { source: source_sentence } = fixed;
			if (source_sentence === undefined)
				throw new UsageError("The sentence to compare with is missing; give it with --source.");
			const main = text();
			return { inputs: { source_sentence, sentences: (Array.isArray(main) ? main : [main]).map(asText) } };
		}
		case "table-question": {
			const table = columns?.["table"] ?? fixed.table;
			if (table === undefined) throw new UsageError("The table is missing; give it with --table.");
			return { inputs: { query: asText(asked("query", "question")), table } };
		}
		case "table": {
			if (!columns) throw new UsageError("The row has no columns.");
			const data = Object.entries(columns).map(([name, value]) => [name, [asText(value)]]);
			return { inputs: { data: Object.fromEntries(data) } };
		}
		default:
			return { inputs: asText(text()) };
	}
}

function toMessages({ system }: RowInput, content: unknown): Args {
	const first = system === undefined ? [] : [{ role: "system", content: system }];
	return { messages: [...first, { role: "user", content }] };
}

/** A cell's value as text; an empty one is not a text. */
function asText(value: unknown): string {
	if (typeof value === "string") {
		if (value.trim() === "") throw new UsageError("The input is empty.");
		return value;
	}
	if (typeof value === "number" || typeof value === "boolean") return String(value);
	if (value === null || value === undefined) throw new UsageError("The input is missing.");
	return JSON.stringify(value);
}

/** A file that is text. */
class TextFile {
	readonly kind = "text";
	readonly name: string;
	readonly text: string;

	constructor(name: string, text: string) {
		this.name = name;
		this.text = text;
	}
}

/**
 * The content of a file as a part of a message, or as a text.
 * @throws UsageError that names the task or tool for such a file
 */
async function toPart(
	{ name, bytes }: { name: string; bytes: Uint8Array },
	task: InferenceTask,
	signal: AbortSignal,
): Promise<object | TextFile> {
	if (bytes.length === 0) throw new UsageError(`${name} is empty.`);
	const type = findMediaType(bytes);
	if (type === "application/pdf") return new TextFile(name, await readDocument(name, bytes, signal));
	const text = bytes.includes(0) ? undefined : decodeUtf8(bytes);
	if (text !== undefined) return new TextFile(name, text);
	const isChat = SIGNATURES[task].input === "messages";
	const known = MEDIA.find(([pattern]) => pattern.test(type));
	if (isChat && type.startsWith("image/")) return imagePart(toImageUrl(bytes, name));
	const format = isChat ? SOUND_FORMATS[type] : undefined;
	if (format !== undefined) return { type: "input_audio", input_audio: { data: toBase64(bytes), format } };
	if (!known) throw new UsageError(`${name} is neither text in UTF-8${isChat ? " nor an image" : ""}.`);
	const [, medium, advice] = known;
	throw new UsageError(`${name} is ${medium}, which ${taskName(task)} does not take. ${advice(isChat)}`);
}

/** Audio types that messages can contain → the format of the part. */
const SOUND_FORMATS: Readonly<Record<string, string>> = { "audio/wav": "wav", "audio/mpeg": "mp3" };

/** Files that some tasks do not accept: type, name, and advice. */
const MEDIA: readonly [type: RegExp, name: string, advice: (isChat: boolean) => string][] = [
	[/^image\//, "an image", () => "Send it with -t chat, or caption it with -t image-to-text."],
	[
		/^audio\//,
		"an audio file",
		(isChat) =>
			`${isChat ? "Convert it to .wav or .mp3 (ffmpeg)" : "Send it with -t chat"}, or transcribe it with -t transcribe.`,
	],
	[
		/^video\//,
		"a video",
		() => "Extract its frames (ffmpeg -i FILE -vf fps=1 %d.png) or its audio (ffmpeg -i FILE FILE.wav).",
	],
];

/**
 * Returns the complete text of a PDF: the result would not show that a part is missing.
 * @throws UsageError unless all of it could be read
 */
async function readDocument(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<string> {
	const { readPdfText } = await import("../../../input/pdf-text.ts");
	const { text, problem } = await readPdfText(bytes, { length: MAX_INPUT, signal });
	if (problem === undefined && text !== "") return text;
	const images = "pdftoppm -png FILE PAGE makes images of its pages.";
	if (text === "")
		throw new UsageError(`${name} has no text that can be read: ${problem ?? "its pages are images"}. ${images}`);
	throw new UsageError(`${name} cannot be read to its end: ${problem}. Split it.`);
}

function imagePart(url: string): object {
	return { type: "image_url", image_url: { url } };
}
