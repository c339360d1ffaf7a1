import { encodeBase64, isBytes } from "../../base/base64.ts";
import type { Check } from "../../base/check-fields.ts";
import { getPath, isRecord } from "../../base/json.ts";
import { inOrder } from "../../http/list-order.ts";
import { checked, completionPayload, readCompletion, readGenerated } from "../adapters/completions.ts";
import { embeddings, sendInParts } from "../adapters/embeddings.ts";
import { encodeInput, readInput } from "../adapters/input.ts";
import { deliverImage, filesAt, findBase64, findImages, imageGenerations, isFile } from "../adapters/media.ts";
import { countInputs, promptPayload } from "../adapters/payload.ts";
import { first, isString, malformed, numberLists, received, shapeOf, unchecked } from "../adapters/shape.ts";
import { speech, transcriptions } from "../adapters/speech.ts";
import type { AudioToAudioOutput } from "../io.ts";
import type {
	Args,
	Call,
	Grouping,
	InferenceTask,
	Provider,
	ProviderResponse,
	TaskAdapter,
	Transport,
} from "../types.ts";
import { modelsUrl, OPENAI_ROUTE, openAiRoute, VERSION, withTasks } from "./table.ts";

const MALFORMED = received("HF-Inference");
const NO_TEXT = `${MALFORMED} text generation API: expected Array<{generated_text: string}>`;
const LABELS = "Array<{label: string, score: number}>";
const ANSWERS = "Array<{answer: string, end: number, score: number, start: number}>";
const TABLE_ANSWER = "{aggregator: string, answer: string, cells: string[], coordinates: number[][]}";
const NUMBERS = "Array<number>";

/** OpenAI requires a voice. */
const speak = speech(`${MALFORMED} speech API`, { voice: () => "alloy" });

/** A list of inputs gets a list as response. Text Embeddings Inference takes 32 by default. */
const LISTS: Grouping = { maxInputs: 32, split: (output) => (Array.isArray(output) ? output : undefined) };

const BODY = { encode: rawBody, file: "body" } as const;

/** Hugging Face's own inference service: one URL for each model; body and response depend on the task. */
export const hfInference: Provider = {
	...withTasks("hf-inference", (conversational) => ({
		"text-to-image": asGiven((response) => {
			const { data } = response;
			const expected = data ? "expected a Blob" : "response is undefined";
			const outputs = filesAt(data, ["output"], (url) => ({ url }));
			const images = isFile(data) ? [{ blob: data }] : [...findBase64(data), ...outputs];
			return deliverImage(response, images, `${MALFORMED} text-to-image API: ${expected}`);
		}),
		conversational,
		"text-generation": {
			route: ({ endpoint, model }) => openAiRoute("completions", endpoint, model),
			modelsUrl,
			payload: completionPayload,
			// Older endpoints return a generated text.
			parse: ({ data }) => checked(readGenerated(data) ?? readCompletion(data), NO_TEXT, data),
		},
		"text-classification": own(LABELS, { before: first }),
		"question-answering": own(ANSWERS, { before: toList, after: first }),
		"audio-classification": own(`${LABELS} but received different format`, { shape: LABELS, ...BODY }),
		"automatic-speech-recognition": own("{text: string}", { ...BODY }),
		"fill-mask": own("Array<{score: number, sequence: string, token: number, token_str: string}>"),
		"feature-extraction": own("Array<number[][][] | number[][] | number[] | number>", {
			shape: numberLists(4),
			route: pipelineRoute,
			inParts: sendInParts,
			group: LISTS,
			count: countVectors,
		}),
		"image-classification": own(LABELS, { ...BODY }),
		"image-segmentation": own("Array<{label: string, mask: string, score: number}>", {
			shape: "Array<{label: string, mask: string, score?: number}>",
			encode: base64Inputs,
			file: "body",
		}),
		"document-question-answering": own(ANSWERS, {
			shape: "Array<{answer: string, end?: number, score?: number, start?: number}>",
			after: first,
			encode: base64Question,
			file: "base64",
		}),
		"image-to-text": own("{generated_text: string}", { before: (data) => first(toList(data)), ...BODY }),
		"object-detection": own(
			"Array<{label: string, score: number, box: {xmin: number, ymin: number, xmax: number, ymax: number}}>",
			{ ...BODY },
		),
		"audio-to-audio": { ...asGiven<AudioToAudioOutput[]>(readSounds), ...BODY },
		"zero-shot-image-classification": own(LABELS, {
			file: "base64",
			encode: async (args, transport) => {
				const image = isRecord(args.inputs) ? args.inputs["image"] : args.inputs;
				return { ...args, inputs: { image: await encodeInput(image, transport) } };
			},
		}),
		"zero-shot-classification": own(LABELS, { before: zipLabels }),
		"image-to-image": own("Blob", {
			shape: isFile,
			file: "base64",
			encode: async (args, transport) => (args.parameters ? base64Inputs : rawBody)(args, transport),
		}),
		"sentence-similarity": own(NUMBERS, {
			route: pipelineRoute,
			count: ({ args }) => lengthOf(getPath(args.inputs, "sentences")),
		}),
		"table-question-answering": own(TABLE_ANSWER, { before: toList, shape: `Array<${TABLE_ANSWER}>`, after: first }),
		"tabular-classification": own(NUMBERS, { count: countTableRows }),
		"text-to-speech": own("Blob", { shape: isSound }),
		"token-classification": own(
			"Array<{end: number, entity_group: string, score: number, start: number, word: string}>",
		),
		translation: own("Array<{translation_text: string}>", {
			after: (data) => (data.length === 1 ? data[0] : data),
			group: LISTS,
			count: ({ args }) => lengthOf(args.inputs),
		}),
		summarization: own("Array<{summary_text: string}>", { after: first }),
		"visual-question-answering": own("Array<{answer: string, score: number}>", {
			after: first,
			encode: base64Question,
			file: "base64",
		}),
		"tabular-regression": own(NUMBERS, { count: countTableRows }),
		"text-to-audio": own("Blob", { shape: isSound }),
	})),
	atEndpoint: (task, url, wire) =>
		WIRES[wire ?? (VERSION.test(url) || OPENAI_ROUTE.test(url) ? "openai" : "tasks")]?.[task],
};

