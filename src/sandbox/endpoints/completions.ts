import { readFields, readTexts } from "../body.ts";
import { eventResponse, jsonResponse } from "../responses.ts";
import { continueText } from "../text/write.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior } from "./jobs.ts";
import { type CutText, createUsage, cutText, readSampling } from "./sampling.ts";

/** Text completion as OpenAI defined it. */
export async function answerCompletion(incoming: IncomingCall): Promise<Response> {
	const { state, groups } = incoming;
	const fields = await readFields(incoming.request);
	const model = fields.text("model") ?? groups[0] ?? fields.requireText("model");
	const prompts = readTexts(fields.get("prompt"), "prompt", 32);
	const sampling = readSampling(fields, 16);
	checkBehavior(model);
	const echo = fields.flag("echo");
	const texts = prompts.flatMap((prompt) =>
		Array.from({ length: sampling.count }, (_, index) => {
			// One token more than may be, so that the limit is noticed.
			const text = continueText(prompt, sampling.maxTokens + 1, state.seed, sampling.variation, index);
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
	const written = texts.flatMap(({ tokens }) => tokens).length;
	const usage = createUsage(incoming, model, prompts.join("\n"), written);
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
