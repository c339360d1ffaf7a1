import type { CallStream } from "./call-stream.ts";
import { REGISTRY } from "./registry.ts";
import { type RunnableTask, runAmong, runStreamAmong } from "./run-among.ts";
import type { Args, BaseArgs, CallOptions, CallPromise, InferenceTask } from "./types.ts";

/**
 * What a call cannot do without, as in the schemas of the catalogue: `test/inference/required.test.ts` compares them. A
 * dot leads into a member; `|` separates the names that are accepted.
 */
export const REQUIRED: Readonly<Partial<Record<InferenceTask, readonly string[]>>> = {
	conversational: ["messages"],
	"document-question-answering": ["inputs|data", "inputs.image", "inputs.question"],
	"image-text-to-image": [],
	"image-text-to-video": [],
	"question-answering": ["inputs|data", "inputs.question", "inputs.context"],
	"sentence-similarity": ["inputs|data", "inputs.source_sentence|sourceSentence", "inputs.sentences"],
	"table-question-answering": ["inputs|data", "inputs.table", "inputs.question|query"],
	"visual-question-answering": ["inputs|data", "inputs.image", "inputs.question"],
	"zero-shot-classification": ["inputs|data", "parameters.candidate_labels"],
	"zero-shot-image-classification": ["inputs|data", "parameters.candidate_labels"],
	"zero-shot-object-detection": ["inputs|data", "parameters.candidate_labels"],
};

/** Returns a task among all providers. */
export function runnable(task: InferenceTask): RunnableTask {
	return { registry: REGISTRY, task, required: REQUIRED[task] ?? ["inputs|data"] };
}

/**
 * Runs a task: resolves provider and model, sends, checks the response, follows jobs and downloads to the end.
 * @throws InputError, RoutingError, HubApiError, ProviderApiError, ProviderOutputError; what `fetch` throws, unchanged
 */
export function run<Output>(task: InferenceTask, args: BaseArgs & Args, options?: CallOptions): CallPromise<Output> {
	return runAmong(runnable(task), args, options);
}

/** Runs a task and streams its events. Nothing is sent before the first `next()`. */
export function runStream<Chunk>(
	task: InferenceTask,
	args: BaseArgs & Args,
	options?: CallOptions,
	convert?: (event: unknown) => Chunk,
): CallStream<Chunk> {
	return runStreamAmong(runnable(task), args, options, convert);
}
