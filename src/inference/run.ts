import type { WireRequest } from "../http/index.ts";
import type { InferenceProviderMappingEntry } from "../hub/index.ts";
import { authMethod, buildRequest } from "./build-request.ts";
import type { CallStream } from "./call-stream.ts";
import { REGISTRY } from "./registry.ts";
import { type ProviderHelper, resolveModel, selectHelper } from "./resolve.ts";
import { buildFetch, encodeFiles, prepare, type RunnableTask, runAmong, runStreamAmong } from "./run-among.ts";
import type { Args, BaseArgs, CallOptions, CallPromise, Grouping, InferenceTask } from "./types.ts";

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

/**
 * Resolves a call and builds its request without sending it. Binary arguments must already be encoded as text.
 * @returns the URL, and the options for `fetch`
 */
export async function makeRequestOptions(
	args: BaseArgs & Args & { stream?: boolean | undefined },
	helper: ProviderHelper,
	options: CallOptions = {},
): Promise<WireRequest> {
	return (await prepare(REGISTRY, helper, args, options)).request;
}

/**
 * As `makeRequestOptions` for a model whose provider id is known. Pure: it sends nothing; binary arguments must
 * already be encoded as text.
 */
export function makeRequestOptionsFromResolvedModel(
	providerModelId: string,
	helper: ProviderHelper,
	args: BaseArgs & Args & { stream?: boolean | undefined },
	mapping?: InferenceProviderMappingEntry,
	options: CallOptions = {},
): WireRequest {
	return buildRequest(helper, args, { model: providerModelId, ...(mapping ? { mapping } : {}) }, options).request;
}

/** Returns the request of a call, encoded and resolved, without sending it. */
export async function previewRequest(
	task: InferenceTask,
	args: BaseArgs & Args,
	options: CallOptions = {},
): Promise<WireRequest> {
	const settled = { ...options, fetch: buildFetch(options) };
	const helper = await selectHelper(REGISTRY, task, args, settled);
	return (await prepare(REGISTRY, helper, await encodeFiles(helper, args, settled), settled)).request;
}

/**
 * Resolves the target of a task's calls, without sending one.
 * @returns how it takes several inputs in one call, if it does
 * @throws InputError, RoutingError, HubApiError if they cannot be sent
 */
export async function checkTarget(
	task: InferenceTask,
	target: BaseArgs,
	options: CallOptions = {},
): Promise<Grouping | undefined> {
	const helper = await selectHelper(REGISTRY, task, target, options);
	authMethod(helper.provider, target.accessToken, options.includeCredentials);
	await resolveModel(REGISTRY, target, helper, options);
	return helper.adapter.group;
}
