// Generated from the task schemas by scripts/generate-task-types.ts; do not edit.

import type {
	ClassificationParameters,
	Extensible,
	ExtractedAnswer,
	ReadingParameters,
	ScoredLabel,
	TaskInput,
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

/** Input of `fill-mask`. */
export interface FillMaskInput extends TaskInput<FillMaskParameters> {
	/** Text with the model's mask token. */
	inputs: string;
}

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

/** Input of `question-answering`. */
export interface QuestionAnsweringInput extends TaskInput<QuestionAnsweringParameters> {
	/** A text and a question about it. */
	inputs: QuestionAnsweringInputData;
}

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

/** Input of `sentence-similarity`. */
export interface SentenceSimilarityInput extends TaskInput<Record<string, unknown>> {
	/** A sentence and the sentences to compare it with. */
	inputs: SentenceSimilarityInputData;
}

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

/** Input of `summarization`. */
export interface SummarizationInput extends TaskInput<SummarizationParameters> {
	/** The text to shorten. */
	inputs: string;
}

/** Output of `summarization`. */
export interface SummarizationOutput extends Extensible {
	/** The summary. */
	summary_text: string;
}

/** Parameters of `text-classification`. */
export interface TextClassificationParameters extends ClassificationParameters {}

/** Input of `text-classification`. */
export interface TextClassificationInput extends TaskInput<TextClassificationParameters> {
	/** The text. */
	inputs: string;
}

/** One entry of the output of `text-classification`. */
export interface TextClassificationOutputElement extends ScoredLabel {}

/** Output of `text-classification`. */
export type TextClassificationOutput = TextClassificationOutputElement[];

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

/** Input of `token-classification`. */
export interface TokenClassificationInput extends TaskInput<TokenClassificationParameters> {
	/** The text. */
	inputs: string;
}

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

/** Input of `translation`. */
export interface TranslationInput extends TaskInput<TranslationParameters> {
	/** The text to translate. */
	inputs: string;
}

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

/** Input of `zero-shot-classification`. */
export interface ZeroShotClassificationInput extends Extensible {
	/** The text. */
	inputs: string;
	/** Options of the task. */
	parameters: ZeroShotClassificationParameters;
}

/** One entry of the output of `zero-shot-classification`. */
export interface ZeroShotClassificationOutputElement extends ScoredLabel {}

/** Output of `zero-shot-classification`. */
export type ZeroShotClassificationOutput = ZeroShotClassificationOutputElement[];
