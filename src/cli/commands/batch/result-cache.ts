import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { isRecord, parseJson, readMember } from "../../../base/json.ts";
import type { ResultCache } from "../../../batch/index.ts";

/** Positions of this run's results in the journal, by a hash of their request. */
export interface JournalCache {
	cache: ResultCache;
	/** Remembers where the result of a request was written, in bytes from the start of the file. */
	remember(key: string, offset: number): void;
}

/** Caches results of identical requests: a hash and a position in the journal for each. */
export function createResultCache(journal: string, flush: () => void): JournalCache {
	const places = new PlaceTable();
	return {
		cache: {
			key: async (args, model) => {
				const request = await describeRequest(args);
				return createHash("sha256").update(`${model}\0${request}`).digest("hex").slice(0, 32);
			},
			get: async (key) => {
				const place = places.get(key);
				if (place === undefined) return undefined;
				flush();
				const output = readMember(parseJson(readLine(journal, place)), "output");
				return output === undefined ? undefined : { output };
			},
		},
		remember: (key, offset) => places.set(key, offset),
	};
}

const WORDS = 6;
const FULL = 0.8;

/** A table of 128-bit hashes with a position each, 24 bytes per entry. */
class PlaceTable {
	private slots = new Uint32Array(WORDS * 1024);
	private count = 0;

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

/** The arguments as text that does not depend on the order of members; files by their bytes. */
async function describeRequest(value: unknown): Promise<string> {
	if (value instanceof Blob) {
		const bytes = new Uint8Array(await value.arrayBuffer());
		return `blob:${createHash("sha256").update(bytes).digest("hex")}`;
	}
	if (Array.isArray(value)) return `[${(await Promise.all(value.map(describeRequest))).join(",")}]`;
	if (!isRecord(value)) return JSON.stringify(value) ?? "null";
	const names = Object.keys(value).sort();
	const members = await Promise.all(
		names.map(async (name) => `${JSON.stringify(name)}:${await describeRequest(value[name])}`),
	);
	return `{${members.join(",")}}`;
}

function readLine(path: string, offset: number): string {
	const file = openSync(path, "r");
	try {
		for (let size = 16 * 1024; ; size *= 4) {
			const buffer = Buffer.alloc(size);
			const read = readSync(file, buffer, 0, size, offset);
			const end = buffer.indexOf(0x0a);
			if (end !== -1 && end < read) return buffer.toString("utf8", 0, end);
			if (read < size) return "";
		}
	} finally {
		closeSync(file);
	}
}
