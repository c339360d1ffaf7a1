import { readMember } from "../base/json.ts";
import type { Usage } from "../exchange/index.ts";

/** How to make a server accept longer requests: its id → what to do. */
const SETTINGS: Readonly<Record<string, string | undefined>> = {
	ollama: "start it with OLLAMA_CONTEXT_LENGTH=32768, or set num_ctx of the model",
	lmstudio: "load the model with a longer context length",
	llamacpp: "start it with a larger --ctx-size",
	vllm: "start it with a larger --max-model-len",
};

const CHARACTERS_PER_TOKEN = 4;
/** No server cuts shorter requests. */
const MIN_TOKENS = 3000;

/**
 * Returns a notice if a server counted less than half of the tokens that the length of a request suggests: some cut the beginning of a
 * conversation silently. The estimate is on the low side, so that a dense tokenizer does not look like a cut.
 * @param server its id
 * @param args arguments of a chat
 */
export function describeSilentCut(server: string, args: unknown, usage: Usage | null): string | undefined {
	if (!usage || usage.input_tokens === 0) return undefined;
	const tokens = countCharacters(readMember(args, "messages")) / CHARACTERS_PER_TOKEN;
	if (tokens < MIN_TOKENS || usage.input_tokens >= tokens / 2) return undefined;
	return `${server} counted less than half of the request: it seems to cut the beginning of long ones silently. To keep them whole, ${describeContextSetting(server)}.`;
}

/** Returns what makes a server accept longer requests. */
export function describeContextSetting(server = ""): string {
	return SETTINGS[server] ?? "raise the context of its model";
}

/** The texts of messages; files count nothing. */
function countCharacters(messages: unknown): number {
	let count = 0;
	for (const message of Array.isArray(messages) ? (messages as unknown[]) : []) {
		const content = readMember(message, "content");
		for (const part of Array.isArray(content) ? (content as unknown[]) : [content]) {
			const text = typeof part === "string" ? part : readMember(part, "text");
			if (typeof text === "string") count += text.length;
		}
	}
	return count;
}
