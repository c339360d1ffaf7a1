import { joinBytes } from "../base/bytes.ts";
import { isRecord } from "../base/json.ts";
import { isRequest } from "../http/index.ts";
import { LightHeaders, streamOf } from "../http/light-response.ts";
import { invalid, missing, ServiceFailure } from "./failure.ts";
import { LIMITS } from "./limits.ts";

/** Members of a JSON body. They are read with a ServiceFailure for one that is present and of another type, or out of range. */
export class BodyFields {
	readonly all: Readonly<Record<string, unknown>>;

	constructor(all: Readonly<Record<string, unknown>>) {
		this.all = all;
	}

	get(name: string): unknown {
		return this.all[name] ?? undefined;
	}

	text(name: string): string | undefined {
		return this.#read(name, "a string", (value) => typeof value === "string") as string | undefined;
	}

	/** @throws ServiceFailure if it is missing or empty, too */
	requireText(name: string): string {
		const value = this.text(name);
		if (value === undefined || value === "") throw missing(name);
		return value;
	}

	number(name: string, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): number | undefined {
		const value = this.#read(name, "a number", (item) => typeof item === "number") as number | undefined;
		if (value !== undefined && (value < least || value > most)) {
			const range = most === Number.POSITIVE_INFINITY ? `at least ${least}` : `a number from ${least} to ${most}`;
			throw invalid(name, `Invalid value for '${name}': expected ${range}, got ${value}.`);
		}
		return value;
	}

	integer(name: string, least?: number, most?: number): number | undefined {
		const value = this.number(name, least, most);
		if (value !== undefined && !Number.isInteger(value)) {
			throw invalid(name, `Invalid type for '${name}': expected an integer, got ${value}.`);
		}
		return value;
	}

	flag(name: string): boolean {
		return this.#read(name, "a boolean", (value) => typeof value === "boolean") === true;
	}

	object(name: string): Record<string, unknown> | undefined {
		return this.#read(name, "an object", isRecord) as Record<string, unknown> | undefined;
	}

	#read(name: string, kind: string, fits: (value: unknown) => boolean): unknown {
		const value = this.get(name);
		if (value === undefined || fits(value)) return value;
		const type = Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : `a ${typeof value}`;
		throw invalid(name, `Invalid type for '${name}': expected ${kind}, got ${type} instead.`);
	}
}

/**
 * Reads a JSON body that must be an object.
 * @throws ServiceFailure 415 for another content type, else the service's status for bad input
 */
export async function readFields(request: SandboxRequest): Promise<BodyFields> {
	const type = request.headers.get("content-type") ?? "";
	if (!type.includes("json")) {
		throw new ServiceFailure(415, `Unsupported content type '${type}'. Send JSON as application/json.`);
	}
	return new BodyFields(parseObject(new TextDecoder().decode(await readBytes(request))));
}

/**
 * Reads a form.
 * @throws ServiceFailure 415 for another content type, 413 when it is too large, else the service's status for bad input
 */
export async function readForm(request: SandboxRequest): Promise<FormData> {
	const type = request.headers.get("content-type") ?? "";
	if (!type.startsWith("multipart/form-data")) {
		throw new ServiceFailure(415, `Unsupported content type '${type}'. Send multipart/form-data.`);
	}
	const bytes = await readBytes(request);
	try {
		return await new Response(bytes, { headers: { "content-type": type } }).formData();
	} catch {
		throw new ServiceFailure("invalid", "Could not parse the form.");
	}
}

/**
 * Reads a body and stops at the limit.
 * @throws ServiceFailure 413 if it is larger than the limit
 */
export async function readBytes(request: SandboxRequest): Promise<Uint8Array<ArrayBuffer>> {
	const message = `The request body is larger than ${LIMITS.bodyBytes / 1024 / 1024} MB.`;
	const tooLarge = (): ServiceFailure => new ServiceFailure(413, message, { code: "request_too_large" });
	if (Number(request.headers.get("content-length")) > LIMITS.bodyBytes) throw tooLarge();
	const parts: Uint8Array[] = [];
	let length = 0;
	const reader = request.body?.getReader();
	for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
		length += part.value.length;
		if (length > LIMITS.bodyBytes) {
			void reader?.cancel().catch(() => undefined);
			throw tooLarge();
		}
		parts.push(part.value);
	}
	return joinBytes(parts);
}

