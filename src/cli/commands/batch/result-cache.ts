import { hash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, realpathSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { isRecord, parseJson, readMember } from "../../../base/json.ts";
import { describeRequest } from "../../../batch/identical-requests.ts";
import type { KnownAnswer, ResultCache } from "../../../batch/index.ts";
import { parseResult, readRequest, restoreFile } from "../../../batch/journal-lines.ts";
import type { Manifest } from "../../../batch/manifest.ts";
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

/** An output whose results are taken. */
interface FinishedOutput {
	shown: string;
	/** The file with its lines. */
	journal: string;
	/** The folder that saved files are relative to; undefined for a remote place. */
	base: string | undefined;
	manifest: Manifest;
}

/**
 * Reads which requests an output has results of: 24 bytes of memory each. The results are read when they are taken.
 * @param wantsText whether the run writes plain text, which is all that an output of `--text` has
 * @throws UsageError for lines that do not name their requests
 */
export function indexFinishedRows(
	{ shown, journal, base, manifest }: FinishedOutput,
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
export function isSavedFile(output: unknown): output is { file: string; type: string } {
	return isRecord(output) && typeof output["file"] === "string" && typeof output["type"] === "string";
}

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

/** Positions of this run's results in the journal, by a hash of their request. */
export interface JournalCache {
	get(key: string): KnownAnswer | undefined;
	/** Remembers where the result of a request was written, in bytes from the start of the file. */
	remember(key: string, offset: number): void;
}

/** Caches results of identical requests: a hash and a position in the journal for each. */
export function createResultCache(journal: string, flush: () => void): JournalCache {
	const places = new PlaceTable();
	return {
		get: (key) => {
			const place = places.get(key);
			if (place === undefined) return undefined;
			flush();
			const output = readMember(parseJson(readLine(journal, place)), "output");
			return output === undefined ? undefined : { output };
		},
		remember: (key, offset) => places.set(key, offset),
	};
}

const WORDS = 6;
const FULL = 0.8;

/** A table of 128-bit hashes with a position each, 24 bytes per entry. */
export class PlaceTable {
	private slots = new Uint32Array(WORDS * 1024);
	count = 0;

	get(key: string): number | undefined {
		const slot = this.find(this.slots, readWords(key));
		const low = this.slots[slot + 4] ?? 0;
		// Positions are stored one higher, so that 0 marks an empty slot.
		return low === 0 && this.slots[slot + 5] === 0 ? undefined : (this.slots[slot + 5] ?? 0) * 2 ** 32 + low - 1;
	}

	set(key: string, place: number): void {
		if (this.count >= (this.slots.length / WORDS) * FULL) this.grow();
		const words = readWords(key);
		const slot = this.find(this.slots, words);
		if (this.slots[slot + 4] === 0 && this.slots[slot + 5] === 0) this.count++;
		this.slots.set([...words, (place + 1) % 2 ** 32, Math.floor((place + 1) / 2 ** 32)], slot);
	}

	private find(slots: Uint32Array, words: readonly number[]): number {
		const size = slots.length / WORDS;
		for (let number = (words[0] ?? 0) % size; ; number = (number + 1) % size) {
			const slot = number * WORDS;
			const isEmpty = slots[slot + 4] === 0 && slots[slot + 5] === 0;
			if (isEmpty || words.every((word, index) => slots[slot + index] === word)) return slot;
		}
	}

	private grow(): void {
		const larger = new Uint32Array(this.slots.length * 2);
		for (let slot = 0; slot < this.slots.length; slot += WORDS) {
			const entry = [...this.slots.subarray(slot, slot + WORDS)];
			if (entry[4] !== 0 || entry[5] !== 0) larger.set(entry, this.find(larger, entry.slice(0, 4)));
		}
		this.slots = larger;
	}
}

function readWords(key: string): number[] {
	return [0, 8, 16, 24].map((start) => Number.parseInt(key.slice(start, start + 8), 16));
}

function readLine(path: string, offset: number): string {
	const file = openSync(path, "r");
	try {
		return readLineOf(file, offset);
	} finally {
		closeSync(file);
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
