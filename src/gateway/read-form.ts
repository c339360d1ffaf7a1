import { isDeeperThan, MAX_JSON_LEVELS, parseJson } from "../base/json.ts";
import { findMediaType } from "../base/media-type.ts";
import { GatewayError, invalid } from "./errors.ts";
import type { Incoming } from "./incoming.ts";
import { readBody } from "./read-body.ts";
import { tooDeep } from "./read-json.ts";
import type { ReadForm } from "./types.ts";

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

/** Returns the file of a form, with its type. @throws GatewayError if there is none, or a text field instead */
export async function takeFile(form: FormData, ...names: string[]): Promise<Blob> {
	const [param = "file"] = names;
	const found = names.flatMap((name) => form.getAll(name));
	if (found.length === 0) throw invalid(`The form has no ${param}.`, param, "missing_file");
	if (found.length > 1) throw invalid(`Send only one ${param}.`, param);
	const [file] = found;
	if (!file || typeof file === "string") throw invalid(`The field ${param} must be a file.`, param, "invalid_file");
	return await withType(file);
}

/** A file with its type, by its first bytes or its name where the client names none: curl knows few types. */
export async function withType(file: Blob): Promise<Blob> {
	if (file.type !== "" && file.type !== "application/octet-stream") return file;
	const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
	const type = findMediaType(head, file instanceof File ? file.name : "");
	return type === "" ? file : file.slice(0, file.size, type);
}

/** Returns the text fields of a form; numbers, true, false and JSON are parsed. */
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

/** Fields that stay text even if they look like a number. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(["model", "prompt", "inputs", "language", "size", "user", "provider"]);

function parseValue(text: string): unknown {
	if (!/^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|[[{].*)$/is.test(text)) return text;
	// Deep JSON must not pass for text.
	const value = parseJson(text, Number.POSITIVE_INFINITY);
	if (isDeeperThan(value, MAX_JSON_LEVELS)) throw tooDeep();
	return value === undefined ? text : value;
}
