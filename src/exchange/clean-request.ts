import { decodeBase64, toBase64 } from "../base/base64.ts";
import { decodeText, fromBinary, toBinary } from "../base/bytes.ts";
import { type Check, hasFields, isCount, isListOf, isText, orMissing } from "../base/check-fields.ts";
import { omitUndefined, parseJson } from "../base/json.ts";
import type { ExchangeRequest, FormPart, Json, RecordedBytes, RequestBody } from "./exchange.ts";
import type { ReadPart, ReadRequest } from "./read-request.ts";
import type { Secrets } from "./secrets.ts";

/** JSON, a text or null for no body; a form; or other bytes. */
export type CleanBody = { value: Json } | { parts: ReadPart[] } | { bytes: Uint8Array<ArrayBuffer> };

/** A request without secrets, for comparing and writing. */
export interface CleanRequest {
	method: string;
	url: string;
	headers: Record<string, string>;
	body: CleanBody;
}

/** Files next to a recording. */
export interface Files {
	/** Keeps bytes in a file and returns how a recording refers to it. */
	put(bytes: Uint8Array<ArrayBuffer>, type: string | undefined): RecordedBytes;
}

/** Larger bodies are kept in a file next to the recording, in bytes. */
const LARGE = 64 * 1024;
const WRAPPERS = ["form", "base64", "file", "json"];

export function cleanRequest(request: ReadRequest, secrets: Secrets): CleanRequest {
	const headers = keep(request.headers, REQUEST_HEADERS);
	// The boundary differs in every run.
	const type = headers["content-type"];
	if (type?.startsWith("multipart/")) headers["content-type"] = type.replace(/;.*$/s, "");
	const url = new URL(request.url);
	for (const part of ["username", "password", "hash"] as const) url[part] = "";
	return {
		method: request.method,
		url: secrets.cleanText(url.href),
		headers: secrets.cleanValue(headers),
		body: cleanBody(request.body, headers["content-type"] ?? "", secrets),
	};
}

