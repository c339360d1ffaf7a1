// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type { Extensible, TaskInput, TextToken } from "./definitions.ts";

/** A JSON schema that the generated text has to follow. */
export interface TextGenerationInputJsonSchemaConfig extends Extensible {
	/** Name of the schema. */
	name?: string | null;
	/** A JSON Schema. */
	schema: unknown;
}

/** The grammar that the generated text has to follow. */
export type TextGenerationInputGrammarType =
	| {
			/** Type of `value`. */
			type: "json";
			/** The grammar itself. */
			value: unknown;
			[property: string]: unknown;
	  }
	| {
			/** Type of `value`. */
			type: "regex";
			/** The grammar itself. */
			value: string;
			[property: string]: unknown;
	  }
	| {
			/** Type of `value`. */
			type: "json_schema";
			/** The grammar itself. */
			value: TextGenerationInputJsonSchemaConfig;
			[property: string]: unknown;
	  };

/** Parameters of `text-generation`. */
export interface TextGenerationInputGenerateParameters extends Extensible {
	/** Id of the LoRA adapter to apply. */
	adapter_id?: string | null;
	/** Number of candidates to generate; the most likely one is returned. */
	best_of?: number | null;
	/** Also returns the prompt's tokens with their probabilities. Default: false. */
	decoder_input_details?: boolean;
	/** Also returns the tokens and the reason why the text ended. Default: true. */
	details?: boolean;
	/** Samples tokens instead of always taking the most likely one. Default: false. */
	do_sample?: boolean;
	/** Lowers the odds of a token the more often it has occurred. */
	frequency_penalty?: number | null;
	/** Format the text must follow. */
	grammar?: TextGenerationInputGrammarType | null;
	/** Maximum number of tokens to generate. Default: 1024. */
	max_new_tokens?: number | null;
	/** Values above 1 discourage repetition; 1 has no effect. */
	repetition_penalty?: number | null;
	/** Repeats the prompt at the start of the result. */
	return_full_text?: boolean | null;
	/** Random seed; the same seed gives the same result. */
	seed?: number | null;
	/** Strings that end the generation. */
	stop?: string[];
	/** Randomness: values near 0 are predictable, values above 1 erratic. */
	temperature?: number | null;
	/** Samples only from this many of the most likely tokens. */
	top_k?: number | null;
	/** Also returns this many of the most likely tokens at each step. */
	top_n_tokens?: number | null;
	/** Samples from the most likely tokens whose probabilities add up to this value. */
	top_p?: number | null;
	/** Truncates the prompt to this many tokens. */
	truncate?: number | null;
	/** Probability mass kept by typical decoding. */
	typical_p?: number | null;
	/** Adds an invisible mark that the text was generated. Default: false. */
	watermark?: boolean;
}

/** Input of `text-generation`. */
export interface TextGenerationInput extends TaskInput<TextGenerationInputGenerateParameters> {
	/** The text to continue. */
	inputs: string;
	/** Streams the result. Default: false. */
	stream?: boolean;
}

/** Why the generation ended. */
export type TextGenerationOutputFinishReason = "length" | "eos_token" | "stop_sequence";

/** A token of the prompt. */
export interface TextGenerationOutputPrefillToken extends TextToken {}

/** A generated token. */
export interface TextGenerationOutputToken extends TextToken {
	/** Whether it is a special token. */
	special: boolean;
}

/** One of several generated sequences. */
export interface TextGenerationOutputBestOfSequence extends Extensible {
	/** Why the text ended. */
	finish_reason: TextGenerationOutputFinishReason;
	/** The complete text. */
	generated_text: string;
	/** Number of tokens generated. */
	generated_tokens: number;
	/** The prompt's tokens. */
	prefill: TextGenerationOutputPrefillToken[];
	/** Random seed; the same seed gives the same result. */
	seed?: number | null;
	/** The generated tokens. */
	tokens: TextGenerationOutputToken[];
	/** The most likely tokens at each step. */
	top_tokens?: TextGenerationOutputToken[][];
}

/** How a text was generated: its tokens, the seed, and why it ended. */
export interface TextGenerationOutputDetails extends Extensible {
	/** The other candidates, when `best_of` is greater than 1. */
	best_of_sequences?: TextGenerationOutputBestOfSequence[] | null;
	/** Why the text ended. */
	finish_reason: TextGenerationOutputFinishReason;
	/** Number of tokens generated. */
	generated_tokens: number;
	/** The prompt's tokens. */
	prefill: TextGenerationOutputPrefillToken[];
	/** Random seed; the same seed gives the same result. */
	seed?: number | null;
	/** The generated tokens. */
	tokens: TextGenerationOutputToken[];
	/** The most likely tokens at each step. */
	top_tokens?: TextGenerationOutputToken[][];
}

/** Output of `text-generation`. */
export interface TextGenerationOutput extends Extensible {
	/** Tokens and the reason why the text ended, when requested. */
	details?: TextGenerationOutputDetails | null;
	/** The complete text. */
	generated_text: string;
}

/** Why the generation ended. */
export type TextGenerationStreamOutputFinishReason = "length" | "eos_token" | "stop_sequence";

/** How the generation ended; it comes with the last token. */
export interface TextGenerationStreamOutputStreamDetails extends Extensible {
	/** Why the text ended. */
	finish_reason: TextGenerationStreamOutputFinishReason;
	/** Number of tokens generated. */
	generated_tokens: number;
	/** Length of the prompt, in tokens. */
	input_length: number;
	/** Random seed; the same seed gives the same result. */
	seed?: number | null;
}

/** The token of one chunk of a stream. */
export interface TextGenerationStreamOutputToken extends TextToken {
	/** Whether it is a special token. */
	special: boolean;
}

/** One piece of a streamed output of `text-generation`. */
export interface TextGenerationStreamOutput extends Extensible {
	/** How the generation ended, with the last token only. */
	details?: TextGenerationStreamOutputStreamDetails | null;
	/** The complete text. */
	generated_text?: string | null;
	/** Number of the token, counted from 0. */
	index: number;
	/** The token. */
	token: TextGenerationStreamOutputToken;
	/** The most likely tokens at each step. */
	top_tokens?: TextGenerationStreamOutputToken[];
}
