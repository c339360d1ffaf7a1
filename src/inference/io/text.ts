// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type {
	ClassificationParameters,
	Extensible,
	ExtractedAnswer,
	InputOf,
	Padding,
	ReadingParameters,
	ScoredLabel,
	TextToken,
} from "./definitions.ts";

/** One text, or several. */
export type FeatureExtractionInputs = string | string[];

/** Which end of a text that is too long is cut off. */
export type FeatureExtractionInputTruncationDirection = "left" | "Left" | "right" | "Right";

/** Input of `feature-extraction`. */
export interface FeatureExtractionInput extends Extensible {
	/** The text, or a list of texts. */
	inputs: FeatureExtractionInputs;
	/** Scales each vector to length 1. Default: true. */
	normalize?: boolean;
	/** Name of the prompt, from the model's configuration, to put before each text. */
	prompt_name?: string | null;
	/** Truncates the input to the model's maximum length. Default: false. */
	truncate?: boolean | null;
	/** Side on which input that is too long is truncated. Default: right. */
	truncation_direction?: FeatureExtractionInputTruncationDirection;
}

/** Output of `feature-extraction`. */
export type FeatureExtractionOutput = number[][];

/** Parameters of `fill-mask`. */
export interface FillMaskParameters extends Extensible {
	/** Returns only the `top_k` most likely results. */
	top_k?: number;
	/** Only these words are considered for the mask. */
	targets?: string[];
}

/** Input of `fill-mask`: text with the model's mask token. */
export interface FillMaskInput extends InputOf<string, FillMaskParameters> {}

/** One entry of the output of `fill-mask`. */
export interface FillMaskOutputElement extends Extensible {
	/** The input with the mask filled in. */
	sequence: string;
	/** Probability, from 0 to 1. */
	score: number;
	/** Id of the token in the vocabulary. */
	token: number;
	/** The token as text. */
	token_str: string;
}

/** Output of `fill-mask`. */
export type FillMaskOutput = FillMaskOutputElement[];

/** A question and the text that contains its answer. */
export interface QuestionAnsweringInputData extends Extensible {
	/** The text that contains the answer. */
	context: string;
	/** The question to answer. */
	question: string;
}

/** Parameters of `question-answering`. */
export interface QuestionAnsweringParameters extends ReadingParameters {
	/** Aligns answers with word boundaries; turn it off for languages without spaces. */
	align_to_words?: boolean;
}

/** Input of `question-answering`: a text and a question about it. */
export interface QuestionAnsweringInput extends InputOf<QuestionAnsweringInputData, QuestionAnsweringParameters> {}

/** One entry of the output of `question-answering`. */
export interface QuestionAnsweringOutputElement extends ExtractedAnswer {}

/** Output of `question-answering`. */
export type QuestionAnsweringOutput = QuestionAnsweringOutputElement[];

/** A sentence and the sentences it is compared with. */
export interface SentenceSimilarityInputData extends Extensible {
	/** The sentence that the others are compared with. */
	source_sentence: string;
	/** The sentences to compare with it. */
	sentences: string[];
}

/** Input of `sentence-similarity`: a sentence and the sentences to compare it with. */
export interface SentenceSimilarityInput extends InputOf<SentenceSimilarityInputData, Record<string, unknown>> {}

/** Output of `sentence-similarity`. */
export type SentenceSimilarityOutput = number[];

/** How input that is too long is truncated. */
export type SummarizationTruncationStrategy = "do_not_truncate" | "longest_first" | "only_first" | "only_second";

/** Parameters of `summarization`. */
export interface SummarizationParameters extends Extensible {
	/** Removes the spaces that tokenization leaves before punctuation. */
	clean_up_tokenization_spaces?: boolean;
	/** How input that is too long is truncated. */
	truncation?: SummarizationTruncationStrategy;
	/** Parameters of the text generation. */
	generate_parameters?: Record<string, unknown>;
}

/** Input of `summarization`: the text to shorten. */
export interface SummarizationInput extends InputOf<string, SummarizationParameters> {}

/** Output of `summarization`. */
export interface SummarizationOutput extends Extensible {
	/** The summary. */
	summary_text: string;
}

/** A table and a question about it. */
export interface TableQuestionAnsweringInputData extends Extensible {
	/** Column name → the column's cells. */
	table: Record<string, string[]>;
	/** The question to answer. */
	question: string;
}

