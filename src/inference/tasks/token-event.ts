import { getPath, isRecord } from "../../base/json.ts";
import type { TextGenerationStreamOutput } from "../io/text-generation.ts";

/**
 * Returns a function that gives every event of a text generation the form of token events: `token.text`.
 *
 * Completion services send `choices[0].text`, chat services `choices[0].delta.content`. Their events keep their members;
 * `generated_text` is the whole text at the event that ends the choice, as with services that send tokens.
 */
export function createTokenReader(): (event: unknown) => TextGenerationStreamOutput {
	let generated = "";
	let count = 0;
	return (event) => {
		if (!isRecord(event) || isRecord(event["token"]) || !Array.isArray(event["choices"])) {
			return event as unknown as TextGenerationStreamOutput;
		}
		const choice: unknown = event["choices"][0];
		const found = [getPath(choice, "text"), getPath(choice, "delta", "content")].find(
			(text) => typeof text === "string",
		);
		const text = (found as string | undefined) ?? "";
		generated += text;
		const reason = getPath(choice, "finish_reason") ?? null;
		const index = count;
		count++;
		return {
			...event,
			index,
			token: { id: index, text, logprob: readLogprob(choice), special: false },
			generated_text: reason === null ? null : generated,
			details:
				reason === null
					? null
					: { finish_reason: reason, generated_tokens: count, seed: getPath(choice, "seed") ?? null },
		} as unknown as TextGenerationStreamOutput;
	};
}

function readLogprob(choice: unknown): number {
	const values = [
		getPath(choice, "logprobs", "token_logprobs", 0),
		getPath(choice, "logprobs", "content", 0, "logprob"),
	];
	return values.find((value) => typeof value === "number") ?? 0;
}