/** @throws ServiceFailure if the text is not a JSON object, or contains too many values */
export function parseObject(text: string): Record<string, unknown> {
	checkStructure(text);
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		throw new ServiceFailure("invalid", "We could not parse the JSON body of your request.", { code: "invalid_json" });
	}
	if (!isRecord(body)) throw new ServiceFailure("invalid", "The body of the request must be a JSON object.");
	return body;
}

/** @throws ServiceFailure if the total length of texts exceeds the limit */
export function checkLength(field: string, texts: readonly string[], limit: number): void {
	const length = texts.reduce((total, text) => total + text.length, 0);
	if (length <= limit) return;
	throw new ServiceFailure("invalid", `'${field}' has ${length} characters; the sandbox takes at most ${limit}.`, {
		code: "context_length_exceeded",
		field: field.split("."),
	});
}

/**
 * Reads a member that is a text or a list of texts.
 * @throws ServiceFailure if it is neither, or if there are too many
 */
export function readTexts(value: unknown, field: string, most: number = LIMITS.texts): string[] {
	if (value === undefined) throw missing(field);
	const texts: unknown[] = Array.isArray(value) ? value : [value];
	if (texts.length === 0 || texts.length > most || !texts.every((text) => typeof text === "string")) {
		throw invalid(field, `Invalid '${field}': expected a string or an array of 1 to ${most} strings.`);
	}
	checkLength(field, texts, LIMITS.promptCharacters);
	return texts;
}

/**
 * Counts values and levels before the text is parsed: 64 MB of `[[],[],…` would take gigabytes.
 * @throws ServiceFailure if there are too many
 */
function checkStructure(text: string): void {
	let values = 0;
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 0x22) at = findStringEnd(text, at + 1);
		else if (code === 0x2c) values++;
		else if (code === 0x5b || code === 0x7b) {
			values++;
			depth++;
		} else if (code === 0x5d || code === 0x7d) depth--;
		if (values > LIMITS.jsonValues || depth > LIMITS.jsonDepth) {
			const message = `The JSON body contains more than ${LIMITS.jsonValues} values or ${LIMITS.jsonDepth} levels.`;
			throw new ServiceFailure("invalid", message, { code: "invalid_json" });
		}
	}
}

/** Returns the position of the quote that ends a string; the end of the text if there is none. */
function findStringEnd(text: string, start: number): number {
	for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
		let slashes = 0;
		while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
		if (slashes % 2 === 0) return at;
	}
	return text.length;
}

/** The parts of a request that the sandbox reads: the platform's `Request` takes long to load in Node. */
export interface SandboxRequest {
	readonly url: string;
	readonly method: string;
	readonly headers: Pick<Headers, "get">;
	readonly body: ReadableStream<Uint8Array> | null;
	readonly signal: AbortSignal;
}

/** Returns the request of a call of `fetch`; the platform's class encodes forms. */
export function openRequest(input: string | URL | Request, init?: RequestInit): SandboxRequest {
	if (isRequest(input)) return init === undefined ? input : new Request(input, init);
	const content = init?.body ?? undefined;
	const isBytes = content instanceof Uint8Array;
	if (content !== undefined && typeof content !== "string" && !isBytes) return new Request(input, init);
	const given = init?.headers ?? {};
	const entries = Symbol.iterator in given ? [...given] : Object.entries(given);
	const headers = new LightHeaders(entries.map(([name = "", value = ""]): [string, string] => [name, value]));
	if (typeof content === "string" && !headers.has("content-type")) {
		headers.set("content-type", "text/plain;charset=UTF-8");
	}
	const bytes = isBytes ? new Uint8Array(content) : new TextEncoder().encode(content);
	return {
		url: new URL(input).href,
		method: init?.method?.toUpperCase() ?? "GET",
		headers,
		body: content === undefined ? null : streamOf(bytes),
		signal: init?.signal ?? new AbortController().signal,
	};
}
