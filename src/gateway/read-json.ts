import { isDeeperThan, isRecord, MAX_JSON_LEVELS } from "../base/json.ts";
import { GatewayError } from "./errors.ts";
import type { Incoming } from "./incoming.ts";
import { readBody } from "./read-body.ts";
import { decodeUtf8 } from "./utf8.ts";

/** The JSON body of a request, parsed and as text. */
export interface JsonBody {
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
		fields = JSON.parse(text);
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
