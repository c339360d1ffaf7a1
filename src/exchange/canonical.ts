import { encodeText, hashBytes } from "../base/bytes.ts";
import type { CleanBody, CleanRequest } from "./clean-request.ts";
import type { Json } from "./exchange.ts";

/** A request in a normal form for comparison: without order of keys and query, form boundaries and the like. */
export interface CanonicalRequest {
	method: string;
	host: string;
	path: string;
	query: { [name: string]: Json };
	body: Json;
}

/**
 * @param ignored dotted paths of fields of the body (`seed`, `messages.0.content`, a form's part), with or without
 *   `body.` in front, or of the query (`query.name`)
 */
export async function toCanonical(request: CleanRequest, ignored: readonly string[] = []): Promise<CanonicalRequest> {
	const { host, pathname, searchParams } = new URL(request.url);
	const canonical: CanonicalRequest = {
		method: request.method,
		host,
		path: pathname,
		query: collect([...searchParams]),
		body: await bodyValue(request.body),
	};
	return ignored.reduce(withoutField, canonical);
}

/** Returns the same text for the same request. */
export function toKey({ method, host, path, query, body }: CanonicalRequest): string {
	return `${method} ${host}${path} ${stringifySorted(query)} ${stringifySorted(body)}`;
}

/** Returns the hash in a recording's name: ten hexadecimal digits. */
export async function hashKey(key: string): Promise<string> {
	return (await hashBytes(encodeText(key))).slice(0, 10);
}

async function bodyValue(body: CleanBody): Promise<Json> {
	if ("value" in body) return body.value;
	if ("bytes" in body) return await describeBytes(body.bytes);
	const parts = body.parts.map(async ({ name, content, filename, type }): Promise<[string, Json]> => {
		if (typeof content === "string") return [name, content];
		const bytes = await describeBytes(content);
		return [name, { ...(filename ? { filename } : {}), ...(type ? { type } : {}), bytes }];
	});
	return collect(await Promise.all(parts));
}

async function describeBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	return `${bytes.length} bytes with SHA-256 ${await hashBytes(bytes)}`;
}

/** Returns pairs as an object; a repeated name gets a list, whose order counts. */
function collect(pairs: readonly [string, Json][]): { [name: string]: Json } {
	const values = new Map<string, Json[]>();
	for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
	return Object.fromEntries(
		[...values]
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([name, list]) => [name, list.length > 1 ? list : (list[0] ?? null)]),
	);
}

function stringifySorted(value: Json): string {
	return JSON.stringify(value, (_, item: Json) => {
		if (item === null || typeof item !== "object" || Array.isArray(item)) return item;
		return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
	});
}

function withoutField(request: CanonicalRequest, path: string): CanonicalRequest {
	const keys = path.split(".");
	if (keys[0] === "query" && keys.length === 2) {
		return { ...request, query: removeAt(request.query, keys.slice(1)) as CanonicalRequest["query"] };
	}
	const body = removeAt(request.body, keys);
	return { ...request, body: keys[0] === "body" && keys.length > 1 ? removeAt(body, keys.slice(1)) : body };
}

function removeAt(value: Json, [key = "", ...rest]: readonly string[]): Json {
	if (value === null || typeof value !== "object") return value;
	if (Array.isArray(value)) {
		const place = /^\d+$/.test(key) ? Number(key) : -1;
		return value.map((item, index) => (index !== place ? item : rest.length > 0 ? removeAt(item, rest) : null));
	}
	const inner = Object.hasOwn(value, key) ? value[key] : undefined;
	if (inner === undefined) {
		// A name that contains dots, such as a form's part.
		const [next, ...others] = rest;
		return next === undefined ? value : removeAt(value, [`${key}.${next}`, ...others]);
	}
	if (rest.length > 0) return { ...value, [key]: removeAt(inner, rest) };
	return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
