import { stringify } from "../../base/json.ts";
import { nextTurn } from "../../base/next-turn.ts";
import { InferenceClientProviderOutputError } from "../../errors.ts";
import type { Exchange } from "../../exchange/index.ts";
import type { Args, CallOptions } from "../../inference/index.ts";
import type { GatewayCall } from "../call.ts";
import type { RecordedResponse } from "../call-record.ts";
import { GatewayError } from "../errors.ts";
import type { Reply } from "../reply.ts";
import { type Attempt, sendToTargets } from "../send-to-targets.ts";

export interface TaskAnswer<Output = unknown> extends RecordedResponse {
	output: Output;
	attempting: Attempt;
}

/**
 * Runs the task of a call at the first target that succeeds.
 * @param args of the task; a function makes them for a target
 * @param read extracts the output from the result; if it throws, the next target is tried
 * @param adapt changes the options of each attempt
 */
export async function requestTask<Output = unknown>(
	call: GatewayCall,
	args: Args | ((attempting: Attempt) => Args),
	read: (output: unknown) => Output,
	adapt: (options: Attempt["options"]) => CallOptions = (options) => options,
): Promise<TaskAnswer<Output>> {
	const { result: output, attempting } = await sendToTargets(call, async (attempting) => {
		const given = typeof args === "function" ? args(attempting) : args;
		call.record.addArguments(given);
		const found = read(await attempting.run(given, adapt));
		attempting.begin();
		return found;
	});
	const exchange = attempting.succeed(undefined, () => textIn(output));
	call.record.addExchange(exchange);
	return { output, exchange, attempting };
}

/** The text of a result, as far as it costs tokens. */
function textIn(output: unknown): string {
	return typeof output === "string"
		? output
		: output instanceof Blob
			? ""
			: stringify(output, Number.POSITIVE_INFINITY);
}

/** Calls of one request that are in flight at the same time. */
const MAX_PARALLEL = 32;
/** Calls to begin, and milliseconds to work on them, before yielding to the event loop. */
const CALLS_PER_TURN = 2;
const TURN_MS = 4;

/**
 * Serves a request that needs a call to a service for each of its inputs; the first that fails ends it.
 * @throws GatewayError 400 for more calls than one request may cause
 */
export async function requestForEach<Input extends string | Blob, Output>(
	call: GatewayCall,
	inputs: readonly Input[],
	send: (input: Input, index: number) => Promise<TaskAnswer<Output>>,
): Promise<TaskAnswer<Output>[]> {
	call.record.checkCalls(inputs.length);
	const answers: TaskAnswer<Output>[] = [];
	const problems: unknown[] = [];
	const running = new Set<Promise<void>>();
	let turn = performance.now();
	for (const [index, input] of inputs.entries()) {
		const sent: Promise<void> = send(input, index)
			.then(
				(answer) => {
					// An attempt holds what it has sent and received, which thousands of answers no longer need.
					answers[index] = { ...answer, attempting: answers[0]?.attempting ?? answer.attempting };
				},
				(error: unknown) => {
					problems.push(error);
				},
			)
			.finally(() => running.delete(sent));
		running.add(sent);
		// All would wait for the model look-up of the first one, and continue in the same event loop turn.
		if (call.record.calls === 0) await Promise.race([call.record.untilCalled(), sent]);
		if ((index + 1) % CALLS_PER_TURN === 0 || performance.now() - turn >= TURN_MS) {
			await nextTurn();
			turn = performance.now();
		}
		if (running.size >= MAX_PARALLEL) await Promise.race(running);
		if (problems.length > 0) break;
	}
	while (running.size > 0 && problems.length === 0) await Promise.race(running);
	if (problems.length > 0) throw problems[0];
	return answers;
}

/** @throws ProviderOutputError if a result is not a file */
export function readFile(output: unknown): Blob {
	if (output instanceof Blob) return output;
	throw new InferenceClientProviderOutputError("Expected a file.");
}

/**
 * Returns the JSON response of a call that has ended.
 * @throws GatewayError 502 for a result nested so deeply that it cannot be written
 */
export function answerJson(call: GatewayCall, answers: readonly TaskAnswer[], value: unknown): Reply {
	let text: string;
	try {
		text = JSON.stringify(value);
	} catch {
		throw new GatewayError(502, "The answer is nested too deeply.", { code: "malformed_response" });
	}
	return answerText(call, answers, call.services.clean(text), "application/json");
}

export function answerText(call: GatewayCall, answers: readonly TaskAnswer[], text: string, type: string): Reply {
	return call.record.reply(type, text, answers, () => answers.at(-1)?.output);
}

/** Returns usage with the field names of the OpenAI API; null if it is unknown. */
export function toOpenAiUsage(usage: Exchange["usage"]): Record<string, number> | null {
	if (!usage) return null;
	const { input_tokens: input, output_tokens: output } = usage;
	return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
