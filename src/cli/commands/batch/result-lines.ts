import { createHash } from "node:crypto";
import { dirname, join, relative, resolve } from "node:path";
import { isRecord, readMember } from "../../../base/json.ts";
import { findExtension } from "../../../base/media-type.ts";
import type { BatchResult } from "../../../batch/index.ts";
import { formatLine, formatOpenAILine } from "../../../batch/journal-lines.ts";
import { readAnswers } from "../../../inference/delta.ts";
import { hasOtherFiles, otherFiles } from "../../../inference/other-files.ts";
import type { Context } from "../../context.ts";
import { makeFolder } from "../../files/replace-file.ts";
import { replaceWhole } from "../../files/replace-whole.ts";
import { rescue, savedElsewhere } from "../../output/save.ts";
import { type RawRow, readMemberTexts } from "./input/columns.ts";
import { toColumns } from "./input/row-columns.ts";
import type { BatchCommandOptions } from "./options.ts";
import { tableFormat } from "./output.ts";

/** Converts results to lines of the journal; files in them are saved first. */
export interface LineMaker {
	/** The line of a result; a promise only if a file has to be saved. */
	make(result: BatchResult): string | Promise<string>;
	/** The line of a result whose output needs no conversion. */
	format(result: BatchResult): string;
}

/** @param output path of the output; undefined for standard output */
export function createLineMaker(options: BatchCommandOptions, output: string | undefined, context: Context): LineMaker {
	const all = options.keep ?? (output !== undefined && tableFormat(output) ? "all" : undefined);
	const keep = all === undefined || all === "all" ? all : keptColumns(all);
	const given = options.files === undefined ? undefined : resolve(context.cwd, options.files);
	const folder = given ?? (output === undefined ? undefined : `${output}.files`);
	const format = (result: BatchResult): string => {
		if (options.format === "openai") return formatOpenAILine(result);
		return formatLine(result, keep && writeKept(result.row.source as RawRow, keep));
	};
	const save = async (blob: Blob, id: string): Promise<object> => {
		const saved = await saveOne(blob, id);
		if (!hasOtherFiles(blob)) return saved;
		// No row has such an id.
		const others = (await otherFiles(blob)).map((other, index) => saveOne(other, `${id}\0${index + 2}`));
		return { ...saved, others: await Promise.all(others) };
	};
	const saveOne = async (blob: Blob, id: string): Promise<object> => {
		const name = safeName(id, findExtension(blob.type));
		if (folder !== undefined) {
			try {
				return await saveBlob(blob, name, folder, output);
			} catch (error) {
				throw savedElsewhere([await rescue(blob, name, error, context)], error, context);
			}
		}
		const data = Buffer.from(await blob.arrayBuffer()).toString("base64");
		return { type: blob.type, size: blob.size, data };
	};
	return {
		format,
		make: (result) => {
			const { output, error, id } = result;
			if (error) {
				// Passwords in URLs are removed too.
				const message = context.secrets
					.hide(error.message)
					.replace(/([a-z][\w+.-]{0,30}:\/\/[^\s/:@]*):[^\s/@]+@/gi, "$1:[redacted]@");
				return format({ ...result, error: { ...error, message } });
			}
			if (output instanceof Blob) return save(output, id).then((saved) => format({ ...result, output: saved }));
			// A chat's answer, a label, an answer; other outputs as JSON.
			return format(options.text ? { ...result, output: findText(output) ?? JSON.stringify(output) } : result);
		},
	};
}

/** The JSON of the columns that are kept: values of JSON lines unchanged. */
function writeKept({ value, json, texts: exact }: RawRow, keep: "all" | readonly string[]): string {
	if (json !== undefined && !isRecord(value)) {
		return keep === "all" || keep.includes("text") ? `{"text":${json.trim()}}` : "{}";
	}
	if (json !== undefined && keep === "all") return json.trim();
	const columns = toColumns(value);
	const texts = json === undefined ? exact : readMemberTexts(json);
	const names = keep === "all" ? Object.keys(columns) : keep.filter((name) => Object.hasOwn(columns, name));
	const members = names.map(
		(name) => `${JSON.stringify(name)}:${texts?.get(name) ?? JSON.stringify(columns[name]) ?? "null"}`,
	);
	return `{${members.join(",")}}`;
}

/** Returns the columns that `--keep` names; none for `all`. */
export function keptColumns(keep: string): string[] {
	return keep === "all" ? [] : keep.split(",").map((name) => name.trim());
}

const MAX_BYTES = 200;

/**
 * A file name for an id: safe on every system, and unique even if case is ignored. Ids that are such names
 * already stay as they are.
 */
function safeName(id: string, extension: string): string {
	const safe = id
		.toLowerCase()
		.replace(/[^a-z0-9._-]+/g, "_")
		.replace(/^[.-]+/, "_")
		// Windows has devices of these names, whatever their ending.
		.replace(/^(?=(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))/, "_");
	const ending = `.${extension}`;
	const isItself = safe === id && safe.length + ending.length <= MAX_BYTES && !/[._]$/.test(safe) && safe !== "";
	const hash = createHash("sha256").update(id).digest("hex").slice(0, 12);
	const name = isItself ? safe : `${safe.slice(0, MAX_BYTES - ending.length - 13)}-${hash}`;
	return `${name}${ending}`;
}

/** Saves an output that is a file, and returns the value for its line. */
async function saveBlob(
	blob: Blob,
	name: string,
	folder: string,
	output: string | undefined,
): Promise<{ file: string; type: string; size: number }> {
	makeFolder(folder);
	const path = join(folder, name);
	const bytes = new Uint8Array(await blob.arrayBuffer());
	replaceWhole(path, undefined, (write) => write(bytes));
	const shown = output === undefined ? path : relative(dirname(output), path);
	return { file: shown.replaceAll("\\", "/"), type: blob.type, size: blob.size };
}

const TEXT_MEMBERS = ["generated_text", "summary_text", "translation_text", "text", "answer", "label", "sequence"];

/** The plain text of an output; undefined if it has none. */
export function findText(output: unknown): string | undefined {
	if (typeof output === "string") return output;
	const content = readAnswers(output);
	if (content !== undefined) return content;
	const item: unknown = Array.isArray(output) ? output[0] : output;
	for (const name of TEXT_MEMBERS) {
		const text = readMember(item, name);
		if (typeof text === "string") return text;
	}
	return undefined;
}
