// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type { ClassificationParameters, Extensible, Generating, ScoredLabel, TaskInput } from "./definitions.ts";

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
export interface AutomaticSpeechRecognitionOutputChunk extends Extensible {
	/** What was said. */
	text: string;
	/** Start and end, in seconds. */
	timestamp: number[];
}

/** Output of `automatic-speech-recognition`. */
export interface AutomaticSpeechRecognitionOutput extends Extensible {
	/** What was said. */
	text: string;
	/** Parts of the text with their times, when timestamps were requested. */
	chunks?: AutomaticSpeechRecognitionOutputChunk[];
}

/** Parameters of `text-to-speech`. */
export interface TextToSpeechParameters extends Generating {}

/** Input of `text-to-speech`. */
export interface TextToSpeechInput extends TaskInput<TextToSpeechParameters> {
	/** The text to speak. */
	inputs: string;
}

/** Output of `text-to-speech`. */
export interface TextToSpeechOutput extends Extensible {
	/** The recording. */
	audio: Blob;
	/** Samples per second. */
	sampling_rate?: number;
}

/** Parameters of `text-to-audio`. */
export interface TextToAudioParameters extends Generating {}

/** Input of `text-to-audio`. */
export interface TextToAudioInput extends TaskInput<TextToAudioParameters> {
	/** Description of the sound, or the text to speak. */
	inputs: string;
}

/** Output of `text-to-audio`. */
export interface TextToAudioOutput extends Extensible {
	/** The recording. */
	audio: Blob;
	/** Samples per second. */
	sampling_rate: number;
}
