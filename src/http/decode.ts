import { InferenceClientProviderOutputError } from "../errors.ts";

/**
 * Decodes UTF-8.
 * @throws ProviderOutputError for more than a string can hold
 */
export function decode(chunks: readonly Uint8Array[]): string {
	try {
		const decoder = new TextDecoder();
		const [only] = chunks;
		if (only && chunks.length === 1) return decoder.decode(only);
		let text = "";
		for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
		return text + decoder.decode();
	} catch (cause) {
		// Engines hold about half a gigabyte in a string.
		throw new InferenceClientProviderOutputError("The response is too long for a string.", "malformed", { cause });
	}
}
