import type {
	TaskTypes,
	TextGenerationOutputBestOfSequence,
	TextGenerationOutputPrefillToken,
	TextGenerationStreamOutputFinishReason,
	TextGenerationStreamOutputStreamDetails,
	TextGenerationStreamOutputToken,
} from "../io.ts";
import type { InferenceProviderOrPolicy } from "../providers/index.ts";
import type { VideoParameters } from "../providers/novita.ts";
import { runnable, runTask } from "../run.ts";
import type { Args, BaseArgs, CallOptions, CallPromise, Provider } from "../types.ts";

/** Returns the function of a task. */
export function task<Task extends keyof TaskTypes>(
	id: Task,
): // Written out: editors then show the types of arguments and result.
<Id extends string>(
	args: BaseArgs & TaskTypes[Task]["input"] & ProviderArgs<Id> & OwnArgs<Task, Id>,
	options?: CallOptions,
) => CallPromise<TaskTypes[Task]["output"]> {
	const run = runnable(id);
	return (args, options) => runTask(run, args as Args, options);
}

/** Arguments of a task function. */
export type ArgsOf<Task extends keyof TaskTypes> = BaseArgs & TaskTypes[Task]["input"];

/** A type without the members that it does not name, in its `parameters` too. */
type Known<Type> = Type extends unknown
	? {
			[Key in keyof Type as string extends Key ? never : number extends Key ? never : Key]: Key extends "parameters"
				? Known<Type[Key]>
				: Type[Key];
		}
	: never;

/**
 * The known arguments of a task, by its id. Calls accept others too, since providers do; with this type the compiler
 * finds a misspelled one: `chatCompletion({ …, max_tokens: 9 } satisfies KnownArgs<"conversational">)`.
 */
export type KnownArgs<Task extends keyof TaskTypes> = Known<ArgsOf<Task>>;

/**
 * What chooses the target. Of `provider`, a literal must be the id of a provider or `auto`, so that the compiler finds
 * misspellings; a variable of type `string` passes.
 */
export interface ProviderArgs<Id extends string> extends BaseArgs {
	/** Id of a provider, `auto`, or a provider of your own. Default `auto`. */
	provider?:
		| InferenceProviderOrPolicy
		| (string extends Id ? Id : Id extends InferenceProviderOrPolicy ? Id : never)
		| Provider
		| undefined;
}

/** Parameters of fal-ai. */
export interface ImageUrlParameters {
	/** URL of the image, in place of `inputs`. */
	image_url?: string | undefined;
}

/** Parameters of WaveSpeed. */
export interface ImagesParameters {
	/** All images, as URLs or base64. Default: `inputs` alone. */
	images?: readonly string[] | undefined;
}

/** Parameters that only one provider has: task → provider → parameters. */
export interface ProviderParameters {
	"image-segmentation": { "fal-ai": ImageUrlParameters };
	"image-to-image": { wavespeed: ImagesParameters };
	"image-to-video": { "fal-ai": ImageUrlParameters; wavespeed: ImagesParameters };
	"image-text-to-image": { wavespeed: ImagesParameters };
	"image-text-to-video": { "fal-ai": ImageUrlParameters; novita: VideoParameters; wavespeed: ImagesParameters };
}

/** A provider's own parameters, where its id is a literal. For `auto` and a variable of type `string`, any pass. */
export type OwnArgs<Task, Id> = Task extends keyof ProviderParameters
	? Id extends keyof ProviderParameters[Task]
		? { parameters?: ProviderParameters[Task][Id] }
		: unknown
	: unknown;

/** Arguments of `textGeneration` and `textGenerationStream`. */
export type TextGenerationArgs = ArgsOf<"text-generation">;

// Names that programs written for the reference client import.

/** One of several generated sequences. */
export type TextGenerationStreamBestOfSequence = TextGenerationOutputBestOfSequence;
/** How the generation ended; it comes with the last token. */
export type TextGenerationStreamDetails = TextGenerationStreamOutputStreamDetails;
/** Why the generation ended. */
export type TextGenerationStreamFinishReason = TextGenerationStreamOutputFinishReason;
/** A token of the prompt. */
export type TextGenerationStreamPrefillToken = TextGenerationOutputPrefillToken;
/** A token of a stream of `textGenerationStream`. */
export type TextGenerationStreamToken = TextGenerationStreamOutputToken;

/** @deprecated no service sends it; the function returns a list of `AudioToAudioOutput` */
export interface AudioToAudioOutputElem {
	label: string;
	audio: Blob;
}
