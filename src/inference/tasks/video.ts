import { type ArgsOf, task } from "./task.ts";

/**
 * Generates a video from text. It takes minutes: providers are polled, and `options.deadline` limits how long.
 *
 * @param args `inputs`: what the video should show; `parameters`: `num_frames`, `num_inference_steps`,
 * `guidance_scale`, `negative_prompt` (a list), `seed`, and what else the provider knows
 * @returns the video
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/text-to-video
 */
export const textToVideo = task("text-to-video");

/** Arguments of `textToVideo`. */
export type TextToVideoArgs = ArgsOf<"text-to-video">;

/**
 * Generates a video from an image. It takes minutes: providers are polled, and `options.deadline` limits how long.
 *
 * @param args `inputs`: the image to start from; `parameters`: `prompt`, `num_frames`, `target_size` `{width, height}`
 * in pixels, `num_inference_steps`, `guidance_scale`, `negative_prompt`, `seed`
 * @returns the video
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/image-to-video
 */
export const imageToVideo = task("image-to-video");

/** Arguments of `imageToVideo`. */
export type ImageToVideoArgs = ArgsOf<"image-to-video">;

/**
 * As `imageToVideo`, for models that can also do without an image: then `parameters.prompt` alone decides.
 *
 * @param args `inputs`: the image, if any; `parameters` of `imageToVideo`
 * @returns the video
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 */
export const imageTextToVideo = task("image-text-to-video");

/** Arguments of `imageTextToVideo`. */
export type ImageTextToVideoArgs = ArgsOf<"image-text-to-video">;
