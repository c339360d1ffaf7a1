import { decodeText, encodeText, fromBinary, joinBytes, toBinary } from "../base/bytes.ts";
import { parseJson, readMember } from "../base/json.ts";
import { nextTurn } from "../base/next-turn.ts";
import { readEvents } from "../http/index.ts";
import { type Files, storeBytes } from "./clean-request.ts";
import type { Chunk } from "./exchange.ts";
import type { Secrets } from "./secrets.ts";

export type RawChunk = [ms: number, bytes: Uint8Array];

/**
 * Returns the chunks as they are recorded: with their split points, without secrets.
 * @throws SecretFoundError if the body contains a secret that cannot be removed
 */
export async function cleanChunks(
	chunks: readonly RawChunk[],
	type = "",
	secrets: Secrets,
	files: Files,
): Promise<Chunk[]> {
	const joined = joinBytes(chunks.map(([, bytes]) => bytes));
	const isText = TEXT.test(type) || (!/^(image|audio|video|font)\//i.test(type) && decodeText(joined) !== undefined);
	let end = 0;
	const borders = chunks.map(([, { length }]) => {
		end += length;
		return end;
	});
	const pause = pauseFor(joined.length);
	await pause();
	const cleaned = secrets.clean({ text: toBinary(joined), borders }, isText);
	await pause();
	if (isText && (await containsSecret(new TextDecoder().decode(fromBinary(cleaned.text)), secrets))) {
		throw new SecretFoundError();
	}
	await pause();
	const whole = isText ? undefined : storeBytes(fromBinary(cleaned.text), type, files);
	return chunks.map(([ms], place) => {
		const range: [number, number] = [cleaned.borders[place - 1] ?? 0, cleaned.borders[place] ?? cleaned.text.length];
		const binary = cleaned.text.slice(...range);
		if (whole) return [ms, "file" in whole ? { ...whole, range } : { base64: btoa(binary) }];
		// A chunk may begin or end inside a character.
		return [ms, decodeText(fromBinary(binary)) ?? { base64: btoa(binary) }];
	});
}

const TEXT = /^text\/|\b(json|ndjson|xml|javascript|event-stream)\b/i;

/** Bytes that take about a millisecond to search. */
const SMALL = 100_000;

/**
 * Returns a pause between two steps of work on a body: after a large one, it yields to the event loop, for example to the
 * other clients of `hub serve`.
 */
export function pauseFor(size: number): () => Promise<void> | undefined {
	return () => (size < SMALL ? undefined : nextTurn());
}

/** A recording was not written because a secret could not be removed. */
export class SecretFoundError extends Error {
	constructor() {
		super("Not recorded: the response repeats a secret in a form that cannot be removed.");
		this.name = "SecretFoundError";
	}
}

/**
 * Whether a cleaned body still contains a secret: split over chunks of the model, or written with escapes in JSON.
 * @param text the body; of a stream of events each JSON string is joined over the events, place by place
 */
async function containsSecret(text: string, secrets: Secrets): Promise<boolean> {
	const whole = parseJson(text);
	const values = whole === undefined ? await readValues(text) : [whole];
	const joined = new Map<string, string[]>();
	for (const value of values) collectStrings(value, "", joined);
	for (const pieces of joined.values()) {
		// Pieces that were cleaned one by one are searched as one text.
		if (secrets.isIn(pieces.join(""))) return true;
	}
	return false;
}

async function readValues(text: string): Promise<unknown[]> {
	const values: unknown[] = [];
	if (/^(data|event|id|retry)?:/m.test(text)) {
		const body = new Response(encodeText(text)).body;
		if (body) for await (const { data } of readEvents(body)) values.push(parseJson(data) ?? data);
		return values;
	}
	return text.split("\n").map((line) => parseJson(line));
}

function collectStrings(value: unknown, path: string, joined: Map<string, string[]>): void {
	if (typeof value === "string") {
		const pieces = joined.get(path);
		if (pieces) pieces.push(value);
		else joined.set(path, [value]);
	} else if (Array.isArray(value)) {
		for (const [place, item] of value.entries()) {
			// Choices and tool calls contain their index, since an event has only some of them.
			const index = readMember(item, "index");
			collectStrings(item, `${path}.${typeof index === "number" ? index : place}`, joined);
		}
	} else if (value !== null && typeof value === "object") {
		for (const [key, item] of Object.entries(value)) {
			collectStrings(key, `${path}#${key}`, joined);
			collectStrings(item, `${path}.${key}`, joined);
		}
	}
}
