import { isRecord } from "../../base/json.ts";
import { findExtension, findMediaType } from "../../base/media-type.ts";
import { outputFacts } from "../../catalogue/kinds.ts";
import { SIGNATURES } from "../../catalogue/signatures.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { type UsageError, wrongValue } from "../errors/usage.ts";

/** How a result is written to a file, by the extension of its name. */
export type FileForm = "csv" | "json" | "ndjson" | "text" | "media";

const FORMS: Readonly<Record<string, Exclude<FileForm, "media">>> = {
	csv: "csv",
	json: "json",
	ndjson: "ndjson",
	jsonl: "ndjson",
	txt: "text",
};

/** Names of the forms in messages. */
const FORM_NAMES: Readonly<Record<Exclude<FileForm, "media">, string>> = {
	csv: "a table",
	json: "JSON",
	ndjson: "lines of JSON",
	text: "text",
};

/** Type → name in messages, with the names that fit. */
const CONTENTS = {
	text: { name: "text (text/plain)", fits: "End it in .txt or .json." },
	data: { name: "data (application/json)", fits: "End it in .json, .ndjson, .csv or .txt." },
	image: { name: "an image", fits: "Leave the extension out: hub adds that of the type." },
	audio: { name: "audio", fits: "Leave the extension out: hub adds that of the type." },
	video: { name: "a video", fits: "Leave the extension out: hub adds that of the type." },
} as const;

/** Returns the form for a file name; undefined if it has no extension, or an unknown one. */
export function findForm(path: string): FileForm | undefined {
	const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
	if (Object.hasOwn(FORMS, extension)) return FORMS[extension];
	return /^(image|audio|video)\//.test(mediaTypeOf(path)) ? "media" : undefined;
}

const mediaTypeOf = (path: string): string => findMediaType(new Uint8Array(), path);

/**
 * Refuses a name whose extension the result of a task cannot have, before anything is sent.
 * @param isObject whether the answer follows a schema
 */
export function checkForm(path: string, task: InferenceTask, isObject: boolean): void {
	const { content: own, files } = outputFacts(SIGNATURES[task].output);
	const form = findForm(path);
	const content = isObject ? "data" : own;
	if (form === undefined || content === null) return;
	const isFile = content !== "text" && content !== "data";
	// Several files are one document too, in base64.
	const isDocument = files === "several" && (form === "json" || form === "ndjson");
	const fits =
		form === "media"
			? mediaTypeOf(path).startsWith(`${content}/`)
			: isFile
				? isDocument
				: form !== "csv" || content === "data";
	if (fits) return;
	const named = form === "media" ? mediaTypeOf(path) : FORM_NAMES[form];
	const { name, fits: hint } = CONTENTS[content];
	throw wrongValue(`The result is ${name}, and ${path} names ${named}.`, hint);
}

/** Containers of one format, whose extensions are interchangeable. */
const MP4 = /^(audio\/mp4|video\/mp4|video\/quicktime)$/;

/** Type of a file: by its first bytes, else as the service named it. */
export async function typeOf(file: Blob): Promise<string> {
	return findMediaType(new Uint8Array(await file.slice(0, 16).arrayBuffer())) || file.type;
}

/** Returns the error for a file whose type does not match its name; undefined if it does, or is unknown. */
export async function findWrongType(file: Blob, path: string): Promise<UsageError | undefined> {
	const named = mediaTypeOf(path);
	if (!/^(image|audio|video)\//.test(named)) return undefined;
	const type = await typeOf(file);
	const isKnown = findExtension(type) !== "bin";
	if (!isKnown || findExtension(type) === findExtension(named) || (MP4.test(type) && MP4.test(named))) return undefined;
	return wrongValue(`The result is ${type}, and ${path} names ${named}.`);
}

/**
 * Returns a structured result as CSV: an element a row, a field a column; `box.xmin` for a field of a field, JSON for a list.
 * A vector is a row, with its indexes as columns. Undefined if the result is not a table.
 */
export function toCsv(result: unknown): string | undefined {
	const items: unknown[] = Array.isArray(result) ? result : [result];
	const rows = items.map(toRow);
	if (rows.some((row) => row === undefined)) return undefined;
	const names = [...new Set(rows.flatMap((row) => [...(row?.keys() ?? [])]))];
	const lines = [names, ...rows.map((row) => names.map((name) => row?.get(name)))];
	return lines.map((cells) => `${cells.map(quoteCell).join(",")}\n`).join("");
}

function toRow(item: unknown): ReadonlyMap<string, unknown> | undefined {
	if (isRecord(item)) return new Map(flattenFields(item, ""));
	if (!Array.isArray(item)) return new Map([["value", item]]);
	if (item.some((value) => typeof value === "object" && value !== null)) return undefined;
	return new Map(item.map((value: unknown, index) => [String(index), value]));
}

function flattenFields(record: Record<string, unknown>, prefix: string): [string, unknown][] {
	return Object.entries(record).flatMap(([name, value]) =>
		isRecord(value) && Object.keys(value).length > 0
			? flattenFields(value, `${prefix}${name}.`)
			: [[`${prefix}${name}`, value] as [string, unknown]],
	);
}

/** Quoted as RFC 4180 requires. */
function quoteCell(value: unknown): string {
	if (value === undefined || value === null) return "";
	const text = typeof value === "string" ? value : JSON.stringify(value);
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
