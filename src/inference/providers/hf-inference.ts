import type { TextGenerationOutput } from "../io/text-generation.ts";
import type { AudioToAudioOutput, TaskTypes } from "../io.ts";
import type { Args, Call, InferenceTask, Provider, Transport, Wire } from "../types.ts";
import { encodeBase64, isBytes } from "../wire/base64.ts";
import { chat } from "../wire/chat.ts";
import { ANSWERS_BY_TASK } from "../wire/hf-answers.ts";
import { deliverImage } from "../wire/image.ts";
import { encodeInput, readInput } from "../wire/input.ts";
import { isFile } from "../wire/media.ts";
import { at, first, isRecord, isString, listOf, malformed, record, unchecked } from "../wire/shape.ts";
import { readCompletion, readGenerated } from "../wire/text.ts";

const MALFORMED = "Received malformed response from HF-Inference";

/** The hub's own inference service: one address a model, and each task's own body and answer. */
export const hfInference = {
	id: "hf-inference",
	label: "HF Inference",
	hubOrg: "hf-inference",
	baseUrl: "https://router.huggingface.co/hf-inference",
	routed: "always",
	tasks: {
		"text-to-image": asGiven((reply) => {
			const { data } = reply;
			const expected = data ? "expected a Blob" : "response is undefined";
			const image = {
				...(isFile(data) ? { blob: data } : {}),
				base64: at(data, "data", 0, "b64_json"),
				url: first(at(data, "output")),
			};
			return deliverImage(reply, image, `${MALFORMED} text-to-image API: ${expected}`);
		}),
		conversational: {
			...chat(),
			route: chatRoute,
			// Endpoints of one's own leave out what the answers of providers must have.
			parse: ({ data }) => {
				if (!isRecord(data)) throw malformed("Expected ChatCompletionOutput");
				return data as unknown as TaskTypes["conversational"]["output"];
			},
		},
		"text-generation": asGiven<TextGenerationOutput>(({ data }) => {
			const output = readGenerated(data) ?? readCompletion(data);
			if (!output) throw malformed(`${MALFORMED} text generation API: expected Array<{generated_text: string}>`);
			return output;
		}),
		"text-classification": own("text-classification"),
		"question-answering": own("question-answering"),
		"audio-classification": own("audio-classification", rawBody),
		"automatic-speech-recognition": own("automatic-speech-recognition", rawBody),
		"fill-mask": own("fill-mask"),
		"feature-extraction": { ...own("feature-extraction"), route: pipelineRoute("feature-extraction") },
		"image-classification": own("image-classification", rawBody),
		"image-segmentation": own("image-segmentation", base64Inputs),
		"document-question-answering": own("document-question-answering", base64Question),
		"image-to-text": own("image-to-text", rawBody),
		"object-detection": own("object-detection", rawBody),
		"audio-to-audio": { ...asGiven<AudioToAudioOutput>(readSounds), encode: rawBody },
		"zero-shot-image-classification": own("zero-shot-image-classification", async (args, transport) => {
			const image = isRecord(args.inputs) ? args.inputs["image"] : args.inputs;
			return { ...args, inputs: { image: await encodeInput(image, transport) } };
		}),
		"zero-shot-classification": own("zero-shot-classification"),
		"image-to-image": own("image-to-image", async (args, transport) =>
			args.parameters ? base64Inputs(args, transport) : rawBody(args, transport),
		),
		"sentence-similarity": { ...own("sentence-similarity"), route: pipelineRoute("sentence-similarity") },
		"table-question-answering": own("table-question-answering"),
		"tabular-classification": own("tabular-classification"),
		"text-to-speech": own("text-to-speech"),
		"token-classification": own("token-classification"),
		translation: own("translation"),
		summarization: own("summarization"),
		"visual-question-answering": own("visual-question-answering", base64Question),
		"tabular-regression": own("tabular-regression"),
		"text-to-audio": own("text-to-audio"),
	},
} as const satisfies Provider;

/** For requests without a task: anything goes, both ways. */
export const anyTask: Wire = asGiven(unchecked);

/** The arguments as they are, to the address of the model. */
function asGiven<Output>(parse: Wire<Output>["parse"]): Wire<Output> {
	return { route: modelRoute, payload: ({ args }) => args, parse };
}

/** A task whose answer is in the table. */
function own<Task extends keyof typeof ANSWERS_BY_TASK>(
	task: Task,
	encode?: Wire["encode"],
): Wire<TaskTypes[Task]["output"]> {
	const { expected, read } = ANSWERS_BY_TASK[task];
	const parse: Wire<TaskTypes[Task]["output"]>["parse"] = ({ data }) => {
		const output: unknown = read(data);
		if (output === undefined) throw malformed(`${MALFORMED} ${task} API: expected ${expected}`);
		return output as TaskTypes[Task]["output"];
	};
	return { ...asGiven(parse), ...(encode ? { encode } : {}) };
}

function readSounds({ data }: { data: unknown }): AudioToAudioOutput {
	const error = `${MALFORMED} audio-to-audio API: expected Array`;
	if (!Array.isArray(data)) throw malformed(error);
	const isSounds = listOf(record({ label: isString, "content-type": isString, blob: isString }));
	if (!isSounds(data)) throw malformed(`${error}<{label: string, audio: Blob}>`);
	return data as AudioToAudioOutput;
}

/**
 * Bytes travel as the body. With parameters, which have no place there, they travel as base64 in JSON.
 * A text that is no address is sent as it is.
 */
async function rawBody(args: Args, transport: Transport): Promise<Args> {
	const { data: given, inputs, ...others } = args;
	const data = await readInput(given ?? inputs, transport);
	const hasParameters = Object.keys(args.parameters ?? {}).length > 0;
	if (!hasParameters) return { ...others, data };
	return { ...others, inputs: isBytes(data) ? await encodeBase64(data) : data };
}

async function base64Inputs({ data, ...args }: Args, transport: Transport): Promise<Args> {
	return { ...args, inputs: await encodeInput(data ?? args.inputs, transport) };
}

async function base64Question(args: Args, transport: Transport): Promise<Args> {
	const { question, image } = isRecord(args.inputs) ? args.inputs : {};
	return { ...args, inputs: { question, image: await encodeInput(image, transport) } };
}

function modelRoute({ endpoint, model }: Call): string {
	return endpoint ?? `models/${model}`;
}

function pipelineRoute(task: InferenceTask): Wire["route"] {
	return ({ endpoint, model }) => endpoint ?? `models/${model}/pipeline/${task}`;
}

/** An endpoint may be given with or without the path that makes it a chat. */
function chatRoute({ endpoint, model }: Call): string {
	if (endpoint === undefined) return `models/${model}/v1/chat/completions`;
	const [address = "", query] = splitOnce(endpoint.trim(), "?");
	const base = address.replace(/\/+$/, "");
	const path = base.endsWith("/chat/completions")
		? ""
		: base.endsWith("/v1")
			? "/chat/completions"
			: "/v1/chat/completions";
	return base + path + (query === undefined ? "" : `?${query}`);
}

function splitOnce(text: string, separator: string): [string, string?] {
	const index = text.indexOf(separator);
	return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
