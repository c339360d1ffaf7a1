import { isRecord } from "../base/json.ts";
import type { Args, InferenceTask } from "../inference/index.ts";

/** Hashes a text, or the bytes of a file. */
type Hash = (content: string | Uint8Array<ArrayBuffer>) => string | Promise<string>;

/** Makes the key of a request; a promise if its files, or the hash, need time. */
export type RequestKeys = (
	args: Args | undefined,
	model: string | undefined,
	task?: InferenceTask | undefined,
) => string | Promise<string>;

/**
 * Makes the keys of requests: a hash of the task, the model, the path of the endpoint and the arguments, in an order that
 * does not depend on how they were written. The provider is no part of it, nor are tokens and limits.
 * @param hash 128 bits, in 32 hexadecimal digits
 */
export function createRequestKeys(ofBatch: InferenceTask, endpointUrl: string | undefined, hash: Hash): RequestKeys {
	const path = endpointUrl === undefined ? "" : new URL(endpointUrl).pathname.replace(/\/$/, "");
	return (args, model, task = ofBatch) => {
		const files = new Set<Blob | Uint8Array>();
		let hashes: ReadonlyMap<unknown, string> | undefined;
		const describe = (): string =>
			describeRequest({ task, path, model }, args, (file) => {
				files.add(file);
				return hashes?.get(file);
			});
		const text = describe();
		if (files.size === 0) return hash(text);
		const read = [...files].map(async (file) => [file, await hash(await readBytes(file))] as const);
		return Promise.all(read).then((entries) => {
			hashes = new Map(entries);
			return hash(describe());
		});
	};
}

async function readBytes(file: Blob | Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
	return file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : file.slice();
}

/** Sorts a few names. The engine's `sort` allocates twenty times their size, and this runs for each call. */
function sort(names: string[]): string[] {
	for (let end = 1; end < names.length; end++) {
		const name = names[end] ?? "";
		let place = end;
		for (let before = names[place - 1]; before !== undefined && before > name; before = names[place - 1])
			names[place--] = before;
		names[place] = name;
	}
	return names;
}

/**
 * Returns a request as text that does not depend on the order of members.
 * @param path of the endpoint
 * @param hashOf the hash of a file's bytes; undefined while it is not known
 */
function describeRequest(
	{ task, path, model }: { task: string; path: string; model: string | undefined },
	args: unknown,
	hashOf: (file: Blob | Uint8Array) => string | undefined,
): string {
	// Loops instead of lists of parts, which would be a tenth of a call's allocations.
	const describe = (value: unknown): string => {
		if (value instanceof Blob || value instanceof Uint8Array) return `blob:${hashOf(value)}`;
		if (!Array.isArray(value) && !isRecord(value)) return JSON.stringify(value) ?? "null";
		let text = "";
		if (Array.isArray(value)) {
			for (const item of value) text += text === "" ? describe(item) : `,${describe(item)}`;
			return `[${text}]`;
		}
		for (const name of sort(Object.keys(value))) {
			if (value[name] === undefined) continue;
			text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${describe(value[name])}`;
		}
		return `{${text}}`;
	};
	return `${task}\0${path}\0${model ?? ""}\0${describe(args)}`;
}
