import { readMember } from "../http/index.ts";
import type { InferenceTask } from "../inference/index.ts";
import { isRecord } from "../json.ts";
import { GatewayError, invalid } from "./errors.ts";
import type { Services } from "./services.ts";
import type { ReadForm } from "./types.ts";

/** A request of a client on its way through a handler. */
export interface Incoming {
	services: Services;
	request: Request;
	url: URL;
	/** Path of the route, such as `/v1/chat/completions`. */
	route: string;
	/** Groups of the route's path, decoded. */
	groups: readonly string[];
	/** Who asks. */
	client: string;
}

/** What a client wants of a model. */
export interface Wanted {
	task: InferenceTask;
	model: unknown;
	/** Id of a provider beside the model; only the route of tasks has it. */
	provider?: unknown;
	isStream?: boolean;
	/** The request as the page shows it. */
	text: string;
}

/** Fields that name hosts, keys or files: no request may. `data` would take the place of the body. */
const IGNORED: ReadonlySet<string> = new Set([
	"endpointUrl",
	"accessToken",
	"hubUrl",
	"routerUrl",
	"provider",
	"data",
	"model",
	"__proto__",
]);

/** Fields of a request that are passed on. */
export function passOn(fields: Readonly<Record<string, unknown>>, ...handled: string[]): Record<string, unknown> {
	const rest = Object.entries(fields).filter(([name]) => !IGNORED.has(name) && !handled.includes(name));
	return Object.fromEntries(rest);
}

/** The JSON body of a request, and its text. */
export interface JsonBody {
	fields: Record<string, unknown>;
	text: string;
}

/** Reads a JSON object. @throws GatewayError 400, 413 or 415 */
export async function readJson({ request, services }: Incoming): Promise<JsonBody> {
	const type = request.headers.get("content-type") ?? "";
	if (/^multipart\//i.test(type))
		throw new GatewayError(415, "Send the body as JSON.", { code: "unsupported_media_type" });
	const text = new TextDecoder().decode(await readBody(request, services.maxBody));
	let fields: unknown;
	try {
		fields = JSON.parse(text);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new GatewayError(400, `The body is not JSON: ${reason}`, { code: "invalid_json" });
	}
	if (!isRecord(fields)) throw new GatewayError(400, "The body must be a JSON object.", { code: "invalid_json" });
	return { fields, text };
}

/** Reads a body of limited size. @throws GatewayError 413 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
	const length = Number(request.headers.get("content-length") ?? 0);
	if (length > limit) throw tooLarge(limit);
	if (!request.body) return new Uint8Array();
	const parts: Uint8Array[] = [];
	let size = 0;
	const reader = request.body.getReader();
	while (true) {
		const { done, value } = await reader.read();
		if (done) break;
		size += value.length;
		if (size > limit) {
			reader.cancel().catch(() => undefined);
			throw tooLarge(limit);
		}
		parts.push(value);
	}
	const [first] = parts;
	if (first && parts.length === 1) return first as Uint8Array<ArrayBuffer>;
	const body = new Uint8Array(size);
	let at = 0;
	for (const part of parts) {
		body.set(part, at);
		at += part.length;
	}
	return body;
}

function tooLarge(limit: number): GatewayError {
	const size = limit >= 2 ** 20 ? `${Math.floor(limit / 2 ** 20)} MB` : `${limit} bytes`;
	return new GatewayError(413, `The body is larger than ${size}.`, { code: "body_too_large" });
}

/** Reads a form. @throws GatewayError 400, 413 or 415 */
export async function readForm({ request, services }: Incoming): Promise<ReadForm> {
	if (!/^multipart\/form-data/i.test(request.headers.get("content-type") ?? "")) {
		throw new GatewayError(415, "Send the body as multipart/form-data.", { code: "unsupported_media_type" });
	}
	const { readForm: read } = services.options;
	if (read) return await read(request, services.maxBody);
	const body = await readBody(request, services.maxBody);
	const headers = { "content-type": request.headers.get("content-type") ?? "" };
	try {
		return { form: await new Response(body, { headers }).formData(), close: () => undefined };
	} catch {
		throw new GatewayError(400, "The form cannot be read.", { code: "invalid_form" });
	}
}

/** The file of a form. @throws GatewayError where there is none, or a text in its place */
export function takeFile(form: FormData, ...names: string[]): Blob {
	const [param = "file"] = names;
	const found = names.flatMap((name) => form.getAll(name));
	if (found.length === 0) throw invalid(`The form has no ${param}.`, param, "missing_file");
	if (found.length > 1) throw invalid(`One ${param} at a time.`, param);
	const [file] = found;
	if (!file || typeof file === "string") throw invalid(`The field ${param} must be a file.`, param, "invalid_file");
	return file;
}

/** The text fields of a form; numbers, true, false and JSON are read as such. */
export function formFields(form: FormData): Record<string, unknown> {
	const fields: Record<string, unknown> = {};
	for (const [name, value] of form) {
		if (typeof value !== "string") continue;
		const parsed = TEXT_FIELDS.has(name) ? value : parseValue(value);
		const key = name.replace(/\[\]$/, "");
		if (key === name) fields[key] = parsed;
		else fields[key] = [...(Array.isArray(fields[key]) ? fields[key] : []), parsed];
	}
	return fields;
}

/** Fields whose text is what it is, even if it looks like a number. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(["model", "prompt", "inputs", "language", "size", "user", "provider"]);

function parseValue(text: string): unknown {
	if (!/^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|[[{].*)$/is.test(text)) return text;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** A whole number of a request within bounds. */
export function readCount(fields: Readonly<Record<string, unknown>>, name: string, most: number): number {
	const value = readMember(fields, name);
	if (value === undefined || value === null) return 1;
	if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most) return value;
	throw invalid(`${name} must be a whole number from 1 to ${most}.`, name);
}
