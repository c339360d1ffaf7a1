import { SIGNATURES } from "../../../catalogue/signatures.ts";
import type { InferenceTask } from "../../../inference/index.ts";
import type { Context } from "../../context.ts";
import { findImages } from "../../input/media.ts";
import { isTextFileWord } from "../../input/text.ts";
import type { InferOptions } from "./options.ts";

/**
 * Returns the words of each call. A task that takes one input has a call for each word; images and `@files` among the
 * words of a chat go with each prompt. Tables with a question, images with a text and sentences to compare belong
 * together, and so does what `-` puts standard input into.
 */
export function splitInputs(
	task: InferenceTask,
	words: readonly string[],
	options: InferOptions,
	context: Context,
): (readonly string[])[] {
	if (words.includes("-") || options.input !== undefined) return [words];
	switch (SIGNATURES[task].input) {
		case "text":
		case "other":
		case "image":
		case "audio":
		case "video":
		case "question":
			return words.map((word) => [word]);
		case "table":
			return options.table === undefined ? words.map((word) => [word]) : [words];
		case "messages": {
			const images = findImages(words, options, context);
			const texts = words.filter((word) => !images.includes(word));
			const prompts = texts.filter((word) => !isTextFileWord(word, context));
			const asked = prompts.length > 0 ? prompts : texts;
			if (asked.length < 2) return [words];
			return asked.map((prompt) => words.filter((word) => word === prompt || !asked.includes(word)));
		}
		default:
			return [words];
	}
}
