import { InferenceClientProviderOutputError } from "../errors.ts";

/**
 * Refuses a body that is compressed more than once: it can be a million times as large as what was sent.
 * @throws ProviderOutputError
 */
export function checkEncoding(response: Response): void {
	const encoding = response.headers.get("content-encoding");
	if (!encoding?.includes(",")) return;
	const encodings = encoding.split(",").filter((name) => !/^\s*(identity)?\s*$/i.test(name));
	if (encodings.length < 2) return;
	response.body?.cancel().catch(() => undefined);
	throw new InferenceClientProviderOutputError(`The response is compressed more than once (${encoding}): refused.`);
}
