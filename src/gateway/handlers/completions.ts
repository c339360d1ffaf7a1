import { getPath, isRecord, readMember } from "../../base/json.ts";
import { InferenceClientProviderOutputError } from "../../errors.ts";
import { findFirst } from "../../http/list-order.ts";
import type { Args } from "../../inference/index.ts";
import { type GatewayCall, withCall } from "../call.ts";
import { usageOf } from "../call-record.ts";
import { invalid } from "../errors.ts";
import { type Fields, type Incoming, readCount, readJson, unhandledFields } from "../read-request.ts";
import type { Reply } from "../reply.ts";
import { formatEvent, readEventText } from "../sse.ts";
import { answerStream, type StreamForm } from "../stream.ts";
import { answerJson, requestForEach, requestTask, toOpenAiUsage } from "./request-task.ts";

const MAX = 128;
/** Fields of a completion that are parameters of text generation. */
const PARAMETERS = "max_tokens temperature top_p stop seed frequency_penalty".split(" ");

/** `POST /v1/completions` */
export async function answerCompletion(incoming: Incoming): Promise<Reply> {
	const { fields, text } = await readJson(incoming);
	const prompts = readPrompts(fields["prompt"]);
	const count = readCount(fields, "n", MAX);
	const isStream = fields["stream"] === true;
	const [prompt = ""] = prompts;
	if (isStream && prompts.length * count > 1) throw invalid("A stream takes one prompt and n: 1.", "n");
	const wanted = { task: "text-generation", model: fields["model"], isStream, text } as const;
	return await withCall(incoming, wanted, async (call) => {
		if (isStream) {
			const isUsageWanted = getPath(fields, "stream_options", "include_usage") === true;
			const args = toArgs(fields, prompt);
			return await answerStream(call, args, () => createCompletionForm(call, isUsageWanted));
		}
		const inputs = prompts.flatMap((one) => Array.from({ length: count }, () => one));
		const answers = await requestForEach(call, inputs, (one) => requestTask(call, toArgs(fields, one), readGenerated));
		const isEchoed = fields["echo"] === true;
		const choices = answers.map(({ output, exchange }, index) => ({
			text: `${isEchoed ? inputs[index] : ""}${output}`,
			index,
			logprobs: null,
			finish_reason: toFinishReason(exchange.finish_reason),
		}));
		const usage = toOpenAiUsage(usageOf(answers.map(({ exchange }) => exchange)));
		return answerJson(call, answers, { ...head(call), choices, usage });
	});
}

function readGenerated(output: unknown): string {
	const text = getPath(output, "generated_text");
	if (typeof text !== "string") throw new InferenceClientProviderOutputError("Expected a generated text.");
	return text;
}

function readPrompts(prompt: unknown): string[] {
	const prompts: unknown[] = Array.isArray(prompt) ? prompt : [prompt];
	if (prompts.length === 0 || prompts.length > MAX || !prompts.every((one) => typeof one === "string")) {
		throw invalid(`prompt must be a string, or a list of 1 to ${MAX} strings.`, "prompt");
	}
	return prompts;
}

function toArgs(fields: Fields, prompt: string): Args {
	const parameters = PARAMETERS.flatMap((name) =>
		fields[name] === undefined || fields[name] === null
			? []
			: [[name === "max_tokens" ? "max_new_tokens" : name, fields[name]] as const],
	);
	const handled = ["prompt", "n", "stream", "stream_options", "echo", ...PARAMETERS];
	return { ...unhandledFields(fields, ...handled), inputs: prompt, parameters: Object.fromEntries(parameters) };
}

function head({ id, started, model }: GatewayCall): Record<string, unknown> {
	return { id: `cmpl-${id}`, object: "text_completion", created: Math.floor(started / 1000), model };
}

function toFinishReason(reason: unknown): string {
	return reason === "length" || reason === "content_filter" ? reason : "stop";
}

/** Converts the events of any text generation to those of completions. */
function createCompletionForm(call: GatewayCall, isUsageWanted: boolean): StreamForm {
	let usage: unknown;
	const convert = (event: unknown): string => {
		usage = getPath(event, "usage") ?? usage;
		const text = readEventText(event);
		const choice = findFirst(readMember(event, "choices"));
		const reason = readMember(choice, "finish_reason") ?? getPath(event, "details", "finish_reason") ?? null;
		const isSpecial = getPath(event, "token", "special") === true;
		if ((text === undefined || text === "" || isSpecial) && reason === null) return "";
		const finish = reason === null ? null : toFinishReason(reason);
		const choices = [{ text: isSpecial ? "" : (text ?? ""), index: 0, logprobs: null, finish_reason: finish }];
		return formatEvent({ ...head(call), choices });
	};
	return {
		push: (_text, values) => values.map(convert).join(""),
		end: () => {
			const hasUsage = isUsageWanted && isRecord(usage);
			return `${hasUsage ? formatEvent({ ...head(call), choices: [], usage }) : ""}data: [DONE]\n\n`;
		},
		fail: (error) => formatEvent(error.toBody()),
	};
}