function cleanBody(body: ReadRequest["body"], type: string, secrets: Secrets): CleanBody {
	if (body === undefined) return { value: null };
	if (Array.isArray(body)) return { parts: body.map((part) => cleanPart(part, secrets)) };
	const isBinary = /^(image|audio|video)\/|^application\/(octet-stream|zip|gzip|pdf)\b/i.test(type);
	const text = isBinary ? undefined : decodeText(body);
	if (text === undefined) return { bytes: cleanBytes(body, secrets) };
	const value = /^\s*[[{]/.test(text) || /\bjson\b/i.test(type) ? parseJson(text) : undefined;
	return { value: value === undefined ? secrets.cleanText(text) : secrets.cleanValue(value as Json) };
}

function cleanPart({ name, content, filename, type }: ReadPart, secrets: Secrets): ReadPart {
	return {
		name: secrets.cleanText(name),
		content: typeof content === "string" ? secrets.cleanText(content) : cleanBytes(content, secrets),
		...omitUndefined({ filename: filename && secrets.cleanText(filename), type }),
	};
}

function cleanBytes(bytes: Uint8Array<ArrayBuffer>, secrets: Secrets): Uint8Array<ArrayBuffer> {
	return fromBinary(secrets.clean({ text: toBinary(bytes), borders: [] }, false).text);
}

export function storeRequest({ body, ...request }: CleanRequest, files: Files): ExchangeRequest {
	return { ...request, body: storeBody(body, request.headers["content-type"], files) };
}

function storeBody(body: CleanBody, type: string | undefined, files: Files): RequestBody | null {
	if ("parts" in body) return { form: body.parts.map((part) => storePart(part, files)) };
	if ("bytes" in body) return storeBytes(body.bytes, type, files);
	return isWrapper(body.value) ? { json: body.value } : body.value;
}

function storePart({ name, content, filename, type }: ReadPart, files: Files): FormPart {
	if (typeof content === "string") return { name, value: content };
	return { name, ...omitUndefined({ filename, type }), ...storeBytes(content, type, files) };
}

/** Returns a few bytes as base64, and a reference to a file for more. */
export function storeBytes(bytes: Uint8Array<ArrayBuffer>, type: string | undefined, files: Files): RecordedBytes {
	return bytes.length > LARGE ? files.put(bytes, type) : { base64: toBase64(bytes) };
}

/** Reads files next to recordings. */
export interface FileSource {
	read(name: string): Promise<Uint8Array<ArrayBuffer>>;
}

export async function loadRequest({ body, ...request }: ExchangeRequest, source: FileSource): Promise<CleanRequest> {
	return { ...request, body: await loadBody(body, source) };
}

async function loadBody(body: RequestBody | null, source: FileSource): Promise<CleanBody> {
	if (!isWrapper(body)) return { value: body as Json };
	const stored = body as { json: Json } | { form: FormPart[] } | RecordedBytes;
	if ("json" in stored) return { value: stored.json };
	if (!("form" in stored)) return { bytes: await loadBytes(stored, source) };
	const parts: ReadPart[] = [];
	for (const { name, ...part } of stored.form) {
		if ("value" in part) parts.push({ name, content: part.value });
		else {
			const { filename, type } = part;
			parts.push({ name, content: await loadBytes(part, source), ...omitUndefined({ filename, type }) });
		}
	}
	return { parts };
}

const isBytes: Check = (value) =>
	hasFields({ base64: (text) => isText(text) && decodeBase64(text as string) !== undefined })(value) ||
	hasFields({
		file: isText,
		range: orMissing((range) => isListOf(isCount)(range) && (range as unknown[]).length === 2),
	})(value);

const isPart: Check = (value) =>
	hasFields({ name: isText, value: isText })(value) ||
	(hasFields({ name: isText, filename: orMissing(isText), type: orMissing(isText) })(value) && isBytes(value));

/** Whether a recording can have such a body: a file may come from anywhere. */
export const isStoredBody: Check = (value) =>
	!isWrapper(value) || "json" in (value as object) || hasFields({ form: isListOf(isPart) })(value) || isBytes(value);

/** Whether a recording can have such a piece of a response. */
export const isChunk: Check = (value) =>
	Array.isArray(value) && typeof value[0] === "number" && (isText(value[1]) || isBytes(value[1]));

/** Returns bytes that a recording contains or refers to. */
export async function loadBytes(bytes: RecordedBytes, source: FileSource): Promise<Uint8Array<ArrayBuffer>> {
	if ("base64" in bytes) return fromBinary(atob(bytes.base64));
	const whole = await source.read(bytes.file);
	return bytes.range ? whole.slice(...bytes.range) : whole;
}

function isWrapper(value: unknown): boolean {
	if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
	const [first, ...rest] = Object.keys(value);
	return rest.length === 0 && first !== undefined && WRAPPERS.includes(first);
}

/** Request headers that describe the request and never contain a secret. */
const REQUEST_HEADERS = /^(accept|content-type|prefer|openai-beta|x-hf-bill-to|x-use-cache|x-wait-for-model)$/;

/** Response headers that programs use. */
const RESPONSE_HEADERS =
	/^(content-type|content-disposition|link|location|retry-after|retry-after-ms|x-request-id|x-inference-provider|x-error-(code|message)|x-repo-commit|x-total-count|x-compute-(type|time)|x-(request-|inference-)?cost(-usd)?|x-hub-cost|x-hub-provider|x-hub-model|x-ratelimit-[\w-]+|ratelimit(-[\w-]+)?)$/;

export function keepResponseHeaders(headers: Headers): Record<string, string> {
	return keep(headers, RESPONSE_HEADERS);
}

function keep(headers: Headers, allowed: RegExp): Record<string, string> {
	return Object.fromEntries([...headers].filter(([name]) => allowed.test(name)));
}
