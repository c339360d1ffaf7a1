import { isUtf8 } from "node:buffer";
import { readMember } from "../../base/json.ts";
import type { Args } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { invalidFile } from "../errors/usage.ts";
import { type AnswerFormOptions, readAnswerForm } from "./answer-form.ts";
import { type Attachment, fenceTexts } from "./attachment.ts";
import { decodeFile, readJsonFile, readValue, STDIN } from "./file.ts";
import { encodeImageUrl, findImages, isMissingImage, readImageUrl } from "./media.ts";
import { readPipedStdin, readStdin } from "./stdin.ts";
import { joinPiped, noteFileNames, readWords, throwNoInput } from "./text.ts";

export interface ConversationSoFar {
	system: string | undefined;
	/** Without the system message. */
	messages: readonly Message[];
}

/** Values from a saved prompt; all are literal. */
export interface Preset {
	/** Used if `system` is not given. */
	system?: string | undefined;
	/** The whole text, including words and standard input. */
	prompt?: string | undefined;
	/** Overridden by those of the other options. */
	parameters?: Readonly<Record<string, unknown>> | undefined;
}

export interface ConversationOptions extends AnswerFormOptions {
	system?: string;
	messages?: string;
	/** Reads the conversation to continue, with the messages of the calls before. */
	readBefore?: () => ConversationSoFar;
	preset?: Preset;
	image?: string[];
	/** The task as given: one that is read as a chat may have another name. */
	task?: string;
	/** Files of `--file`, already read. */
	attachments?: readonly Attachment[];
}

export async function readConversation(
	words: readonly string[],
	options: ConversationOptions,
	context: Context,
): Promise<Args> {
	// A word that names a file contains an @ or a dot.
	const mayNameFiles = words.some((word) => /[@.]/.test(word));
	const named = mayNameFiles ? await readNamedFiles(words, options, context) : { words, images: [] };
	const images = [...(options.image ?? []), ...named.images];
	const own = words.filter((word) => !named.images.includes(word));
	// The words of a saved prompt are not the user's.
	if (options.preset?.prompt === undefined) noteFileNames(own, context);
	const input = await readPrompt(named.words, { ...options, image: images }, context);
	const { attachments = [], readBefore, preset } = options;
	const texts = attachments.length > 0 ? fenceTexts(attachments) : "";
	const prompt = [texts, input.prompt].filter(Boolean).join("\n\n") || undefined;
	const before = readBefore?.();
	const system =
		options.system === undefined ? (preset?.system ?? before?.system) : await readValue(options.system, context);
	const messages = await buildMessages({ prompt, system, file: options.messages, before: before?.messages }, context);
	const urls = [
		...attachments.flatMap((attachment) => (attachment.kind === "image" ? attachment.url : [])),
		...(await Promise.all(images.map((image) => readImageUrl(image, context)))),
		...(input.image === undefined ? [] : [input.image]),
	];
	if (urls.length > 0) addImages(messages, urls);
	if (messages.length === (before?.messages.length ?? 0) || messages.every(({ role }) => role === "system"))
		throwNoInput();
	const { tools, schema, schemaMulti } = options;
	const hasForm = [tools, schema, schemaMulti].some((option) => option !== undefined);
	return hasForm ? { messages, ...(await readAnswerForm(options, context)) } : { messages };
}

/** Returns the words, with `@file` replaced by its text, and the images among them. */
async function readNamedFiles(
	words: readonly string[],
	options: ConversationOptions,
	context: Context,
): Promise<{ words: readonly string[]; images: string[] }> {
	const images = findImages(words, options, context);
	const others = words.filter((word) => !images.includes(word));
	const missing = others.find((word) => isMissingImage(word, context));
	if (missing !== undefined) context.note(`${missing}: no such file; hub sends the word as text.`);
	return { words: await readWords(others, context), images };
}

interface Prompt {
	prompt?: string | undefined;
	/** Data URL of an image that was piped in. */
	image?: string;
}

