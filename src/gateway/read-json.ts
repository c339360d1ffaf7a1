import { isDeeperThan, isRecord, MAX_JSON_LEVELS, parseJsonOrThrow } from "../base/json.ts";
import { readMember } from "../http/index.ts";
import { GatewayError, invalid } from "./errors.ts";
import type { Incoming } from "./incoming.ts";
import { decodeUtf8, readBody } from "./read-body.ts";

/** The JSON body of a request, parsed and as text. */
interface JsonBody {
	fields: Record<string, unknown>;
	text: string;
}

/** Reads a JSON object. @throws GatewayError 400, 413 or 415 */
export async function readJson({ request, services }: Incoming): Promise<JsonBody> {
	const type = request.headers.get("content-type") ?? "";
	if (/^multipart\//i.test(type))
		throw new GatewayError(415, "Send the body as JSON.", { code: "unsupported_media_type" });
	const text = decodeUtf8(await readBody(request, services.maxBody));
	let fields: unknown;
	try {
		fields = parseJsonOrThrow(text, Number.POSITIVE_INFINITY);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new GatewayError(400, `The body is not JSON: ${reason}`, { code: "invalid_json" });
	}
	if (!isRecord(fields)) throw new GatewayError(400, "The body must be a JSON object.", { code: "invalid_json" });
	if (isDeeperThan(fields, MAX_JSON_LEVELS)) throw tooDeep();
	return { fields, text };
}

/** Returns the error for JSON that code cannot walk. */
export function tooDeep(): GatewayError {
	return new GatewayError(400, `The JSON is nested more than ${MAX_JSON_LEVELS} levels deep.`, {
		code: "invalid_json",
	});
}

/** Reads a whole number from a request, within bounds. */
export function readCount(fields: Readonly<Record<string, unknown>>, name: string, most: number): number {
	const value = readMember(fields, name);
	if (value === undefined || value === null) return 1;
	if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most) return value;
	throw invalid(`${name} must be a whole number from 1 to ${most}.`, name);
}

/** Fields that name hosts, keys or files, which no request may set. `data` would replace the body. */
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

/** Returns the fields of a request that were not handled, without those that no request may set. */
export function unhandledFields(
	fields: Readonly<Record<string, unknown>>,
	...handled: string[]
): Record<string, unknown> {
	const rest: Record<string, unknown> = {};
	for (const name in fields) if (!IGNORED.has(name) && !handled.includes(name)) rest[name] = fields[name];
	return rest;
}
