import { decodeBase64 } from "../base/base64.ts";
import { encodeText, toBinary } from "../base/bytes.ts";
import { type Fetch, findSecrets } from "../http/index.ts";

/** A part of a form, with the bytes of its file. */
export interface ReadPart {
	name: string;
	content: string | Uint8Array<ArrayBuffer>;
	filename?: string;
	type?: string;
}

/** A request with its body read. */
export interface ReadRequest {
	method: string;
	url: string;
	headers: Headers;
	body: Uint8Array<ArrayBuffer> | ReadPart[] | undefined;
	/** Arguments for `fetch` in place of the original ones: a body that can be read only once is replaced. */
	input: Parameters<Fetch>[0];
	init: RequestInit | undefined;
}

/** Reads the arguments of `fetch` without consuming them. */
export async function readRequest(input: Parameters<Fetch>[0], init: RequestInit | undefined): Promise<ReadRequest> {
	const request = typeof input === "object" && "clone" in input ? input : undefined;
	const headers = new Headers(init?.headers ?? request?.headers);
	const method = (init?.method ?? request?.method ?? "GET").toUpperCase();
	const url = request ? request.url : String(input);
	const given = init?.body ?? undefined;
	const plain = { method, url, headers, input, init };
	if (given instanceof ReadableStream) {
		const body = new Uint8Array(await new Response(given).arrayBuffer());
		return { ...plain, init: { ...init, body }, body };
	}
	if (given !== undefined) return { ...plain, body: await readBody(given, headers) };
	if (!request?.body) return { ...plain, body: undefined };
	const bytes = new Uint8Array(await request.clone().arrayBuffer());
	return { ...plain, body: (await readForm(bytes, headers)) ?? bytes };
}

async function readBody(body: BodyInit, headers: Headers): Promise<ReadRequest["body"]> {
	if (typeof body === "string") return (await readForm(encodeText(body), headers)) ?? encodeText(body);
	if (isTagged(body, "FormData")) return readParts(body as FormData);
	if (isTagged(body, "URLSearchParams")) return readParts(body as URLSearchParams);
	if (isTagged(body, "Blob") || isTagged(body, "File")) {
		const blob = body as Blob;
		if (blob.type && !headers.has("content-type")) headers.set("content-type", blob.type);
		return new Uint8Array(await blob.arrayBuffer());
	}
	const bytes = ArrayBuffer.isView(body)
		? new Uint8Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength) as ArrayBuffer)
		: new Uint8Array((body as ArrayBuffer).slice(0));
	return (await readForm(bytes, headers)) ?? bytes;
}

/** Forms that arrive as bytes, as on servers. */
async function readForm(bytes: Uint8Array<ArrayBuffer>, headers: Headers): Promise<ReadPart[] | undefined> {
	const type = headers.get("content-type") ?? "";
	if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return undefined;
	try {
		return await readParts(await new Response(bytes, { headers: { "content-type": type } }).formData());
	} catch {
		return undefined;
	}
}

async function readParts(form: FormData | URLSearchParams): Promise<ReadPart[]> {
	const parts: ReadPart[] = [];
	for (const [name, value] of form as Iterable<[string, string | File]>) {
		if (typeof value === "string") parts.push({ name, content: value });
		else {
			const content = new Uint8Array(await value.arrayBuffer());
			parts.push({ name, content, filename: value.name, ...(value.type ? { type: value.type } : {}) });
		}
	}
	return parts;
}

/** Tests the tag, because in Node the mere name `FormData` loads all of `fetch`. */
function isTagged(value: unknown, tag: string): boolean {
	return Object.prototype.toString.call(value) === `[object ${tag}]`;
}

/** Returns the credentials in a request. */
export function findCredentials({ url, headers }: { url: string; headers: Headers }): string[] {
	const found = findSecrets(url, Object.fromEntries(headers));
	const [, basic = ""] = /^basic\s+(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
	const bytes = decodeBase64(basic);
	if (!bytes?.length) return found;
	// Basic authorization: both `user:password` and the password are secrets.
	const pair = toBinary(bytes);
	return [...found, pair, pair.slice(pair.indexOf(":") + 1)];
}
