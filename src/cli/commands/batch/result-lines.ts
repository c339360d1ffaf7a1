import { resolve } from "node:path";
import { isRecord } from "../../../base/json.ts";
import type { BatchResult } from "../../../batch/index.ts";
import type { Context } from "../../context.ts";
import { readMemberTexts } from "./input/member-texts.ts";
import { FileRow, type RawRow } from "./input/raw-row.ts";
import { formatLine, formatOpenAILine } from "./journal/line.ts";
import type { BatchCommandOptions } from "./options.ts";
import { saveBlob } from "./output/files.ts";
import { plainText } from "./output/plain-text.ts";

/** Converts results to lines of the journal; files in them are saved first. */
export class LineMaker {
	private readonly keep: "all" | readonly string[] | undefined;
	private readonly context: Context;
	private readonly options: BatchCommandOptions;
	private readonly output: string | undefined;
	private readonly folder: string | undefined;

	/** @param output path of the output; undefined for standard output */
	constructor(options: BatchCommandOptions, output: string | undefined, isTable: boolean, context: Context) {
		this.options = options;
		this.output = output;
		const keep = options.keep ?? (isTable ? "all" : undefined);
		this.keep = keep === undefined || keep === "all" ? keep : keptColumns(keep);
		this.context = context;
		const given = options.files === undefined ? undefined : resolve(context.cwd, options.files);
		this.folder = given ?? (output === undefined ? undefined : `${output}.files`);
	}

	/** The line of a result; a promise only if a file has to be saved. */
	make(result: BatchResult): string | Promise<string> {
		const { output, error, id } = result;
		if (error) {
			const message = hidePasswords(this.context.secrets.hide(error.message));
			return this.format({ ...result, error: { ...error, message } });
		}
		if (output instanceof Blob)
			return this.saveOutput(output, id).then((saved) => this.format({ ...result, output: saved }));
		return this.format(this.options.text ? { ...result, output: plainText(output) } : result);
	}

	private format(result: BatchResult): string {
		return this.options.format === "openai" ? formatOpenAILine(result) : formatLine(result, this.kept(result));
	}

	private async saveOutput(blob: Blob, id: string): Promise<object> {
		if (this.folder !== undefined) return await saveBlob(blob, id, this.folder, this.output);
		const data = Buffer.from(await blob.arrayBuffer()).toString("base64");
		return { type: blob.type, size: blob.size, data };
	}

	/** The JSON of the kept columns: values of JSON lines as they stand there. */
	private kept({ row }: BatchResult): string | undefined {
		if (this.keep === undefined) return undefined;
		const { value, json, texts: exact } = row.source as RawRow;
		if (json !== undefined && !isRecord(value)) {
			return this.keep === "all" || this.keep.includes("text") ? `{"text":${json.trim()}}` : "{}";
		}
		if (json !== undefined && this.keep === "all") return json.trim();
		const columns = toColumns(value);
		const texts = json === undefined ? exact : readMemberTexts(json);
		const names = this.keep === "all" ? Object.keys(columns) : this.keep.filter((name) => Object.hasOwn(columns, name));
		const members = names.map(
			(name) => `${JSON.stringify(name)}:${texts?.get(name) ?? JSON.stringify(columns[name]) ?? "null"}`,
		);
		return `{${members.join(",")}}`;
	}
}

/** Returns the columns that `--keep` names; none for `all`. */
export function keptColumns(keep: string): string[] {
	return keep === "all" ? [] : keep.split(",").map((name) => name.trim());
}

/** Returns a row as columns, as `--keep` copies them. */
export function toColumns(source: unknown): Record<string, unknown> {
	if (source instanceof FileRow) return { file: source.path };
	if (isRecord(source)) return source;
	return source === undefined ? {} : { text: source };
}

/** Passwords in URLs. */
function hidePasswords(text: string): string {
	return text.replace(/([a-z][\w+.-]*:\/\/[^\s/:@]*):[^\s/@]+@/gi, "$1:[redacted]@");
}
