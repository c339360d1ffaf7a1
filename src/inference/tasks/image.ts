import type { TextToImageInput } from "../io/media.ts";
import type { ImageOutput } from "../io.ts";
import { runnable, runTask } from "../run.ts";
import type { CallOptions, CallPromise, OutputType } from "../types.ts";
import { type ArgsOf, type ProviderArgs, task } from "./task.ts";

const TEXT_TO_IMAGE = runnable("text-to-image");

/**
 * Generates an image from text.
 *
 * Providers that make the image in the background are polled; `options.deadline` limits how long.
 *
 * @param args `inputs`: what the image should show; `parameters`: `width` and `height` in pixels,
 * `num_inference_steps`, `guidance_scale`, `negative_prompt`, `scheduler`, `seed`, and other parameters of the provider
 * @param options `outputType`: `blob` (default) for the bytes, `url` for a URL (a data URL where the provider sends
 * bytes), `dataUrl`, or `json` for the provider's own response
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/text-to-image
 */
export function textToImage<Id extends string, Type extends OutputType = "blob">(
	args: TextToImageInput & ProviderArgs<Id>,
	options?: ImageOptions<Type>,
): CallPromise<ImageForms[Type]> {
	return runTask(TEXT_TO_IMAGE, args, options);
}

/**
 * Generates an image from an image and, with most models, a prompt.
 *
 * @param args `inputs`: the image; `parameters`: `prompt`, `negative_prompt`, `num_inference_steps`, `guidance_scale`,
 * `target_size` `{width, height}` in pixels
 * @returns the new image
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/image-to-image
 */
export const imageToImage = task("image-to-image");

/**
 * As `imageToImage`, for models whose image is optional: without one, only `parameters.prompt` decides.
 *
 * @param args `inputs`: the image, if any; `parameters`: `prompt`, `seed` and those of `imageToImage`
 * @returns the new image
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 */
export const imageTextToImage = task("image-text-to-image");

/**
 * Classifies an image.
 *
 * @param args `inputs`: the image; `parameters`: `top_k` results at most (the model's default is usually 5),
 * `function_to_apply` to the raw scores
 * @returns classes with scores from 0 to 1, likeliest first
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/image-classification
 */
export const imageClassification = task("image-classification");

/**
 * Classifies an image with your own labels.
 *
 * @param args `inputs`: the image; `parameters.candidate_labels`: the labels; `hypothesis_template`: the sentence they
 * are put into
 * @returns the labels with scores from 0 to 1, likeliest first
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/zero-shot-image-classification
 */
export const zeroShotImageClassification = task("zero-shot-image-classification");

/**
 * Segments an image into regions.
 *
 * @param args `inputs`: the image; `parameters`: `subtask` (`instance`, `panoptic` or `semantic`), `threshold`,
 * `mask_threshold` and `overlap_mask_area_threshold`, all from 0 to 1
 * @returns for each region its `label`, its `score` from 0 to 1 where there is one, and its `mask`: base64 of an image
 * of the same size, white where the region is
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/image-segmentation
 */
export const imageSegmentation = task("image-segmentation");

/**
 * Detects objects in an image.
 *
 * @param args `inputs`: the image; `parameters.threshold`: lowest score, from 0 to 1
 * @returns for each object its `label`, `score` from 0 to 1 and `box` `{xmin, ymin, xmax, ymax}` in pixels from the
 * upper left corner
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/object-detection
 */
export const objectDetection = task("object-detection");

/**
 * Describes an image, or reads the text on it.
 *
 * @param args `inputs`: the image; `parameters`: `max_new_tokens`, `generation_parameters`
 * @returns `generated_text`
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/image-to-text
 */
export const imageToText = task("image-to-text");

/**
 * Answers a question about an image.
 *
 * @param args `inputs`: `{image, question}`; `parameters.top_k`
 * @returns the likeliest `answer` and its `score` from 0 to 1
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/visual-question-answering
 */
export const visualQuestionAnswering = task("visual-question-answering");

/**
 * Answers a question about a document image, such as a form or a receipt.
 *
 * @param args `inputs`: `{image, question}`; `parameters`: `lang`, `word_boxes` (words with boxes from 0 to 1000,
 * instead of text recognition), `top_k`, lengths in tokens
 * @returns the likeliest `answer`; if the model returns them, its `score` from 0 to 1 and the positions of its first
 * (`start`) and last (`end`) word
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/document-question-answering
 */
export const documentQuestionAnswering = task("document-question-answering");

/**
 * What `textToImage` returns, by `outputType`. A table in place of overloads: the compiler then reports which argument is
 * wrong, not that no overload matches.
 */
interface ImageForms extends Record<OutputType, ImageOutput> {
	blob: Blob;
	url: string;
	dataUrl: string;
	json: Record<string, unknown>;
}

/** Options of `textToImage`. */
interface ImageOptions<Type extends OutputType = OutputType> extends CallOptions {
	outputType?: Type | undefined;
}

/** Arguments of `textToImage`. */
export type TextToImageArgs = ArgsOf<"text-to-image">;
/** Arguments of `imageToImage`. */
export type ImageToImageArgs = ArgsOf<"image-to-image">;
/** Arguments of `imageTextToImage`. */
export type ImageTextToImageArgs = ArgsOf<"image-text-to-image">;
/** Arguments of `imageClassification`. */
export type ImageClassificationArgs = ArgsOf<"image-classification">;
/** Arguments of `zeroShotImageClassification`. */
export type ZeroShotImageClassificationArgs = ArgsOf<"zero-shot-image-classification">;
/** Arguments of `imageSegmentation`. */
export type ImageSegmentationArgs = ArgsOf<"image-segmentation">;
/** Arguments of `objectDetection`. */
export type ObjectDetectionArgs = ArgsOf<"object-detection">;
/** Arguments of `imageToText`. */
export type ImageToTextArgs = ArgsOf<"image-to-text">;
/** Arguments of `visualQuestionAnswering`. */
export type VisualQuestionAnsweringArgs = ArgsOf<"visual-question-answering">;
/** Arguments of `documentQuestionAnswering`. */
export type DocumentQuestionAnsweringArgs = ArgsOf<"document-question-answering">;
