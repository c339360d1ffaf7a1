import { SIGNATURES } from "../../../catalogue/signatures.ts";
import type { InferenceTask } from "../../../inference/index.ts";
import type { Context } from "../../context.ts";
import { findImages } from "../../input/media.ts";
import { isTextFileWord } from "../../input/text.ts";
import type { InferOptions } from "./options.ts";

/**
 * Returns the words of each call. A task that takes one input has a call for each word, also for `-`, standard input;
 * images, `@files` and `-` among the words of a chat go with each prompt. Tables with a question, images with a text and
 * sentences to compare belong together, and so does a question with its context on standard input.
 */
export function splitInputs(
	task: InferenceTask,
	words: readonly string[],
	options: InferOptions,
	context: Context,
): (readonly string[])[] {
	if (options.input !== undefined) return [words];
	switch (SIGNATURES[task].input) {
		case "text":
		case "other":
		case "image":
		case "audio":
		case "video":
			return words.map((word) => [word]);
		case "question":
			return words.includes("-") ? [words] : words.map((word) => [word]);
		case "table":
			return options.table === undefined && !words.includes("-") ? words.map((word) => [word]) : [words];
		case "messages": {
			const images = findImages(words, options, context);
			const texts = words.filter((word) => word !== "-" && !images.includes(word));
			const prompts = texts.filter((word) => !isTextFileWord(word, context));
			const asked = prompts.length > 0 ? prompts : texts;
			if (asked.length < 2) return [words];
			return asked.map((prompt) => words.filter((word) => word === prompt || !asked.includes(word)));
		}
		default:
			return [words];
	}
}
