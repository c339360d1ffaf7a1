import { getPath, isRecord } from "../../base/json.ts";
import { findFirst } from "../../http/list-order.ts";
import type { CallStream } from "../call-stream.ts";
import { readDelta } from "../delta.ts";
import type { TextGenerationStreamOutput, TranslationOutput } from "../io/text.ts";
import type { TranslationsInput } from "../io.ts";
import { run, runStream } from "../run.ts";
import type { CallOptions, CallPromise } from "../types.ts";
import { type ArgsOf, type ProviderArgs, type TextGenerationArgs, task } from "./task.ts";

/**
 * Continues a text.
 *
 * @param args `inputs`: the beginning; `parameters`: how to generate (`max_new_tokens`, `temperature`, …)
 * @returns `generated_text`, and `details` if the provider sends them
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/text-generation
 */
export const textGeneration = task("text-generation");

/**
 * Continues a text and yields it piece by piece: `token.text`. Events of completion services (`choices[0].text`) are
 * given that form in addition. Nothing is sent before the first `next()`.
 *
 * @throws as `textGeneration`; errors inside the stream are ProviderApiError
 */
export function textGenerationStream<Id extends string>(
	args: TextGenerationArgs & ProviderArgs<Id>,
	options?: CallOptions,
): CallStream<TextGenerationStreamOutput> {
	return runStream("text-generation", args, options, createTokenReader());
}

/**
 * Computes embeddings of texts.
 *
 * @param args `inputs`: a text, or a list of them; `normalize` to length 1, `truncate` and `truncation_direction`,
 * `prompt_name`; of some providers `dimensions`, `encoding_format`
 * @returns a vector for each text (some services: one for each token)
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/feature-extraction
 */
export const featureExtraction = task("feature-extraction");

/**
 * Predicts the masked word of a text.
 *
 * @param args `inputs`: a text with the model's mask token, such as `[MASK]`; `parameters`: `top_k` results at most,
 * `targets` to choose from
 * @returns for each filling `token_str`, the whole `sequence`, `token` (its number) and `score` from 0 to 1
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/fill-mask
 */
export const fillMask = task("fill-mask");

/**
 * Extracts the answer to a question from a text.
 *
 * @param args `inputs`: `{question, context}`; `parameters`: lengths in tokens, `handle_impossible_answer`, `top_k`
 * @returns `answer`, the positions `start` and `end` in the text, and `score` from 0 to 1
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/question-answering
 */
export const questionAnswering = task("question-answering");

/**
 * Scores how similar sentences are to another.
 *
 * @param args `inputs`: `{source_sentence, sentences}`
 * @returns a number for each of `sentences`: 1 for the same meaning, near 0 for none in common
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/sentence-similarity
 */
export const sentenceSimilarity = task("sentence-similarity");

/**
 * Summarizes a text.
 *
 * @param args `inputs`: the text; `parameters`: `generate_parameters`, `truncation`, `clean_up_tokenization_spaces`
 * @returns `summary_text`
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/summarization
 */
export const summarization = task("summarization");

/**
 * Classifies a text, for instance as positive or negative.
 *
 * @param args `inputs`: the text; `parameters`: `top_k` results at most, `function_to_apply` to the raw scores
 * @returns classes with scores from 0 to 1, likeliest first
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/text-classification
 */
export const textClassification = task("text-classification");

/**
 * Finds entities in a text (people, places, organizations), or the part of speech of each word.
 *
 * @param args `inputs`: the text; `parameters`: `aggregation_strategy` of tokens to words, `ignore_labels`, `stride`
 * @returns for each find `entity_group`, `word`, `score` from 0 to 1 and its positions `start` and `end` in the text
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/token-classification
 */
export const tokenClassification = task("token-classification");

/**
 * Translates one or more texts.
 *
 * @param args `inputs`: the text or a list; `parameters`: `src_lang` and `tgt_lang` in the model's own codes,
 * `generate_parameters`, `truncation`
 * @returns `translation_text`; of a list, a list, unless it has one element only
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/translation
 */
export function translation<Id extends string, Inputs extends string | string[] = string | string[]>(
	args: TranslationsInput<Inputs> & ProviderArgs<Id>,
	options?: CallOptions,
): CallPromise<Inputs extends string ? TranslationOutput : TranslationOutput | TranslationOutput[]> {
	return run("translation", args, options);
}

/**
 * Classifies a text with your own labels.
 *
 * @param args `inputs`: the text; `parameters.candidate_labels`: the labels; `hypothesis_template`: the sentence they
 * are put into; `multi_label`: each label is scored independently
 * @returns the labels with scores from 0 to 1, likeliest first
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/zero-shot-classification
 */
export const zeroShotClassification = task("zero-shot-classification");

/**
 * Returns a function that gives every event of a text generation the form of token events: `token.text`.
 *
 * Completion services send `choices[0].text`, chat services `choices[0].delta.content`. Their events keep their members;
 * `generated_text` is the whole text at the event that ends the choice, as with services that send tokens.
 */
function createTokenReader(): (event: unknown) => TextGenerationStreamOutput {
	let generated = "";
	let count = 0;
	return (event) => {
		if (!isRecord(event) || isRecord(event["token"]) || !Array.isArray(event["choices"])) {
			return event as unknown as TextGenerationStreamOutput;
		}
		// Of the first answer: the events of others add nothing to its text.
		const choice = findFirst(event["choices"]);
		const { content: text } = readDelta(event);
		generated += text;
		const finish_reason = getPath(choice, "finish_reason") ?? null;
		const isLast = finish_reason !== null;
		const index = count++;
		return {
			...event,
			index,
			token: { id: index, text, logprob: readLogprob(choice), special: false },
			generated_text: isLast ? generated : null,
			details: isLast ? { finish_reason, generated_tokens: count, seed: getPath(choice, "seed") ?? null } : null,
		} as unknown as TextGenerationStreamOutput;
	};
}

function readLogprob(choice: unknown): number {
	const values = [
		getPath(choice, "logprobs", "token_logprobs", 0),
		getPath(choice, "logprobs", "content", 0, "logprob"),
	];
	return values.find((value) => typeof value === "number") ?? 0;
}

/** Arguments of `featureExtraction`. */
export type FeatureExtractionArgs = ArgsOf<"feature-extraction">;
/** Arguments of `fillMask`. */
export type FillMaskArgs = ArgsOf<"fill-mask">;
/** Arguments of `questionAnswering`. */
export type QuestionAnsweringArgs = ArgsOf<"question-answering">;
/** Arguments of `sentenceSimilarity`. */
export type SentenceSimilarityArgs = ArgsOf<"sentence-similarity">;
/** Arguments of `summarization`. */
export type SummarizationArgs = ArgsOf<"summarization">;
/** Arguments of `textClassification`. */
export type TextClassificationArgs = ArgsOf<"text-classification">;
/** Arguments of `tokenClassification`. */
export type TokenClassificationArgs = ArgsOf<"token-classification">;
/** Arguments of `zeroShotClassification`. */
export type ZeroShotClassificationArgs = ArgsOf<"zero-shot-classification">;
/** Arguments of `translation`. */
export type TranslationArgs = ArgsOf<"translation">;
