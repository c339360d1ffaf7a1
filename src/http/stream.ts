import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../errors.ts";
import { parseJson, readMember } from "../json.ts";
import { readEvents } from "./events.ts";
import { findSecrets, removeSecret } from "./redact.ts";
import { describeRequest, describeResponse, type WireRequest } from "./send.ts";

const END_MARKER = "[DONE]";

/**
 * The JSON values of a streamed answer, as they come.
 * @throws ProviderApiError when the answer is not an event stream, or an event reports an error
 * @throws ProviderOutputError when an event is not JSON
 */
export async function* readStream(response: Response, request: WireRequest): AsyncGenerator<unknown, void, undefined> {
	const contentType = response.headers.get("content-type");
	const fail = (message: string, body: unknown): InferenceClientProviderApiError =>
		new InferenceClientProviderApiError(message, describeRequest(request), describeResponse(response, body));
	if (!contentType?.toLowerCase().startsWith("text/event-stream")) {
		response.body?.cancel().catch(() => undefined);
		throw fail(
			`Failed to perform inference: server does not support event stream content type, it returned ${contentType}`,
			"",
		);
	}
	if (!response.body) return;
	for await (const { data } of readEvents(response.body)) {
		if (data === "") continue;
		if (data === END_MARKER) return;
		const value = parseJson(data);
		if (value === undefined) {
			const shown = shorten(removeSecret(data, findSecrets(request.url, request.info.headers)));
			throw new InferenceClientProviderOutputError(`Received a malformed event in the stream: ${shown}`);
		}
		if (value !== null && typeof value === "object" && "error" in value) {
			// The wording, grammar included, is what programs written for the reference client look for.
			throw fail(
				`Failed to perform inference: an occurred while streaming the response: ${describeError(value.error)}`,
				value,
			);
		}
		yield value;
	}
}

function describeError(error: unknown): string {
	if (typeof error === "string") return error;
	const message = readMember(error, "message");
	return typeof message === "string" ? message : JSON.stringify(error);
}

function shorten(text: string): string {
	return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