/** Parameters of `table-question-answering`. */
export interface TableQuestionAnsweringParameters extends Extensible {
	/** How rows of different lengths are padded. Default: do_not_pad. */
	padding?: Padding;
	/** Answers the questions one after another, for conversations about one table. Default: false. */
	sequential?: boolean;
	/** Truncates a table that is too long. Default: false. */
	truncation?: boolean;
}

/** Input of `table-question-answering`: a table and a question about it. */
export interface TableQuestionAnsweringInput
	extends InputOf<TableQuestionAnsweringInputData, TableQuestionAnsweringParameters> {}

/** One entry of the output of `table-question-answering`. */
export interface TableQuestionAnsweringOutputElement extends Extensible {
	/** The answer. */
	answer: string;
	/** Row and column of each cell the answer uses, counted from 0. */
	coordinates: number[][];
	/** Cells the answer was read from. */
	cells: string[];
	/** Operation over the selected cells, such as SUM or AVERAGE. */
	aggregator?: string;
}

/** Output of `table-question-answering`. */
export type TableQuestionAnsweringOutput = TableQuestionAnsweringOutputElement[];

/** Parameters of `text-classification`. */
export interface TextClassificationParameters extends ClassificationParameters {}

/** Input of `text-classification`: the text. */
export interface TextClassificationInput extends InputOf<string, TextClassificationParameters> {}

/** One entry of the output of `text-classification`. */
export interface TextClassificationOutputElement extends ScoredLabel {}

/** Output of `text-classification`. */
export type TextClassificationOutput = TextClassificationOutputElement[];

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

/** Input of `text-generation`: the text to continue. */
export interface TextGenerationInput extends InputOf<string, TextGenerationInputGenerateParameters> {
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
export interface TextGenerationStreamOutputToken extends TextGenerationOutputToken {}

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

/** How neighboring tokens become one entity. */
export type TokenClassificationAggregationStrategy = "none" | "simple" | "first" | "average" | "max";

/** Parameters of `token-classification`. */
export interface TokenClassificationParameters extends Extensible {
	/** Labels to leave out of the result. */
	ignore_labels?: string[];
	/** Overlap, in tokens, of the parts a long text is split into. */
	stride?: number;
	/** How the parts of a word are merged into one entity. */
	aggregation_strategy?: TokenClassificationAggregationStrategy;
}

/** Input of `token-classification`: the text. */
export interface TokenClassificationInput extends InputOf<string, TokenClassificationParameters> {}

/** One entry of the output of `token-classification`. */
export interface TokenClassificationOutputElement extends Extensible {
	/** Label of a group of tokens. */
	entity_group?: string;
	/** Label of a single token. */
	entity?: string;
	/** Probability, from 0 to 1. */
	score: number;
	/** The labeled text. */
	word: string;
	/** Index of its first character. */
	start: number;
	/** Index after its last character. */
	end: number;
}

/** Output of `token-classification`. */
export type TokenClassificationOutput = TokenClassificationOutputElement[];

/** How input that is too long is truncated. */
export type TranslationTruncationStrategy = "do_not_truncate" | "longest_first" | "only_first" | "only_second";

/** Parameters of `translation`. */
export interface TranslationParameters extends Extensible {
	/** Language of the input; required by models that support several. */
	src_lang?: string;
	/** Language to translate into; required by models that support several. */
	tgt_lang?: string;
	/** Removes the spaces that tokenization leaves before punctuation. */
	clean_up_tokenization_spaces?: boolean;
	/** How input that is too long is truncated. */
	truncation?: TranslationTruncationStrategy;
	/** Parameters of the text generation. */
	generate_parameters?: Record<string, unknown>;
}

/** Input of `translation`: the text to translate. */
export interface TranslationInput extends InputOf<string, TranslationParameters> {}

/** Output of `translation`. */
export interface TranslationOutput extends Extensible {
	/** The translation. */
	translation_text: string;
}

/** Parameters of `zero-shot-classification`. */
export interface ZeroShotClassificationParameters extends Extensible {
	/** The labels to choose from. */
	candidate_labels: string[];
	/** Sentence with a placeholder, which each label replaces before the comparison with the input. */
	hypothesis_template?: string;
	/** Allows several labels to be true at once; each is scored independently. */
	multi_label?: boolean;
}

/** Input of `zero-shot-classification`: the text. */
export interface ZeroShotClassificationInput extends Required<InputOf<string, ZeroShotClassificationParameters>> {}

/** One entry of the output of `zero-shot-classification`. */
export interface ZeroShotClassificationOutputElement extends ScoredLabel {}

/** Output of `zero-shot-classification`. */
export type ZeroShotClassificationOutput = ZeroShotClassificationOutputElement[];
