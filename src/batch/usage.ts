import { readMember } from "../json.ts";
import type { TokenUsage } from "./types.ts";

/** The tokens that an output says it took; undefined where it does not. */
export function readTokens(output: unknown): TokenUsage | undefined {
	const usage = readMember(output, "usage");
	const input = readCount(usage, "prompt_tokens") ?? readCount(usage, "input_tokens");
	if (input === undefined) return undefined;
	const cached = readCount(readMember(usage, "prompt_tokens_details"), "cached_tokens");
	const reasoning = readCount(readMember(usage, "completion_tokens_details"), "reasoning_tokens");
	return {
		input_tokens: input,
		output_tokens: readCount(usage, "completion_tokens") ?? readCount(usage, "output_tokens") ?? 0,
		...(cached === undefined ? {} : { cached_tokens: cached }),
		...(reasoning === undefined ? {} : { reasoning_tokens: reasoning }),
	};
}

function readCount(value: unknown, name: string): number | undefined {
	const count = readMember(value, name);
	return typeof count === "number" && Number.isFinite(count) && count >= 0 ? count : undefined;
}
