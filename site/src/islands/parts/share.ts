import { type FormValues, fileOf } from "../../call-task.ts";

/** What a link to a call holds. */
export interface SharedCall {
	/** Its id. */
	task: string;
	provider: string;
	model: string | undefined;
	values: FormValues;
}

/**
 * State in a link: JSON, compressed, in the hash. Tokens and the user's files are never part of it.
 */

/** Returns the hash for a state, without `#`. */
export async function encodeState(state: object): Promise<string> {
	const bytes = new TextEncoder().encode(JSON.stringify(state));
	const packed = await pipe(bytes, new CompressionStream("deflate-raw"));
	return toBase64Url(packed);
}

/** Returns the state in a hash; undefined for an invalid one. */
export async function decodeState(hash: string): Promise<Record<string, unknown> | undefined> {
	try {
		const bytes = await pipe(fromBase64Url(hash), new DecompressionStream("deflate-raw"));
		const state = JSON.parse(new TextDecoder().decode(bytes));
		return state !== null && typeof state === "object" && !Array.isArray(state) ? state : undefined;
	} catch {
		return undefined;
	}
}

/** Returns the part of a playground that may be shared: no token, and only sample files. */
export function shareable({ task, provider, model, values }: SharedCall): SharedCall {
	const shared = Object.entries(values).filter(([, value]) => !fileOf(value)?.file);
	return { task, provider, model, values: Object.fromEntries(shared) };
}

async function pipe(
	bytes: Uint8Array<ArrayBuffer>,
	stream: ReadableWritablePair<Uint8Array, BufferSource>,
): Promise<Uint8Array> {
	return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
	const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
