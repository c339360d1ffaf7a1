import { isDeeperThan, isRecord, MAX_JSON_LEVELS, parseJson, parseJsonOrThrow } from "../base/json.ts";
import { findMediaType } from "../base/media-type.ts";
import { readMember } from "../http/index.ts";
import { describeLeftOut, listNames, readCallerFields } from "../inference/caller-input.ts";
import type { InferenceTask } from "../inference/index.ts";
import { GatewayError, invalid, messageOf } from "./errors.ts";
import { decodeUtf8, readBody } from "./read-body.ts";
import type { Services } from "./services.ts";
import type { GatewayRequest, NamedKey, ReadForm, Target } from "./types.ts";

/** Members of a JSON object, or fields of a form. */
export type Fields = Readonly<Record<string, unknown>>;

/** A request of a client, as handlers receive it. */
export interface Incoming {
	services: Services;
	request: GatewayRequest;
	url: URL;
	/** Path of the route, such as `/v1/chat/completions`. */
	route: string;
	/** Groups of the route's path, decoded. */
	groups: readonly string[];
	/** Identifies the client. */
	client: string;
	/** The named key that was sent; undefined for the owner's. */
	key: NamedKey | undefined;
	/** The fields of its JSON; set when it is read. */
	fields?: Fields;
	/** What the request may not set and was left out, as notices; set when it is read. */
	leftOut?: readonly string[];
}

/** A client's request to a model. */
export interface RequestedCall {
	task: InferenceTask;
	model: unknown;
	/** Id of a provider, given next to the model; only the route of tasks takes it. */
	provider?: unknown;
	isStream?: boolean;
	/** The request as the page shows it. */
	text: string;
	/** The target of an earlier call that the request is about: it calls no model, costs nothing, and is not listed. */
	about?: Target;
}

let lastNumber = 0;

/** Returns an id for a client's request, unique in this process. */
export function createRequestId(now: number): string {
	return `req_${now.toString(36)}${(++lastNumber).toString(36)}`;
}

/** Reads a JSON object, and returns its text too. @throws GatewayError 400, 413 or 415 */
export async function readJson(incoming: Incoming): Promise<{ fields: Fields; text: string }> {
	const { request, services } = incoming;
	const type = request.headers.get("content-type") ?? "";
	if (/^multipart\//i.test(type))
		throw new GatewayError(415, "Send the body as JSON.", { code: "unsupported_media_type" });
	const text = decodeUtf8(await readBody(request, services.maxBody));
	let fields: unknown;
	try {
		fields = parseJsonOrThrow(text, Number.POSITIVE_INFINITY);
	} catch (error) {
		throw invalidJson(`The body is not JSON: ${messageOf(error)}`);
	}
	if (!isRecord(fields)) throw invalidJson("The body must be a JSON object.");
	if (isDeeperThan(fields, MAX_JSON_LEVELS)) throw invalidJson();
	incoming.fields = readFields(fields, incoming);
	return { fields: incoming.fields, text };
}

/** Fields that routes read themselves: the model, and messages. */
const OWN_FIELDS: readonly string[] = ["model", "messages"];
/** Fields of chats that change the price: allowed with known values, if no budget counts the call. */
const PRICED_FIELDS: readonly string[] = [...OWN_FIELDS, "service_tier"];
const TIERS: readonly unknown[] = ["auto", "default", "flex", "priority", "scale", "standard_only"];
const CHAT_ROUTES: readonly string[] = ["/v1/chat/completions", "/v1/responses", "/v1/messages"];
/** Further fields that the route of tasks reads. */
const OWN_FIELDS_OF_TASKS: readonly string[] = [...OWN_FIELDS, "provider", "inputs", "parameters"];

/**
 * Returns the fields of a request that a client may set, by the same rule as for every other input of a caller.
 * @throws GatewayError 400 for those that would change the meaning of the request
 */
function readFields(given: Fields, incoming: Incoming): Record<string, unknown> {
	const { route, services, key } = incoming;
	const own = route.startsWith("/v1/tasks/")
		? OWN_FIELDS_OF_TASKS
		: TIERS.includes(given["service_tier"]) && CHAT_ROUTES.includes(route) && !services.budgets.count(key)
			? PRICED_FIELDS
			: OWN_FIELDS;
	const read = readCallerFields(given, own);
	const [first] = read.refused;
	if (first !== undefined) {
		const message = `A request cannot set ${listNames(read.refused)}: it sets inputs and parameters of the model, nothing else.`;
		throw invalid(message, listNames([first]), "field_not_allowed");
	}
	const notice = describeLeftOut("the request", read.leftOut);
	if (notice !== undefined) incoming.leftOut = [notice];
	return read.fields;
}

function invalidJson(message = `The JSON is nested more than ${MAX_JSON_LEVELS} levels deep.`): GatewayError {
	return new GatewayError(400, message, { code: "invalid_json" });
}

/** Reads a whole number from a request, within bounds. */
export function readCount(fields: Fields, name: string, most: number): number {
	const value = readMember(fields, name);
	if (value === undefined || value === null) return 1;
	if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most) return value;
	throw invalid(`${name} must be a whole number from 1 to ${most}.`, name);
}

/** Returns the fields of a request that its route did not handle: parameters of the model. */
export function unhandledFields(fields: Fields, ...handled: string[]): Record<string, unknown> {
	const rest: Record<string, unknown> = {};
	for (const name in fields) {
		if (name !== "model" && name !== "provider" && !handled.includes(name)) rest[name] = fields[name];
	}
	return rest;
}

/**
 * Reads a form, works with it and its fields, and removes its files.
 * @throws GatewayError 400, 413 or 415
 */
export async function withForm<Result>(
	incoming: Incoming,
	work: (form: FormData, fields: Record<string, unknown>) => Promise<Result>,
): Promise<Result> {
	const { form, close } = await readForm(incoming);
	try {
		return await work(form, readFields(formFields(form), incoming));
	} finally {
		await close();
	}
}

async function readForm({ request, services }: Incoming): Promise<ReadForm> {
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

/** A file with its type, by its first bytes or its name where the client names none: curl recognizes few types. */
export async function withType(file: Blob): Promise<Blob> {
	if (file.type !== "" && file.type !== "application/octet-stream") return file;
	const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
	const type = findMediaType(head, file instanceof File ? file.name : "");
	return type === "" ? file : file.slice(0, file.size, type);
}

/** Returns the text fields of a form; numbers, true, false and JSON are parsed. */
function formFields(form: FormData): Record<string, unknown> {
	const fields = new Map<string, unknown>();
	for (const [name, value] of form) {
		if (typeof value !== "string") continue;
		const parsed = TEXT_FIELDS.has(name) ? value : parseValue(value);
		const key = name.replace(/\[\]$/, "");
		const before = fields.get(key);
		fields.set(key, key === name ? parsed : [...(Array.isArray(before) ? before : []), parsed]);
	}
	return Object.fromEntries(fields);
}

/** Fields that stay text even if they look like a number. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(["model", "prompt", "inputs", "language", "size", "user", "provider"]);

function parseValue(text: string): unknown {
	if (!/^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|[[{].*)$/is.test(text)) return text;
	// Deeply nested JSON must not pass as text.
	const value = parseJson(text, Number.POSITIVE_INFINITY);
	if (isDeeperThan(value, MAX_JSON_LEVELS)) throw invalidJson();
	return value === undefined ? text : value;
}
