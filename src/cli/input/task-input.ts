import type { InputKind } from "../../catalogue/signatures.ts";
import type { Args } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { noInput, wrongValue } from "../errors/usage.ts";
import type { ValuesOf } from "../options/option-values.ts";
import type { taskInput } from "../options/shared-options.ts";
import { decodeFile, inputName, readTextFile, readValue, STDIN } from "./file.ts";
import { isFileWord, isNamedAsImage, readMedia, readPipedMedia } from "./media.ts";
import { readPipedStdin, readStdin } from "./stdin.ts";
import { parseTable, type Table } from "./table.ts";
import { noteFileNames, readText, throwNoInput } from "./text.ts";

export type TaskInputOptions = Partial<Omit<ValuesOf<typeof taskInput>, "stdin" | "input">>;

export async function readTaskInput(
	kind: Exclude<InputKind, "messages" | "text" | "other">,
	words: readonly string[],
	options: TaskInputOptions,
	context: Context,
): Promise<Args> {
	switch (kind) {
		case "texts":
			// Several texts are several inputs; elsewhere the words make up one text.
			return words.length > 1 && !words.includes("-")
				? { inputs: [...words] }
				: { inputs: (await readText(words, context)) ?? throwNoInput() };
		case "question":
			return { inputs: await readQuestion(words, options, context) };
		case "sentences":
			return { inputs: await readSentences(words, options, context) };
		case "table-question": {
			const table = await readTable(options.table, context);
			return { inputs: { query: (await readText(words, context)) ?? throwNoInput("The question is missing."), table } };
		}
		case "table":
			return { inputs: { data: await readTable(options.table ?? words[0], context) } };
		case "image":
		case "audio":
		case "video":
			return { inputs: await readMedia(onlyFile(words, context), context, kind) };
		case "image-question":
		case "document-question": {
			const { file, text } = splitFile(words, context);
			if (text === undefined) throwNoInput("The question is missing.", 'Add it after the file: "What is in it?"');
			return { inputs: { image: await readImage(file, context), question: text } };
		}
		case "image-prompt": {
			const { file, text } = splitFile(words, context);
			const inputs = await readImage(file, context);
			return text === undefined ? { inputs } : { inputs, parameters: { prompt: text } };
		}
		case "prompt-image": {
			const { file, text } = splitFile(words, context);
			return {
				...(file === undefined ? {} : { inputs: await readMedia(file, context, "image") }),
				...(text === undefined ? {} : { parameters: { prompt: text } }),
			};
		}
	}
}

/** Standard input if `-` names it, else text piped in addition to the words. */
async function readNamedOrPiped(words: readonly string[], context: Context): Promise<Uint8Array | undefined> {
	return words.includes("-") ? await readStdin(context) : await readPipedStdin(context);
}

async function readImage(file: string | undefined, context: Context): Promise<Blob | URL> {
	if (file !== undefined) return await readMedia(file, context, "image");
	return (
		(await readPipedMedia(context)) ?? throwNoInput("The image is missing.", "Give its path or URL, or pipe it in.")
	);
}

async function readQuestion(words: readonly string[], options: TaskInputOptions, context: Context): Promise<object> {
	const question = words.filter((word) => word !== "-").join(" ") || throwNoInput("The question is missing.");
	const given = options.context === undefined ? undefined : await readNoted(options.context, context);
	const piped = given === undefined ? await readNamedOrPiped(words, context) : undefined;
	const text = given ?? (piped ? await decodeFile(piped, STDIN, context) : undefined);
	if (text === undefined) {
		throw noInput(
			"question-answering needs a text that contains the answer.",
			"Give it with --context TEXT or @FILE, or pipe it in.",
		);
	}
	return { question, context: text };
}

/** Returns a text of an option, with a note if it names a file that may have been meant. */
async function readNoted(value: string, context: Context): Promise<string> {
	noteFileNames([value], context);
	return await readValue(value, context);
}

async function readSentences(words: readonly string[], options: TaskInputOptions, context: Context): Promise<object> {
	const [first, ...others] = words.filter((word) => word !== "-");
	const source = options.source === undefined ? first : await readNoted(options.source, context);
	let sentences = [
		...(options.sentence ?? []),
		...(options.source === undefined ? others : [first ?? [], others].flat()),
	];
	if (sentences.length === 0) {
		const piped = await readNamedOrPiped(words, context);
		const text = piped ? await decodeFile(piped, STDIN, context) : "";
		sentences = text.split(/\r?\n/).filter((line) => line.trim() !== "");
	}
	if (source === undefined || sentences.length === 0) {
		throw noInput(
			"sentence-similarity compares a sentence with others.",
			"Give --source and --sentence (repeatable), or the sentence first and then the others.",
		);
	}
	return { source_sentence: source, sentences };
}

async function readTable(path: string | undefined, context: Context): Promise<Table> {
	if (path === undefined)
		throw noInput("The table is missing.", "Give it with --table file.csv (or .tsv, .json, - for standard input).");
	return await parseTable(await readTextFile(path, context), inputName(path));
}

function onlyFile(words: readonly string[], { stdin, flags }: Context): string {
	if (words.length > 1) throw wrongValue("This task takes only one file.", "Quote a path that contains spaces.");
	const [file] = words;
	if (file === undefined && (stdin.isTTY || flags.stdin === false))
		throwNoInput("The file is missing.", "Give its path or URL, or pipe it in.");
	return file ?? "-";
}

/**
 * Returns the file among the words, and the others as one text. A word named like an image counts even if the file is
 * missing.
 */
function splitFile(words: readonly string[], context: Context): { file?: string; text?: string } {
	const there = words.findIndex((word) => isFileWord(word, context));
	const index = there === -1 ? words.findIndex((word) => /^\S+$/.test(word) && isNamedAsImage(word)) : there;
	const text = words.filter((_, position) => position !== index).join(" ");
	return { ...(index === -1 ? {} : { file: words[index] ?? "-" }), ...(text === "" ? {} : { text }) };
}
