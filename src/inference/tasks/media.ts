import { type ArgsOf, task } from "./task.ts";

/**
 * Transcribes a recording.
 *
 * @param args `inputs`: the recording; `parameters`: `return_timestamps`, `generation_parameters`, and what else the
 * provider knows, such as `language`
 * @returns `text`; if the provider sends them, `chunks` with `timestamp` `[start, end]` in seconds
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/automatic-speech-recognition
 */
export const automaticSpeechRecognition = task("automatic-speech-recognition");

/**
 * Classifies a recording: by emotion, language, instrument or the like.
 *
 * @param args `inputs`: the recording; `parameters`: `top_k` results at most, `function_to_apply` to the raw scores
 * @returns classes with scores from 0 to 1, likeliest first
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/audio-classification
 */
export const audioClassification = task("audio-classification");

/**
 * Transforms a recording: removes noise, separates voices, changes the speaker.
 *
 * @param args `inputs`: the recording
 * @returns for each new recording its `label`, its `content-type` and its bytes as base64 in `blob`
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/audio-to-audio
 */
export const audioToAudio = task("audio-to-audio");

/**
 * Synthesizes speech from text.
 *
 * @param args `inputs`: the text; `parameters`: `generation_parameters`, and other parameters of the provider, such as
 * `voice`
 * @returns the recording; its `type` tells the format
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/text-to-speech
 */
export const textToSpeech = task("text-to-speech");

/**
 * Generates sound or music from text.
 *
 * @param args `inputs`: what it should sound like; `parameters`: `generation_parameters`, and what else the provider
 * knows
 * @returns the recording; its `type` tells the format
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 */
export const textToAudio = task("text-to-audio");

/**
 * Generates a video from text. It takes minutes: providers are polled, and `options.deadline` limits how long.
 *
 * @param args `inputs`: what the video should show; `parameters`: `num_frames`, `num_inference_steps`,
 * `guidance_scale`, `negative_prompt` (a list), `seed`, and other parameters of the provider
 * @returns the video
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/text-to-video
 */
export const textToVideo = task("text-to-video");

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

/**
 * As `imageToVideo`, for models whose image is optional: without one, only `parameters.prompt` decides.
 *
 * @param args `inputs`: the image, if any; `parameters` of `imageToVideo`
 * @returns the video
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 */
export const imageTextToVideo = task("image-text-to-video");

/** Arguments of `automaticSpeechRecognition`. */
export type AutomaticSpeechRecognitionArgs = ArgsOf<"automatic-speech-recognition">;
/** Arguments of `audioClassification`. */
export type AudioClassificationArgs = ArgsOf<"audio-classification">;
/** Arguments of `audioToAudio`. */
export type AudioToAudioArgs = ArgsOf<"audio-to-audio">;
/** Arguments of `textToAudio`. */
export type TextToAudioArgs = ArgsOf<"text-to-audio">;
/** Arguments of `textToVideo`. */
export type TextToVideoArgs = ArgsOf<"text-to-video">;
/** Arguments of `imageToVideo`. */
export type ImageToVideoArgs = ArgsOf<"image-to-video">;
/** Arguments of `imageTextToVideo`. */
export type ImageTextToVideoArgs = ArgsOf<"image-text-to-video">;
