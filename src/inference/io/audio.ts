// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type { ClassificationParameters, Generating, ScoredLabel, TaskInput } from "./bases.ts";

/** Parameters of `audio-classification`. */
export interface AudioClassificationParameters extends ClassificationParameters {}

/** Input of `audio-classification`. */
export interface AudioClassificationInput extends TaskInput<AudioClassificationParameters> {
	/** The recording. */
	inputs: Blob;
}

/** One entry of the output of `audio-classification`. */
export interface AudioClassificationOutputElement extends ScoredLabel {}

/** Output of `audio-classification`. */
export type AudioClassificationOutput = AudioClassificationOutputElement[];

/** Parameters of `automatic-speech-recognition`. */
export interface AutomaticSpeechRecognitionParameters extends Generating {
	/** Also returns when each part was spoken. */
	return_timestamps?: boolean;
}

/** Input of `automatic-speech-recognition`. */
export interface AutomaticSpeechRecognitionInput extends TaskInput<AutomaticSpeechRecognitionParameters> {
	/** The recording. */
	inputs: Blob;
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
export interface TextToSpeechParameters extends Generating {}

/** Input of `text-to-speech`. */
export interface TextToSpeechInput extends TaskInput<TextToSpeechParameters> {
	/** The text to speak. */
	inputs: string;
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
export interface TextToAudioParameters extends Generating {}

/** Input of `text-to-audio`. */
export interface TextToAudioInput extends TaskInput<TextToAudioParameters> {
	/** Description of the sound, or the text to speak. */
	inputs: string;
}

/** Output of `text-to-audio`. */
export interface TextToAudioOutput {
	/** The recording. */
	audio: Blob;
	/** Samples per second. */
	sampling_rate: number;
	[property: string]: unknown;
}
