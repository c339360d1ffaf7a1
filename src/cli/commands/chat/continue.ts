import { statSync } from "node:fs";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { closestWord } from "../../../catalogue/closest-word.ts";
import { chatPath } from "../../config/folders.ts";
import type { Context } from "../../context.ts";
import { unknownWord } from "../../errors/usage.ts";
import { paintStyled } from "../../terminal/styled.ts";
import { cutText, onOneLine } from "../../terminal/width.ts";
import { findChat, formatAge, isChatId, LAST_CHAT, listChatIds, readText, type SavedChat, titleOf } from "./store.ts";

/** Returns the word right after `-c`, which may be the id of a conversation; true if there is none. */
export function readContinueId(command: CommandUnknownOpts): string | true {
	// Commander's declarations leave it out.
	const { rawArgs } = command as CommandUnknownOpts & { rawArgs: readonly string[] };
	const end = rawArgs.indexOf("--");
	const flag = /^(--continue|-c)$/;
	const place = rawArgs.findLastIndex((word, index) => flag.test(word) && (end === -1 || index < end));
	return rawArgs[place + 1] ?? true;
}

/**
 * Finds the conversation of `-c`: the one whose id is the word after it, else the last one.
 * @param next the word after `-c`, if there is one
 * @param given all words of the line
 * @returns the conversation, and the words of the prompt
 * @throws UsageError without conversations, and for an id that does not exist
 */
export function findContinued(
	next: string | true,
	given: readonly string[],
	{ env }: Pick<Context, "env">,
): { chat: SavedChat; words: readonly string[] } {
	const at = next === true ? -1 : given.indexOf(next);
	if (next === true || at === -1) return { chat: findChat(env), words: given };
	const words = given.toSpliced(at, 1);
	const ids = listChatIds(env);
	if (next === LAST_CHAT || ids.includes(next)) return { chat: findChat(env, next), words };
	if (isMeantAsId(next, words, ids)) {
		throw unknownWord("chat", next, ids, "hub chat --list prints all. A prompt goes in quotes, as one word.");
	}
	return { chat: findChat(env), words: given };
}

/** Whether an unknown id was meant as an id: it looks like one, or a prompt in quotes follows. */
function isMeantAsId(word: string, others: readonly string[], ids: readonly string[]): boolean {
	if (/\s/.test(word)) return false;
	const isPromptAfter = others.some((other) => /\s/.test(other.trim()));
	return isPromptAfter || isChatId(word) || closestWord(word, ids) !== undefined;
}

const TITLE_WIDTH = 60;

/** Prints which conversation continues: its title, and how long ago it was changed. */
export function noteContinued({ id, messages }: SavedChat, { env, now, note, colors }: Context): void {
	const first = messages.find(({ role }) => role === "user");
	const title = first ? cutText(onOneLine(titleOf(readText(first.content))), TITLE_WIDTH) : id;
	const changed = statSync(chatPath(env, id)).mtimeMs;
	note(paintStyled(colors.stderr.dim, `Continuing "${title}" (${formatAge(changed, now())}).`));
}
