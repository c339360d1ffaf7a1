// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type { ClassificationOutputTransform, GenerationParameters } from "./definitions.ts";

/** Parameters of `audio-classification`. */
export interface AudioClassificationParameters {
	/** Function applied to the raw scores. */
	function_to_apply?: ClassificationOutputTransform;
	/** Returns only the `top_k` most likely results. */
	top_k?: number;
	[property: string]: unknown;
}

/** Input of `audio-classification`. */
export interface AudioClassificationInput {
	/** The recording. */
	inputs: Blob;
	/** Options of the task. */
	parameters?: AudioClassificationParameters;
	[property: string]: unknown;
}

/** One entry of the output of `audio-classification`. */
export interface AudioClassificationOutputElement {
	/** The class. */
	label: string;
	/** Probability, from 0 to 1. */
	score: number;
	[property: string]: unknown;
}

/** Output of `audio-classification`. */
export type AudioClassificationOutput = AudioClassificationOutputElement[];

/** Parameters of `automatic-speech-recognition`. */
export interface AutomaticSpeechRecognitionParameters {
	/** Also returns when each part was spoken. */
	return_timestamps?: boolean;
	/** Parameters of the text generation. */
	generation_parameters?: GenerationParameters;
	[property: string]: unknown;
}

/** Input of `automatic-speech-recognition`. */
export interface AutomaticSpeechRecognitionInput {
	/** The recording. */
	inputs: Blob;
	/** Options of the task. */
	parameters?: AutomaticSpeechRecognitionParameters;
	[property: string]: unknown;
}

/** A segment of a recording, with its text. */
export interface AutomaticSpeechRecognitionOutputChunk {
	/** What was said. */
	text: string;
	/** Start and end, in seconds. */
	timestamp: number[];
	[property: string]: unknown;
}

/** Output of `automatic-speech-recognition`. */
export interface AutomaticSpeechRecognitionOutput {
	/** What was said. */
	text: string;
	/** Parts of the text with their times, when timestamps were requested. */
	chunks?: AutomaticSpeechRecognitionOutputChunk[];
	[property: string]: unknown;
}

/** Parameters of `text-to-speech`. */
export interface TextToSpeechParameters {
	/** Parameters of the text generation. */
	generation_parameters?: GenerationParameters;
	[property: string]: unknown;
}

/** Input of `text-to-speech`. */
export interface TextToSpeechInput {
	/** The text to speak. */
	inputs: string;
	/** Options of the task. */
	parameters?: TextToSpeechParameters;
	[property: string]: unknown;
}

/** Output of `text-to-speech`. */
export interface TextToSpeechOutput {
	/** The recording. */
	audio: Blob;
	/** Samples per second. */
	sampling_rate?: number;
	[property: string]: unknown;
}

/** Parameters of `text-to-audio`. */
export interface TextToAudioParameters {
	/** Parameters of the text generation. */
	generation_parameters?: GenerationParameters;
	[property: string]: unknown;
}

/** Input of `text-to-audio`. */
export interface TextToAudioInput {
	/** Description of the sound, or the text to speak. */
	inputs: string;
	/** Options of the task. */
	parameters?: TextToAudioParameters;
	[property: string]: unknown;
}

/** Output of `text-to-audio`. */
export interface TextToAudioOutput {
	/** The recording. */
	audio: Blob;
	/** Samples per second. */
	sampling_rate: number;
	[property: string]: unknown;
}
