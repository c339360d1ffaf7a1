import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { readJsonFile } from "./file.ts";

/** A message of a conversation; `content` is text or a list of parts. */
export interface Message {
	role: string;
	content?: unknown;
	[name: string]: unknown;
}

export interface ConversationInput {
	/** What the user says now. */
	prompt?: string | undefined;
	/** `--system`. */
	system?: string | undefined;
	/** `--messages`: a file with the conversation so far. */
	file?: string | undefined;
}

/**
 * The conversation to send: the messages of the file, the system message in front (in place of the file's own), the
 * prompt at the end.
 */
export async function buildMessages(input: ConversationInput, context: Context): Promise<Message[]> {
	const messages = input.file === undefined ? [] : await readMessages(input.file, context);
	if (input.system !== undefined) {
		if (messages[0]?.role === "system") messages.shift();
		messages.unshift({ role: "system", content: input.system });
	}
	if (input.prompt !== undefined) messages.push({ role: "user", content: input.prompt });
	return messages;
}

async function readMessages(path: string, context: Context): Promise<Message[]> {
	const value = await readJsonFile(path, context);
	const list = Array.isArray(value) ? value : (value as { messages?: unknown } | null)?.messages;
	if (!Array.isArray(list)) {
		throw new UsageError(
			`${path} holds no messages.`,
			'Expected a JSON list of {"role": …, "content": …}.',
			"invalid-file",
		);
	}
	list.forEach((message: unknown, index) => {
		if (message === null || typeof message !== "object" || typeof (message as Message).role !== "string") {
			throw new UsageError(
				`Message ${index + 1} in ${path} has no role.`,
				'Expected {"role": "user", "content": "…"}.',
				"invalid-file",
			);
		}
	});
	return list as Message[];
}
