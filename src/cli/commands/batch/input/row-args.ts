import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { decodeDataUrl } from "../../../../base/base64.ts";
import { isRecord } from "../../../../base/json.ts";
import { findMediaType } from "../../../../base/media-type.ts";
import { type InputKind, isFileInput, SIGNATURES } from "../../../../catalogue/signatures.ts";
import type { Args, InferenceTask } from "../../../../inference/index.ts";
import { addParameters } from "../../../../inference/parameters.ts";
import { UsageError } from "../../../errors/usage.ts";
import { encodeImageUrl } from "../../../input/media.ts";
import { FileRow } from "./raw-row.ts";

/** Settings that all rows share. */
export interface Fixed {
	task: InferenceTask;
	/** Parameters, at the task's position for them. */
	parameters: Record<string, unknown>;
	/** Folder that paths are relative to. */
	folder: string;
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
export function readsFiles(kind: InputKind, input: RowInput): boolean {
	return isFileInput(kind) || input.main instanceof FileRow || input.images.length > 0;
}

/** The arguments of a task from the main input of a row. */
export async function buildArgs(input: RowInput, fixed: Fixed): Promise<Args> {
	return addParameters(await READERS[SIGNATURES[fixed.task].input](input, fixed), fixed);
}

/** Like `buildArgs`, if no file has to be read. */
export function buildTextArgs(input: RowInput, fixed: Fixed): Args {
	return addParameters(readText(SIGNATURES[fixed.task].input, input, fixed), fixed);
}

type Reader = (input: RowInput, fixed: Fixed) => Promise<Args>;

const text =
	(kind: InputKind): Reader =>
	async (input, fixed) =>
		readText(kind, { ...input, main: await readTextFile(input.main) }, fixed);

const READERS: Readonly<Record<InputKind, Reader>> = {
	messages: async (input, fixed) => {
		const main = await readTextFile(input.main, true);
		const parts = await Promise.all(input.images.map((image) => imagePart(image, fixed.folder)));
		if (main instanceof Uint8Array && input.main instanceof FileRow) {
			const url = encodeImageUrl(main, input.main.path);
			if (url === undefined) throw new UsageError("The file is neither text nor an image.");
			return {
				messages: [...systemMessage(input), { role: "user", content: [{ type: "image_url", image_url: { url } }] }],
			};
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
	"image-prompt": async ({ main, columns }, { folder }) => ({
		inputs: await readMedia(columns?.["image"] ?? main, folder),
		...(columns?.["prompt"] === undefined ? {} : { parameters: { prompt: asText(columns["prompt"]) } }),
	}),
	"prompt-image": async ({ main, columns }, { folder }) => ({
		...(columns?.["image"] === undefined ? {} : { inputs: await readMedia(columns["image"], folder) }),
		parameters: { prompt: asText(columns?.["prompt"] ?? main) },
	}),
};

async function readMain({ main }: RowInput, { folder }: Fixed): Promise<Args> {
	return { inputs: await readMedia(main, folder) };
}

async function readImageQuestion({ main, columns }: RowInput, { folder }: Fixed): Promise<Args> {
	const image = await readMedia(columns?.["image"] ?? main, folder);
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

async function readTextFile(main: unknown, isImageAllowed = false): Promise<unknown> {
	if (!(main instanceof FileRow)) return main;
	const bytes = await readFile(main.path);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		if (isImageAllowed) return new Uint8Array(bytes);
		throw new UsageError("The file is not text in UTF-8.");
	}
}

/** A file: a path relative to the input's folder, a URL, or bytes in a data set. */
async function readMedia(value: unknown, folder: string): Promise<Blob | URL> {
	if (isRecord(value) && ArrayBuffer.isView(value["bytes"]))
		return toBlob(value["bytes"] as Uint8Array, String(value["path"] ?? ""));
	if (ArrayBuffer.isView(value)) return toBlob(value as Uint8Array, "");
	if (value instanceof FileRow) return toBlob(await readFile(value.path), value.path);
	const path = asText(isRecord(value) ? (value["path"] ?? value["url"] ?? value["src"]) : value);
	if (/^(https?:\/\/|data:[^,]*,)/.test(path) && URL.canParse(path)) return decodeDataUrl(path) ?? new URL(path);
	return toBlob(await readFile(resolve(folder, path)), path);
}

function toBlob(bytes: Uint8Array, path: string): Blob {
	if (bytes.length === 0) throw new UsageError(`${path || "The file"} is empty.`);
	return new File([new Uint8Array(bytes)], path.split("/").at(-1) ?? "", { type: findMediaType(bytes, path) });
}

async function imagePart(image: string, folder: string): Promise<object> {
	if (/^(https?:|data:)/.test(image)) return { type: "image_url", image_url: { url: image } };
	const url = encodeImageUrl(await readFile(resolve(folder, image)), image);
	if (url === undefined) throw new UsageError(`${image} is not an image in a known format.`);
	return { type: "image_url", image_url: { url } };
}
