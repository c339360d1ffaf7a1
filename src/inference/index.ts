export type { InferenceProviderMappingEntry } from "../hub/index.ts";
export { AUTO, authMethod, isRouted, outlineRequest, type RequestOutline, ROUTER_URL } from "./build-request.ts";
export type { CallStream, ChatStream } from "./call-stream.ts";
export * from "./client.ts";
export type * from "./io.ts";
export { type Logger, logError, setLogger } from "./logger.ts";
export type { JsonSchema, StandardSchema } from "./object/reference.ts";
export type * from "./object/types.ts";
export { type DescribedFile, describeFile, otherFiles } from "./other-files.ts";
export * from "./providers/index.ts";
export { defineProvider, findProvider, getProviderHelper, PROVIDERS } from "./providers/registry.ts";
export type { ProviderHelper } from "./resolve.ts";
export { makeRequestOptions, makeRequestOptionsFromResolvedModel, previewRequest, run, runStream } from "./run.ts";
export type {
	AddressParameters,
	ArgsOf,
	AudioToAudioOutputElem,
	ImagesParameters,
	OwnArgs,
	ProviderArgs,
	ProviderParameters,
	TaskFunction,
	TextGenerationArgs,
	TextGenerationStreamBestOfSequence,
	TextGenerationStreamDetails,
	TextGenerationStreamFinishReason,
	TextGenerationStreamPrefillToken,
	TextGenerationStreamToken,
} from "./tasks/task.ts";
export * from "./tasks.ts";
export type * from "./types.ts";