/** How endpoints serve tasks, by their API. */
const WIRES: Readonly<Record<string, { [T in InferenceTask]?: TaskAdapter }>> = {
	openai: {
		"feature-extraction": atEndpoint("embeddings", embeddings(`${MALFORMED} embeddings API`)),
		"text-to-image": atEndpoint(
			"images/generations",
			imageGenerations(
				`${MALFORMED} images API`,
				(call) => ({ ...promptPayload(call), ...imageFormat(call), model: call.model }),
				{ find: findImages },
			),
		),
		"text-to-speech": atEndpoint("audio/speech", speak),
		"text-to-audio": atEndpoint("audio/speech", speak),
		"automatic-speech-recognition": atEndpoint(
			"audio/transcriptions",
			transcriptions(`${MALFORMED} transcriptions API`, {
				refused: "Transcription expects a Blob or bytes of audio.",
			}),
		),
	},
	hf: {
		"text-generation": asGiven(({ data }) => checked(readGenerated(data), NO_TEXT, data)),
	},
};

function atEndpoint<Output>(path: string, adapter: TaskAdapter<Output>): TaskAdapter<Output> {
	return {
		...adapter,
		modelsUrl,
		route: ({ endpoint = "", model }) => {
			const base = endpoint.replace(OPENAI_ROUTE, "");
			return openAiRoute(path, VERSION.test(base) ? base : endpoint, model);
		},
	};
}

/** OpenAI's newest models return only base64, and reject a `response_format`. */
function imageFormat({ model, outputType }: Call): object {
	if (outputType === "url") return { response_format: "url" };
	return /gpt-image/.test(model) ? {} : { response_format: "b64_json" };
}

/** For requests without a task: any input, any output. */
export const anyTask: TaskAdapter = asGiven(unchecked);

function asGiven<Output>(parse: TaskAdapter<Output>["parse"]): TaskAdapter<Output> {
	return { route: ({ endpoint, model }) => endpoint ?? `models/${model}`, payload: ({ args }) => args, parse };
}

