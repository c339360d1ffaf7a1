import { InferenceClientProviderOutputError } from "../errors.ts";

const utf8 = new TextDecoder();

/**
 * Decodes UTF-8.
 * @throws ProviderOutputError for more than a string can hold
 */
export function decode(chunks: readonly Uint8Array[]): string {
	try {
		const [only] = chunks;
		if (only && chunks.length === 1) return utf8.decode(only);
		const decoder = new TextDecoder();
		let text = "";
		for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
		return text + decoder.decode();
	} catch (cause) {
		// Engines hold about half a gigabyte in a string.
		throw new InferenceClientProviderOutputError("The response is too long for a string.", "malformed", { cause });
	}
}
