import { type InputKind, isFileInput, SIGNATURES } from "../../../../catalogue/signatures.ts";
import type { Args, InferenceTask } from "../../../../inference/index.ts";
import { addParameters } from "../../../../inference/parameters.ts";
import { UsageError } from "../../../errors/usage.ts";
import { FileRow } from "./columns.ts";
import { type RowFiles, toImageUrl } from "./row-files.ts";

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
	/** A text, a path or URL, or bytes. */
	main: unknown;
	/** The row's columns, if any. */
	columns: Record<string, unknown> | undefined;
	system: string | undefined;
	/** Paths or URLs of images attached to a prompt. */
	images: readonly string[];
}

/** Kinds of input for which files are read, which waits for the row's turn. */
export function requiresFiles(kind: InputKind, input: RowInput): boolean {
	return isFileInput(kind) || input.main instanceof FileRow || input.images.length > 0;
}

/** The arguments of a task from the main input of a row. */
export async function buildArgs(input: RowInput, fixed: Fixed, signal: AbortSignal): Promise<Args> {
	return addParameters(await READERS[SIGNATURES[fixed.task].input](input, fixed, signal), fixed);
}

/** Like `buildArgs`, if no file has to be read. */
export function buildTextArgs(input: RowInput, fixed: Fixed): Args {
	return addParameters(readText(SIGNATURES[fixed.task].input, input, fixed), fixed);
}

type Reader = (input: RowInput, fixed: Fixed, signal: AbortSignal) => Promise<Args>;

const text =
	(kind: InputKind): Reader =>
	async (input, fixed, signal) =>
		readText(kind, { ...input, main: await readTextFile(input.main, fixed, signal) }, fixed);

const READERS: Readonly<Record<InputKind, Reader>> = {
	messages: async (input, fixed, signal) => {
		const main = await readTextFile(input.main, fixed, signal, true);
		const parts: object[] = [];
		for (const image of input.images) parts.push(imagePart(await fixed.files.readImageUrl(image, signal)));
		if (main instanceof Uint8Array && input.main instanceof FileRow) {
			const content = [imagePart(toImageUrl(main, input.main.path))];
			return { messages: [...systemMessage(input), { role: "user", content }] };
		}
		const prompt = asText(main);
		const content = parts.length === 0 ? prompt : [{ type: "text", text: prompt }, ...parts];
		return { messages: [...systemMessage(input), { role: "user", content }] };
	},
	text: text("text"),
	texts: text("texts"),
	question: text("question"),
	sentences: text("sentences"),
	"table-question": text("table-question"),
	table: text("table"),
	other: text("other"),
	image: readMain,
	audio: readMain,
	video: readMain,
	"image-question": readImageQuestion,
	"document-question": readImageQuestion,
	"image-prompt": async ({ main, columns }, { files }, signal) => ({
		inputs: await files.read(columns?.["image"] ?? main, "image-prompt", signal),
		...(columns?.["prompt"] === undefined ? {} : { parameters: { prompt: asText(columns["prompt"]) } }),
	}),
	"prompt-image": async ({ main, columns }, { files }, signal) => ({
		...(columns?.["image"] === undefined ? {} : { inputs: await files.read(columns["image"], "prompt-image", signal) }),
		parameters: { prompt: asText(columns?.["prompt"] ?? main) },
	}),
};

async function readMain({ main }: RowInput, { files, task }: Fixed, signal: AbortSignal): Promise<Args> {
	return { inputs: await files.read(main, SIGNATURES[task].input, signal) };
}

async function readImageQuestion(
	{ main, columns }: RowInput,
	{ files, task }: Fixed,
	signal: AbortSignal,
): Promise<Args> {
	const image = await files.read(columns?.["image"] ?? main, SIGNATURES[task].input, signal);
	return { inputs: { image, question: asText(columns?.["question"]) } };
}

function readText(kind: InputKind, input: RowInput, fixed: Fixed): Args {
	const { main, columns } = input;
	switch (kind) {
		case "messages":
			return { messages: [...systemMessage(input), { role: "user", content: asText(main) }] };
		case "texts":
			return { inputs: Array.isArray(main) ? main.map(asText) : asText(main) };
		case "question": {
			const context = columns?.["context"] ?? fixed.context;
			if (context === undefined) throw new UsageError("The row has no column context, and --context is not given.");
			return { inputs: { question: asText(columns?.["question"] ?? main), context: asText(context) } };
		}
		case "sentences": {
			if (fixed.source === undefined)
				throw new UsageError("The sentence to compare with is missing; give it with --source.");
			return {
				inputs: { source_sentence: fixed.source, sentences: Array.isArray(main) ? main.map(asText) : [asText(main)] },
			};
		}
		case "table-question": {
			const table = columns?.["table"] ?? fixed.table;
			if (table === undefined) throw new UsageError("The table is missing; give it with --table.");
			return { inputs: { query: asText(columns?.["query"] ?? columns?.["question"] ?? main), table } };
		}
		case "table":
			return { inputs: { data: toColumns(columns) } };
		default:
			return { inputs: asText(main) };
	}
}

function systemMessage({ system }: RowInput): object[] {
	return system === undefined ? [] : [{ role: "system", content: system }];
}

function toColumns(columns: Record<string, unknown> | undefined): Record<string, string[]> {
	if (!columns) throw new UsageError("The row has no columns.");
	return Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, [asText(value)]]));
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

async function readTextFile(
	main: unknown,
	{ files }: Fixed,
	signal: AbortSignal,
	isImageAllowed = false,
): Promise<unknown> {
	if (!(main instanceof FileRow)) return main;
	const bytes = await files.readWhole(main, signal);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		if (isImageAllowed) return bytes;
		throw new UsageError("The file is not text in UTF-8.");
	}
}

function imagePart(url: string): object {
	return { type: "image_url", image_url: { url } };
}
