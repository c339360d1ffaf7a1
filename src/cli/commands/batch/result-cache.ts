import { hash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, realpathSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { hasFields, isText } from "../../../base/check-fields.ts";
import { parseJson, readMember } from "../../../base/json.ts";
import { describeRequest } from "../../../batch/identical-requests.ts";
import type { KnownAnswer, ResultCache } from "../../../batch/index.ts";
import { parseResult, readRequest, restoreFile } from "../../../batch/journal-lines.ts";
import type { Manifest } from "../../../batch/manifest.ts";
import { IdSet } from "../../../batch/row-sets.ts";
import { visitLines } from "../../../node-journal.ts";
import { UsageError } from "../../errors/usage.ts";
import type { Plan } from "./plan.ts";

/**
 * Makes the key of a request: a hash of its task, its model, the path of its endpoint and its arguments, in an order
 * that does not depend on how they were written. The provider is no part of it, nor are tokens and limits.
 */
export function requestKeys({ task, resolved }: Pick<Plan, "task" | "resolved">): ResultCache["key"] {
	const endpoint = resolved[0]?.endpointUrl;
	const place = endpoint === undefined ? "" : new URL(endpoint).pathname.replace(/\/$/, "");
	return (args, model) => {
		const files: Blob[] = [];
		let hashes: ReadonlyMap<unknown, string> | undefined;
		const hashOf = (file: Blob | Uint8Array): string | undefined => {
			if (!(file instanceof Blob)) return hashText(file);
			files.push(file);
			return hashes?.get(file);
		};
		const text = describeRequest({ task, place, model }, args, hashOf);
		if (files.length === 0) return hashText(text);
		const read = files.map(async (file) => [file, hashText(new Uint8Array(await file.arrayBuffer()))] as const);
		return Promise.all(read).then((entries) => {
			hashes = new Map(entries);
			return hashText(describeRequest({ task, place, model }, args, hashOf));
		});
	};
}

/** 128 bits of a hash, in 32 hexadecimal digits. */
const hashText = (content: string | Uint8Array): string => hash("sha256", content, "hex").slice(0, 32);

/** Finished rows of an earlier run, by the keys of their requests. */
export interface FinishedRows {
	get(key: string): KnownAnswer | undefined;
	close(): void;
}

/**
 * Reads which requests an output has results of: 24 bytes of memory each. The results are read when they are taken.
 * @param journal the file with its lines
 * @param base the folder that saved files are relative to; undefined for a remote place
 * @throws UsageError for lines that do not name their requests
 */
export function indexFinishedRows(
	shown: string,
	journal: string,
	base: string | undefined,
	manifest: Manifest,
	wantsText: boolean,
): FinishedRows {
	if (manifest.fingerprint["text"] === true && !wantsText)
		throw new UsageError(`${shown} has only texts: it was written with --text.`, "Add --text, or leave --reuse out.");
	if (!existsSync(journal)) return { get: () => undefined, close: () => undefined };
	const places = new PlaceTable();
	let finished = 0;
	visitLines(journal, ({ head, bytes, start, end, offset }) => {
		if (!head || head.isFailed) return;
		finished++;
		const key = readRequest(bytes, start, end);
		if (key !== undefined) places.set(key, offset);
	});
	if (finished > 0 && places.count === 0) throw lacksRequests(shown);
	const file = openSync(journal, "r");
	return {
		get: (key) => {
			const place = places.get(key);
			const line = place === undefined ? undefined : parseResult(readLineOf(file, place));
			const output = line && loadOutput(line.output, base);
			if (output === undefined) return undefined;
			return { output, provider: line?.provider, model: line?.model, cacheKey: key, reused: true };
		},
		close: () => closeSync(file),
	};
}

/** Lines of an earlier version of hub do not name their requests. */
export function lacksRequests(shown: string): UsageError {
	return new UsageError(
		`${shown} does not record its requests: an earlier version of hub wrote it.`,
		"hub cannot compare it with this run: leave --reuse out.",
	);
}

/** An output that was saved as a file. */
export const isSavedFile = hasFields({ file: isText, type: isText }) as (
	output: unknown,
) => output is { file: string; type: string };

/** An output as its call returned it: a saved file is read, if it is below the folder of its output. */
function loadOutput(output: unknown, base: string | undefined): unknown {
	if (!isSavedFile(output)) return restoreFile(output);
	try {
		if (base === undefined) return undefined;
		const path = realpathSync(resolve(base, output.file));
		if (!path.startsWith(realpathSync(base) + sep) || !statSync(path).isFile()) return undefined;
		return new Blob([readFileSync(path)], { type: output.type });
	} catch {
		return undefined;
	}
}

/** The results of this run in its journal, by the keys of their requests; `remember` gets where one was written. */
export function createResultCache(
	journal: string,
	flush: () => void,
): { get(key: string): KnownAnswer | undefined; remember(key: string, offset: number): void } {
	const places = new PlaceTable();
	return {
		get: (key) => {
			const place = places.get(key);
			if (place === undefined) return undefined;
			flush();
			const file = openSync(journal, "r");
			try {
				const output = readMember(parseJson(readLineOf(file, place)), "output");
				return output === undefined ? undefined : { output };
			} finally {
				closeSync(file);
			}
		},
		remember: (key, offset) => places.set(key, offset),
	};
}

/** Positions in a journal by the keys of requests, in 24 bytes each. */
class PlaceTable {
	private readonly numbers = new IdSet();
	private readonly places: number[] = [];

	get count(): number {
		return this.places.length;
	}

	get(key: string): number | undefined {
		const number = this.numbers.get(key);
		return number === undefined ? undefined : this.places[number];
	}

	set(key: string, place: number): void {
		this.places[this.numbers.add(key, this.count) ?? this.count] = place;
	}
}

/** The line of an open file that starts at a position; empty if it is cut off. */
export function readLineOf(file: number, offset: number): string {
	for (let size = 16 * 1024; ; size *= 4) {
		const buffer = Buffer.allocUnsafe(size);
		const read = readSync(file, buffer, 0, size, offset);
		const end = buffer.subarray(0, read).indexOf(0x0a);
		if (end !== -1) return buffer.toString("utf8", 0, end);
		if (read < size) return "";
	}
}
