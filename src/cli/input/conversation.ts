import type { Args } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../usage-error.ts";
import { decodeText, parseJsonText, readJsonFile, readTextFile, readValue } from "./file.ts";
import { buildMessages, type Message } from "./messages.ts";
import { readPipedStdin } from "./stdin.ts";
import { readText, throwNoInput } from "./text.ts";

export interface ConversationOptions {
	system?: string;
	messages?: string;
	image?: string[];
	schema?: string;
	tools?: string;
}

/** The arguments of a chat. */
export async function readConversation(
	words: readonly string[],
	options: ConversationOptions,
	context: Context,
): Promise<Args> {
	const prompt = await readPrompt(words, options, context);
	const system = options.system === undefined ? undefined : await readValue(options.system, context);
	const messages = await buildMessages({ prompt, system, file: options.messages }, context);
	if (options.image) await addImages(messages, options.image, context);
	if (!messages.some(({ role }) => role !== "system")) throwNoInput();
	return { messages, ...(await readAnswerForm(options, context)) };
}

/** What the answer may be besides free text: calls of tools, or JSON of a form. */
export async function readAnswerForm(options: ConversationOptions, context: Context): Promise<Args> {
	return {
		...(options.tools === undefined ? {} : { tools: await readTools(options.tools, context) }),
		...(options.schema === undefined ? {} : { response_format: await readAnswerFormat(options.schema, context) }),
	};
}

/** Piped text and a typed prompt belong together, the piped text first. */
async function readPrompt(
	words: readonly string[],
	options: ConversationOptions,
	context: Context,
): Promise<string | undefined> {
	const isTyped = words.length > 0 && !words.includes("-");
	if (isTyped) {
		const typed = words.join(" ");
		const piped = options.messages === "-" ? undefined : await readPipedStdin(context);
		return piped ? `${decodeText(piped, "standard input").trimEnd()}\n\n${typed}` : typed;
	}
	if (words.length === 0 && (options.messages !== undefined || options.image !== undefined)) return undefined;
	return (await readText(words, context)) ?? throwNoInput();
}

/** Pictures go into the last message of the user. */
async function addImages(messages: Message[], images: readonly string[], context: Context): Promise<void> {
	const { readImageUrl } = await import("./media.ts");
	const parts = await Promise.all(
		images.map(async (image) => ({ type: "image_url", image_url: { url: await readImageUrl(image, context) } })),
	);
	const last = messages.at(-1);
	if (last?.role === "user") {
		const text = typeof last.content === "string" ? [{ type: "text", text: last.content }] : last.content;
		last.content = [...(Array.isArray(text) ? text : []), ...parts];
	} else {
		messages.push({ role: "user", content: parts });
	}
}

async function readTools(path: string, context: Context): Promise<unknown[]> {
	const value = await readJsonFile(path, context);
	const tools: unknown[] = Array.isArray(value) ? value : [value];
	return tools.map((tool) => {
		const isWrapped = tool !== null && typeof tool === "object" && "function" in tool;
		const isFunction = tool !== null && typeof tool === "object" && "name" in tool;
		if (!isWrapped && !isFunction) {
			throw new UsageError(
				`${path} holds no tools.`,
				'Expected [{"type": "function", "function": {"name": …, "parameters": …}}].',
			);
		}
		return isWrapped ? tool : { type: "function", function: tool };
	});
}

/** A JSON schema from a file or from the command line itself, as the format the answer must follow. */
async function readAnswerFormat(text: string, context: Context): Promise<object> {
	const isInline = text.trimStart().startsWith("{");
	const schema = parseJsonText(isInline ? text : await readTextFile(text, context), isInline ? "--schema" : text);
	if (schema === null || typeof schema !== "object" || Array.isArray(schema)) {
		throw new UsageError("--schema must be a JSON schema: an object.");
	}
	return { type: "json_schema", json_schema: { name: "answer", schema, strict: true } };
}
