/**
 * State in a link: JSON, compressed, in the hash. Tokens and the user's files are never part of it.
 */

/** Returns the hash for a state, without `#`. */
export async function encodeState(state) {
	const bytes = new TextEncoder().encode(JSON.stringify(state));
	const packed = await pipe(bytes, new CompressionStream("deflate-raw"));
	return toBase64Url(packed);
}

/** Returns the state in a hash; undefined for an invalid one. */
export async function decodeState(hash) {
	try {
		const bytes = await pipe(fromBase64Url(hash), new DecompressionStream("deflate-raw"));
		const state = JSON.parse(new TextDecoder().decode(bytes));
		return state !== null && typeof state === "object" && !Array.isArray(state) ? state : undefined;
	} catch {
		return undefined;
	}
}

/** Returns the part of a playground that may be shared: no token, and only sample files. */
export function shareable({ task, provider, model, values }) {
	const shared = Object.entries(values).filter(([, value]) => !value?.file);
	return { task, provider, model, values: Object.fromEntries(shared) };
}

async function pipe(bytes, stream) {
	return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

function toBase64Url(bytes) {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replace(/=+$/, "");
}

function fromBase64Url(text) {
	const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