/** Joins piped text and the typed prompt, the piped text first; a piped image is attached. */
async function readPrompt(words: readonly string[], options: ConversationOptions, context: Context): Promise<Prompt> {
	if (options.preset?.prompt !== undefined) return { prompt: options.preset.prompt };
	const isTyped = words.length > 0 && !words.includes("-");
	if (isTyped) {
		const joined = words.join(" ");
		const prompt = joined.trim() === "" ? undefined : joined;
		const isStdinTaken = options.messages === "-" || options.image?.includes("-");
		const piped = isStdinTaken ? undefined : await readPipedStdin(context);
		if (!piped) return { prompt };
		const image = findImageUrl(piped);
		return image ? { prompt, image } : { prompt: joinPiped(await decodeFile(piped, STDIN, context), words) };
	}
	if (words.length === 0) {
		if (options.messages !== undefined || options.image?.length) return {};
		if (options.attachments) return await readBeside(context);
		if (context.stdin.isTTY || context.flags.stdin === false) throwNoInput();
	}
	const piped = await readStdin(context);
	const image = findImageUrl(piped);
	if (!image) return { prompt: joinPiped(await decodeFile(piped, STDIN, context), words) ?? throwNoInput() };
	return { prompt: words.filter((word) => word !== "-").join(" ") || undefined, image };
}

/** Text or image piped in addition to files, if any. */
async function readBeside(context: Context): Promise<Prompt> {
	const piped = await readPipedStdin(context);
	if (!piped) return {};
	const image = findImageUrl(piped);
	return image ? { image } : { prompt: (await decodeFile(piped, STDIN, context)).trimEnd() };
}

/** Returns an image as data URL; undefined for other bytes. */
function findImageUrl(bytes: Uint8Array): string | undefined {
	return isUtf8(bytes) ? undefined : encodeImageUrl(bytes, "-");
}

/** Adds images to the last message of the user. */
function addImages(messages: Message[], urls: readonly string[]): void {
	const parts = urls.map((url) => ({ type: "image_url", image_url: { url } }));
	const last = messages.at(-1);
	if (last?.role === "user") {
		const text = typeof last.content === "string" ? [{ type: "text", text: last.content }] : last.content;
		last.content = [...(Array.isArray(text) ? text : []), ...parts];
	} else {
		messages.push({ role: "user", content: parts });
	}
}

/** A message of a conversation; `content` is text or a list of parts. */
export interface Message {
	role: string;
	content?: unknown;
	[name: string]: unknown;
}

interface ConversationInput {
	prompt?: string | undefined;
	/** `--system`. */
	system?: string | undefined;
	/** `--messages`: a file with the conversation so far. */
	file?: string | undefined;
	/** In place of a file. */
	before?: readonly Message[] | undefined;
}

/**
 * The conversation to send: the messages of the file, the system message in front (in place of the file's own), the
 * prompt at the end.
 */
export async function buildMessages(input: ConversationInput, context: Context): Promise<Message[]> {
	const messages = input.file === undefined ? [...(input.before ?? [])] : await readMessages(input.file, context);
	if (input.system !== undefined) {
		if (messages[0]?.role === "system") messages.shift();
		messages.unshift({ role: "system", content: input.system });
	}
	if (input.prompt !== undefined) messages.push({ role: "user", content: input.prompt });
	return messages;
}

/** Returns the messages in a file: a list of JSON, or an object with one. */
export async function readMessageList(
	path: string,
	context: Context,
	parse?: (text: string) => unknown,
): Promise<unknown[]> {
	const value = await readJsonFile(path, context, parse);
	const list = Array.isArray(value) ? value : readMember(value, "messages");
	if (Array.isArray(list)) return list;
	throw invalidFile(`${path} contains no messages.`, 'Expected a JSON list of {"role": …, "content": …}.');
}

async function readMessages(path: string, context: Context): Promise<Message[]> {
	const list = await readMessageList(path, context);
	list.forEach((message, index) => {
		if (typeof readMember(message, "role") !== "string") {
			throw invalidFile(`Message ${index + 1} in ${path} has no role.`, 'Expected {"role": "user", "content": "…"}.');
		}
	});
	return list as Message[];
}
