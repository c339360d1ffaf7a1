export type { InferenceProviderMappingEntry } from "../hub/index.ts";
export type { CallStream } from "./call-stream.ts";
export { HfInference, InferenceClient, InferenceClientEndpoint } from "./client.ts";
export { getProviderHelper } from "./helper.ts";
export type * from "./io.ts";
export { type Logger, logError, setLogger } from "./logger.ts";
export type { JsonSchema } from "./object/reference.ts";
export type { StandardSchema } from "./object/standard-schema.ts";
export type {
	AnswerSchema,
	ObjectArgs,
	ObjectEvent,
	ObjectResult,
	Partially,
	SchemaValue,
} from "./object/types.ts";
export { makeRequestOptions, makeRequestOptionsFromResolvedModel, previewRequest } from "./preview.ts";
export {
	ALL_PROVIDERS,
	INFERENCE_PROVIDERS,
	type InferenceProvider,
	type InferenceProviderOrPolicy,
	PROVIDERS_HUB_ORGS,
	PROVIDERS_OR_POLICIES,
} from "./providers/index.ts";
export { defineProvider, findProvider, PROVIDERS } from "./registry.ts";
export { AUTO, authMethod, isRouted, outlineRequest, type RequestOutline, ROUTER_URL } from "./request.ts";
export type { ProviderHelper } from "./resolve.ts";
export { run, runStream } from "./run.ts";
export type * from "./tasks/args.ts";
export type { TaskFunction } from "./tasks/task.ts";
export * from "./tasks.ts";
export type * from "./types.ts";