/** How the response of a task becomes its result. */
interface ResponseReader extends Partial<Pick<TaskAdapter, "encode" | "file" | "group" | "inParts" | "route">> {
	/** Applied before the check. */
	before?: (data: unknown) => unknown;
	/** Checks the response. Default: the check that the error message names. */
	shape?: string | Check;
	/** How many items the list must have; undefined if unknown. */
	count?: (call: Call, list: readonly unknown[]) => number | undefined;
	/** Applied to a list after the check; if it returns undefined, the response is malformed too. */
	after?: (list: unknown[]) => unknown;
}

/** Returns a task whose response is checked, unwrapped and returned. */
function own(
	expected: string,
	{ before, shape = expected, count, after, ...adapter }: ResponseReader = {},
): TaskAdapter<never> {
	return {
		...asGiven(({ call, data, notify }) => {
			const candidate = before ? before(data) : data;
			const isExpected = isString(shape) ? shapeOf(shape) : shape;
			const isGood = isExpected(candidate);
			const wanted = isGood && Array.isArray(candidate) ? count?.(call, candidate) : undefined;
			const list =
				wanted === undefined ? candidate : inOrder(candidate as unknown[], { name: "the list", count: wanted });
			const output = isGood ? (after ? after(list as unknown[]) : list) : undefined;
			if (output === undefined) throw malformed(`${MALFORMED} ${call.task} API: expected ${expected}`);
			if (after === first) reportResults(list as unknown[], call, notify);
			return output as never;
		}),
		...adapter,
	};
}

/** Notifies the caller of results that are not returned, such as those that `top_k` requests. */
function reportResults({ length }: readonly unknown[], { task }: Call, notify: ProviderResponse["notify"]): void {
	const message = `The response has ${length} results; ${task} returns the first.`;
	if (length > 1) notify({ type: "other-results", message, count: length - 1 });
}

function lengthOf(list: unknown): number | undefined {
	return Array.isArray(list) ? list.length : undefined;
}

/** A list of texts has a list for each; some services return the bare vector for a list of one. */
function countVectors({ args: { inputs } }: Call, list: readonly unknown[]): number | undefined {
	const count = Array.isArray(inputs) ? countInputs(inputs) : undefined;
	const isVector = list.length > 0 && list.every((item) => typeof item === "number");
	if (count !== undefined && count > 1 && isVector)
		throw malformed(`${MALFORMED} feature-extraction API: expected ${count} vectors, got one`);
	return isVector ? undefined : count;
}

/** Rows of a table of columns; undefined if they are not all equally long. */
function countTableRows({ args: { inputs } }: Call): number | undefined {
	const columns = getPath(inputs, "data");
	const lengths = new Set(isRecord(columns) ? Object.values(columns).map(lengthOf) : []);
	return lengths.size === 1 ? [...lengths][0] : undefined;
}

function toList(data: unknown): unknown[] {
	return Array.isArray(data) ? data : [data];
}

/** Joins the labels and scores of the older form of a response. */
function zipLabels(data: unknown): unknown {
	if (!shapeOf("{labels: string[], scores: number[]}")(data)) return data;
	const { labels, scores } = data as { labels: string[]; scores: number[] };
	return labels.length === scores.length && labels.map((label, index) => ({ label, score: scores[index] }));
}

/** Whether a value is a file or any object, since models differ; empty values and errors are neither. */
function isSound(data: unknown): boolean {
	return isFile(data) || (isRecord(data) && Object.keys(data).length > 0 && !("error" in data));
}

function readSounds({ data }: { data: unknown }): AudioToAudioOutput[] {
	const error = `${MALFORMED} audio-to-audio API: expected Array`;
	if (!Array.isArray(data)) throw malformed(error);
	if (!shapeOf("Array<{label: string, content-type: string, blob: string}>")(data))
		throw malformed(`${error}<{label: string, audio: Blob}>`);
	return data as AudioToAudioOutput[];
}

/**
 * Bytes are sent as the body, or as base64 in JSON if there are parameters. A string that is not a URL is sent
 * unchanged, like any string in the older `data`.
 */
async function rawBody(args: Args, transport: Transport): Promise<Args> {
	const { data: given, inputs, ...others } = args;
	const data = isString(given) ? given : await readInput(given ?? inputs, transport);
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

function pipelineRoute({ endpoint, model, task }: Call): string {
	return endpoint ?? `models/${model}/pipeline/${task}`;
}
