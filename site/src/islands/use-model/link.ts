import type { ModelRecord } from "../../page.ts";
import { decodeState, encodeState } from "../parts/share.ts";
import { isRecord } from "./read-record.ts";
import type { ModelChoice } from "./use-model-state.ts";

const NAMES = ["group", "tool", "language", "client", "provider", "endpoint"] as const;

/**
 * Returns the hash of a choice, without `#`: names as plain text, and a pasted record compressed.
 */
export async function toHash({
	record,
	isPasted,
	streaming,
	...choice
}: ModelChoice & { record: ModelRecord; isPasted: boolean }): Promise<string> {
	const query = new URLSearchParams({ model: record.id });
	for (const name of NAMES) {
		const value = choice[name];
		if (value) query.set(name, value);
	}
	if (streaming) query.set("streaming", "true");
	if (isPasted) query.set("record", await encodeState(record));
	return String(query);
}

interface LinkedModel {
	model: string;
	choice: Partial<ModelChoice>;
	record: ModelRecord | undefined;
}

/** Parses a hash: `model`, the choice, and `record` if it contains one; undefined for other hashes. */
export async function readHash(hash: string): Promise<LinkedModel | undefined> {
	const query = new URLSearchParams(hash.replace(/^#/, ""));
	const model = query.get("model");
	if (model === null) return undefined;
	const given = NAMES.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? ""]] : []));
	const packed = query.get("record");
	const record = packed ? await decodeState(packed) : undefined;
	return {
		model,
		choice: { ...Object.fromEntries(given), streaming: query.get("streaming") === "true" },
		record: isRecord(record) ? record : undefined,
	};
}
