import { MAX_RECORD_DEPTH, omitUndefined, parseJsonOrThrow } from "../../../base/json.ts";
import { SIGNATURES } from "../../../catalogue/signatures.ts";
import type { InferenceTask } from "../../../inference/index.ts";
import { openTarget } from "../../call-target/open-target.ts";
import type { Context } from "../../context.ts";
import { conflict } from "../../errors/usage.ts";
import { findImages } from "../../input/media.ts";
import { isTextFileWord } from "../../input/text.ts";
import { readProviders } from "../../options/provider.ts";
import { readTask } from "../../options/task.ts";
import { toJson } from "../../terminal/json.ts";
import type { StyledText } from "../../terminal/styled.ts";
import type { InferOptions } from "./options.ts";
import { runInfer } from "./run.ts";

/** Runs a complete command line with several words: one call for each input among them, in turn. */
export async function runEach(words: readonly string[], options: InferOptions, context: Context): Promise<void> {
	const [provider] = readProviders(options);
	const task =
		readTask(options) ?? (await openTarget(undefined, { ...options, ...omitUndefined({ provider }) }, context)).task;
	const inputs = splitInputs(task, words, options, context);
	const [only] = inputs;
	if (inputs.length === 1 && only) return await runInfer(only, options, context);
	if (options.snippet !== undefined) throw conflict("--snippet shows one call.", "Give one input.");
	const named = { ...options, task };
	if (!context.flags.json) {
		// A transcript does not show which file it belongs to.
		const isHeaded = SIGNATURES[task].output === "transcript" && options.output === undefined;
		for (const [index, input] of inputs.entries()) {
			if (isHeaded) await context.print(`${index > 0 ? "\n" : ""}${input.join(" ")}:\n`);
			await runInfer(input, { ...named, number: index + 1 }, context);
		}
		return;
	}
	// Each call prints a document, which becomes an item of the list.
	const isLines = options.format === "ndjson";
	const documents: unknown[] = [];
	let failure: { error: unknown } | undefined;
	for (const [index, input] of inputs.entries()) {
		let text = "";
		const print = async (part: string | StyledText | Uint8Array): Promise<void> => {
			text += part instanceof Uint8Array ? Buffer.from(part).toString() : String(part);
		};
		const one: InferOptions = { ...named, number: index + 1, ...(isLines ? { format: "json" } : {}) };
		try {
			// Lazy members stay lazy.
			await runInfer(input, one, Object.create(context, { print: { value: print } }) as Context);
		} catch (error) {
			failure = { error };
		}
		// Also for a call that failed after it had printed a partial result.
		const document = failure && text === "" ? undefined : parseJsonOrThrow(text, MAX_RECORD_DEPTH);
		if (document !== undefined && isLines) await context.print(`${toJson(document)}\n`);
		else if (document !== undefined) documents.push(document);
		if (failure) break;
	}
	if (!isLines && (!failure || documents.length > 0)) {
		await context.print(`${toJson(documents, context.stdout.isTTY ? 2 : undefined)}\n`);
	}
	if (failure) throw failure.error;
}

/**
 * Returns the words of each call. A task that takes one input has a call for each word, also for `-`, standard input;
 * images, `@files` and `-` among the words of a chat go with each prompt. Tables with a question, images with a text and
 * sentences to compare belong together, and so does a question with its context on standard input.
 */
function splitInputs(
	task: InferenceTask,
	words: readonly string[],
	options: InferOptions,
	context: Context,
): (readonly string[])[] {
	if (options.input !== undefined) return [words];
	const { input } = SIGNATURES[task];
	const isAlone = input === "question" || (input === "table" && options.table === undefined);
	if (["text", "other", "image", "audio", "video"].includes(input) || (isAlone && !words.includes("-"))) {
		return words.map((word) => [word]);
	}
	if (input !== "messages") return [words];
	const images = findImages(words, options, context);
	const texts = words.filter((word) => word !== "-" && !images.includes(word));
	const prompts = texts.filter((word) => !isTextFileWord(word, context));
	const asked = prompts.length > 0 ? prompts : texts;
	if (asked.length < 2) return [words];
	return asked.map((prompt) => words.filter((word) => word === prompt || !asked.includes(word)));
}
