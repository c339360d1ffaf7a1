import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { findTask, taskName } from "../../../catalogue/aliases.ts";
import { SIGNATURES } from "../../../catalogue/signatures.ts";
import type { Context } from "../../context.ts";
import { stdinKind } from "../../input/stdin.ts";
import { quoteWord } from "../../prompts/command-line.ts";
import { wordsOf } from "./prompt-flags.ts";

/** Everyday words for tasks, besides their short names. */
const TASK_VERBS: Readonly<Record<string, string>> = {
	draw: "text-to-image",
	paint: "text-to-image",
	say: "text-to-speech",
};

/**
 * Returns the arguments of `hub infer` for `hub summarize notes.txt`: the task of that name, if the other words fit its
 * input. Any other line is a prompt.
 */
export function readTaskLine(name: string, args: readonly string[], context: Context): string[] | undefined {
	const task = findTask((Object.hasOwn(TASK_VERBS, name) && TASK_VERBS[name]) || name);
	if (task === undefined || task === "other") return undefined;
	const words = wordsOf(args);
	const isFile = (word: string): boolean =>
		/^(-$|https?:|sample:|@)/.test(word) || existsSync(isAbsolute(word) ? word : join(context.cwd, word));
	const { input } = SIGNATURES[task];
	const isText = input === "text" || input === "texts";
	const takesFiles = input === "image" || input === "audio" || input === "video";
	const isPiped = words.length === 0 && !context.stdin.isTTY && /^(fifo|file)$/.test(stdinKind(context));
	// `hub draw --help`
	const asksForHelp = words.length === 0 && args.some((word) => word === "--help" || word === "-h");
	const fits =
		asksForHelp || (isText ? words.length === 1 || isPiped : takesFiles && words.length > 0 && words.every(isFile));
	if (!fits) return undefined;
	const read = (word: string): string =>
		isText && words.includes(word) && !/^[@-]|:/.test(word) && isFile(word) ? `@${word}` : word;
	const line = ["-t", taskName(task), ...args.map(read)];
	context.note(`hub infer ${line.map(quoteWord).join(" ")}`);
	return line;
}
