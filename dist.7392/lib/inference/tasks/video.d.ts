/**
 * Generates a video from text. It takes minutes: providers are polled, and `options.deadline` limits how long.
 *
 * @param args `inputs`: what the video should show; `parameters`: `num_frames`, `num_inference_steps`,
 * `guidance_scale`, `negative_prompt` (a list), `seed`, and what else the provider knows
 * @returns the video
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/text-to-video
 */
export declare const textToVideo: <Id extends string>(args: import("../types.ts").BaseArgs & import("../io.ts").TextToVideoInput & import("./args.ts").ProviderArgs<Id>, options?: import("../types.ts").CallOptions) => import("../response-info.ts").CallPromise<Blob>;
/**
 * Generates a video from an image. It takes minutes: providers are polled, and `options.deadline` limits how long.
 *
 * @param args `inputs`: the image to start from; `parameters`: `prompt`, `num_frames`, `target_size` `{width, height}`
 * in pixels, `num_inference_steps`, `guidance_scale`, `negative_prompt`, `seed`
 * @returns the video
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/image-to-video
 */
export declare const imageToVideo: <Id extends string>(args: import("../types.ts").BaseArgs & {
    [x: string]: unknown;
    parameters?: import("../io.ts").ImageToVideoParameters;
} & {
    inputs: import("../io.ts").BinaryInput;
} & import("./args.ts").ProviderArgs<Id>, options?: import("../types.ts").CallOptions) => import("../response-info.ts").CallPromise<Blob>;
/**
 * As `imageToVideo`, for models that can also do without an image: then `parameters.prompt` alone decides.
 *
 * @param args `inputs`: the image, if any; `parameters` of `imageToVideo`
 * @returns the video
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 */
export declare const imageTextToVideo: <Id extends string>(args: import("../types.ts").BaseArgs & {
    [x: string]: unknown;
    parameters?: import("../io.ts").ImageTextToVideoParameters;
} & {
    inputs?: import("../io.ts").BinaryInput | undefined;
} & import("./args.ts").ProviderArgs<Id>, options?: import("../types.ts").CallOptions) => import("../response-info.ts").CallPromise<Blob>;
