import { encodeBase64 } from "../base/base64.ts";
import { encodeText } from "../base/bytes.ts";
import { isRecord } from "../base/json.ts";
import { checkFunction, InferenceClientInputError } from "../errors.ts";
import type {
	AnswerSchema,
	ChatCompletionInputMessage,
	ChatCompletionInputMessageChunk,
	JsonSchema,
	SchemaValue,
} from "../inference/index.ts";
import { planArguments, type Reading } from "../inference/object/plan.ts";

/** A part of a tool's result. */
export type ToolPart = { text: string } | { image: Blob } | { audio: Blob };

/** A tool call that the model requests. */
export interface ToolCall {
	/** Unique in the conversation. */
	id: string;
	name: string;
	/** The arguments: checked values if the call fits its tool, else as far as they are JSON. */
	args: unknown;
	/** The arguments as the model wrote them. */
	text: string;
}

/** The context of a running tool. */
export interface ToolContext {
	/** Aborted when the result is no longer needed, with the reason. */
	signal: AbortSignal;
	call: ToolCall;
}

/** A function that a model may call. */
export interface Tool {
	readonly name: string;
	readonly description: string | undefined;
	/** JSON schema of the arguments, as the model sees it. */
	readonly parameters: JsonSchema;
	/** Reads and checks the arguments of a call. */
	read(text: string): Promise<Reading>;
	/** The result is a text, a JSON value, or a list of parts. Errors go to the model. */
	run(args: unknown, context: ToolContext): unknown;
}

/** The description of a tool. */
export interface ToolDescription<S extends AnswerSchema> {
	/** 1 to 64 letters, digits, `_` and `-`. */
	name: string;
	/** What it does and when to use it, for the model. */
	description?: string | undefined;
	/** Of the arguments: a JSON schema, or a Standard Schema that provides one. Its output is the type of `run`'s arguments. */
	schema: S;
	run(args: SchemaValue<S>, context: ToolContext): unknown;
}

/**
 * Creates a tool from a function.
 *
 * ```ts
 * const add = tool({
 *   name: "add",
 *   description: "Adds two numbers.",
 *   schema: z.object({ a: z.number(), b: z.number() }),
 *   run: ({ a, b }) => a + b,
 * });
 * ```
 * @throws InputError for a name that services refuse, or an invalid schema
 */
export function tool<const S extends AnswerSchema>(described: ToolDescription<S>): Tool {
	checkFunction("tool: run", described?.run);
	const { name, description, schema, run } = described;
	if (!/^[\w-]{1,64}$/.test(name)) {
		throw new InferenceClientInputError(
			`"${name}" cannot be the name of a tool: use 1 to 64 letters, digits, _ and -.`,
		);
	}
	const { schema: parameters, read } = planArguments(schema);
	return { name, description, parameters, read, run: (args, context) => run(args as SchemaValue<S>, context) };
}

/** A tool's result as the model gets it. */
interface ToolOutput {
	text: string;
	/** Images and audio: services accept them only in a message of the user. */
	media: readonly ChatCompletionInputMessageChunk[];
}

/**
 * Converts the return value of a tool.
 * @param maxBytes longer texts are cut and larger files left out, with a note to the model
 * @throws TypeError for a value that JSON cannot express
 */
export async function toOutput(value: unknown, maxBytes: number): Promise<ToolOutput> {
	if (!isParts(value)) return { text: cut(toText(value), maxBytes), media: [] };
	const texts: string[] = [];
	const media: ChatCompletionInputMessageChunk[] = [];
	let size = 0;
	for (const part of value) {
		if ("text" in part) {
			texts.push(part.text);
			continue;
		}
		const file = "image" in part ? part.image : part.audio;
		size += file.size;
		const label = `${file.type || "file"}, ${file.size} bytes`;
		if (size > maxBytes) texts.push(`[${label}: too large, left out]`);
		else {
			texts.push(`[${label}: attached]`);
			media.push(await toMedia(part, file));
		}
	}
	return { text: cut(texts.join("\n"), maxBytes), media };
}

/** Returns the message with the files of results; undefined if there are none. */
export function toMediaMessage(
	media: readonly ChatCompletionInputMessageChunk[],
): ChatCompletionInputMessage | undefined {
	if (media.length === 0) return undefined;
	return { role: "user", content: [{ type: "text", text: "The files of the tool results:" }, ...media] };
}

function isParts(value: unknown): value is readonly ToolPart[] {
	const isPart = (part: unknown): boolean =>
		isRecord(part) &&
		Object.keys(part).length === 1 &&
		(typeof part["text"] === "string" || part["image"] instanceof Blob || part["audio"] instanceof Blob);
	return Array.isArray(value) && value.length > 0 && value.every(isPart);
}

function toText(value: unknown): string {
	if (typeof value === "string") return value;
	return JSON.stringify(value) ?? "The tool returned no result.";
}

function cut(text: string, maxBytes: number): string {
	// A character takes at most three bytes for each of its code units.
	if (text.length * 3 <= maxBytes) return text;
	const bytes = encodeText(text);
	if (bytes.length <= maxBytes) return text;
	// Only whole characters are kept.
	const kept = new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
	return `${kept}\n[cut: the result has ${bytes.length} bytes, and only ${maxBytes} are shown]`;
}

async function toMedia(part: ToolPart, file: Blob): Promise<ChatCompletionInputMessageChunk> {
	const data = await encodeBase64(file);
	if ("image" in part)
		return { type: "image_url", image_url: { url: `data:${file.type || "image/png"};base64,${data}` } };
	const format = /wav/.test(file.type) ? "wav" : "mp3";
	// A kind of part that the published type does not list.
	return { type: "input_audio" as "text", input_audio: { data, format } };
}
