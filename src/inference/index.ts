export type { InferenceProviderMappingEntry } from "../hub/index.ts";
export { AUTO, authMethod, isRouted, outlineRequest, type RequestOutline, ROUTER_URL } from "./build-request.ts";
export type { CallStream, ChatStream } from "./call-stream.ts";
export {
	type ClientCall,
	HfInference,
	InferenceClient,
	InferenceClientEndpoint,
	type Middleware,
} from "./client.ts";
export type * from "./io.ts";
export { type Logger, logError, setLogger } from "./logger.ts";
export type { JsonSchema, StandardSchema } from "./object/reference.ts";
export type * from "./object/types.ts";
export { makeRequestOptions, makeRequestOptionsFromResolvedModel, previewRequest } from "./preview.ts";
export * from "./providers/index.ts";
export { defineProvider, findProvider, getProviderHelper, PROVIDERS } from "./registry.ts";
export type { ProviderHelper } from "./resolve.ts";
export { run, runStream } from "./run.ts";
export type * from "./tasks/task.ts";
export type { TaskFunction } from "./tasks/task.ts";
export * from "./tasks.ts";
export type * from "./types.ts";
