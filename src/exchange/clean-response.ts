import { toBase64 } from "../base/base64.ts";
import { decodeText, fromBinary, joinBytes, toBinary } from "../base/bytes.ts";
import type { Files } from "./clean-request.ts";
import { storeBytes } from "./clean-request.ts";
import type { Bytes, Chunk } from "./exchange.ts";
import type { Secrets } from "./secrets.ts";
import { containsSecret, SecretFoundError } from "./split-secret.ts";

/** Chunks of a body as they arrived. */
export type RawChunk = [ms: number, bytes: Uint8Array];

/**
 * Returns the chunks as they are recorded: with their split points, without secrets.
 * @throws SecretFoundError if the body contains a secret that cannot be removed
 */
export async function cleanChunks(
	chunks: readonly RawChunk[],
	type: string | undefined,
	secrets: Secrets,
	files: Files,
): Promise<Chunk[]> {
	const joined = joinBytes(chunks.map(([, bytes]) => bytes));
	const isText = isTextType(type) || (!isMediaType(type) && decodeText(joined) !== undefined);
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
	const store = isText ? storeText : storeFile(fromBinary(cleaned.text), type, files);
	return chunks.map(([ms], place) => {
		const range: [number, number] = [cleaned.borders[place - 1] ?? 0, cleaned.borders[place] ?? cleaned.text.length];
		return [ms, store(cleaned.text.slice(...range), range)];
	});
}

function storeText(binary: string): string | Bytes {
	const bytes = fromBinary(binary);
	// The chunks split a character.
	return decodeText(bytes) ?? { base64: toBase64(bytes) };
}

type StoreChunk = (binary: string, range: [number, number]) => string | Bytes;

function storeFile(bytes: Uint8Array<ArrayBuffer>, type: string | undefined, files: Files): StoreChunk {
	const whole = storeBytes(bytes, type, files);
	return (binary, range) => ("file" in whole ? { ...whole, range } : { base64: btoa(binary) });
}

function isTextType(type = ""): boolean {
	return /^text\/|\b(json|ndjson|xml|javascript|event-stream)\b/i.test(type);
}

function isMediaType(type = ""): boolean {
	return /^(image|audio|video|font)\//i.test(type);
}

/** Bytes that take about a millisecond to search. */
const SMALL = 100_000;

/**
 * Returns a wait between two steps of work on a body: after a large one, others get a turn of the event loop, such as the
 * other clients of `hub serve`.
 */
export function pauseFor(size: number): () => Promise<void> | undefined {
	return () => (size < SMALL ? undefined : new Promise((resolve) => setTimeout(resolve)));
}
