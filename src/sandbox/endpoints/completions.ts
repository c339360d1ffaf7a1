import { checkLength, readFields } from "../body.ts";
import { continueText } from "../chatbot/write-text.ts";
import { invalid, missing } from "../failure.ts";
import { LIMITS } from "../limits.ts";
import { eventResponse, jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior } from "./jobs.ts";
import { type CutText, createUsage, cutText, readSampling } from "./sampling.ts";

const DEFAULT_TOKENS = 16;
const MAX_PROMPTS = 32;
/** So many more tokens are written than may be, so that a limit is noticed. */
const EXTRA_TOKENS = 1;

/** Text completion as OpenAI defined it. */
export async function answerCompletion(incoming: IncomingCall): Promise<Response> {
	const { state, groups } = incoming;
	const fields = await readFields(incoming.request);
	const model = fields.text("model") ?? groups[0] ?? fields.requireText("model");
	const prompts = readPrompts(fields.get("prompt"));
	const sampling = readSampling(fields, DEFAULT_TOKENS);
	checkBehavior(model);
	const echo = fields.flag("echo");
	const texts = prompts.flatMap((prompt) =>
		Array.from({ length: sampling.count }, (_, index) => {
			const text = continueText(prompt, sampling.maxTokens + EXTRA_TOKENS, state.seed, sampling.variation, index);
			return { prompt, ...cutText(text, sampling) };
		}),
	);
	const head = {
		id: `cmpl-${state.createId()}`,
		object: "text_completion",
		created: Math.floor(state.now() / 1000),
		model,
		system_fingerprint: `fp_sandbox_${state.seed}`,
	};
	const usage = createUsage(
		incoming,
		model,
		prompts.join("\n"),
		texts.reduce((total, { tokens }) => total + tokens.length, 0),
	);
	if (sampling.stream) {
		return eventResponse(listChunks(head, texts, echo, sampling.includeUsage ? usage : undefined), state.streamPause);
	}
	return jsonResponse({
		...head,
		choices: texts.map(({ prompt, tokens, finish }, index) => ({
			index,
			text: (echo ? prompt : "") + tokens.join(""),
			logprobs: null,
			finish_reason: finish,
			seed: state.seed,
		})),
		usage,
	});
}

function* listChunks(
	head: Record<string, unknown>,
	texts: readonly (CutText & { prompt: string })[],
	echo: boolean,
	usage: unknown,
): Generator<unknown> {
	for (const [index, { prompt, tokens, finish }] of texts.entries()) {
		for (const text of echo ? [prompt, ...tokens] : tokens) {
			yield { ...head, choices: [{ index, text, logprobs: null, finish_reason: null }] };
		}
		yield { ...head, choices: [{ index, text: "", logprobs: null, finish_reason: finish }] };
	}
	if (usage !== undefined) yield { ...head, choices: [], usage };
	yield "[DONE]";
}

function readPrompts(prompt: unknown): string[] {
	if (prompt === undefined) throw missing("prompt");
	const prompts: unknown[] = Array.isArray(prompt) ? prompt : [prompt];
	if (prompts.length === 0 || prompts.length > MAX_PROMPTS || !prompts.every((item) => typeof item === "string")) {
		throw invalid("prompt", `Invalid 'prompt': expected a string or an array of 1 to ${MAX_PROMPTS} strings.`);
	}
	checkLength("prompt", prompts, LIMITS.promptCharacters);
	return prompts;
}
