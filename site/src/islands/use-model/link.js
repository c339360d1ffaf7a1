import { decodeState, encodeState } from "../parts/share.js";

const NAMES = ["group", "tool", "language", "client", "provider", "endpoint"];

/**
 * Returns the hash of a choice, without `#`: names as plain text, and a pasted record compressed.
 */
export async function toHash({ record, isPasted, streaming, ...choice }) {
	const query = new URLSearchParams({ model: record.id });
	for (const name of NAMES) if (choice[name]) query.set(name, choice[name]);
	if (streaming) query.set("streaming", "true");
	if (isPasted) query.set("record", await encodeState(record));
	return String(query);
}

/** Parses a hash: `model`, the choice, and `record` if it contains one; undefined for other hashes. */
export async function readHash(hash) {
	const query = new URLSearchParams(hash.replace(/^#/, ""));
	const model = query.get("model");
	if (model === null) return undefined;
	const given = NAMES.filter((name) => query.has(name)).map((name) => [name, query.get(name)]);
	const packed = query.get("record");
	const record = packed ? await decodeState(packed) : undefined;
	return {
		model,
		choice: { ...Object.fromEntries(given), streaming: query.get("streaming") === "true" },
		record: typeof record?.id === "string" ? record : undefined,
	};
}
