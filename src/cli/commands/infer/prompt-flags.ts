import { VALUE_FLAGS } from "../../options/global-options.ts";
import { INFER_OPTIONS } from "./options.ts";

/** The flags of `hub infer`, which `hub "…"` takes without naming the command. */
const OPTIONS = Object.values(INFER_OPTIONS).flat();

const flagsOf = (options: readonly { short?: string; long?: string }[]): string[] =>
	options.flatMap(({ short, long }) => [short, long].filter((flag) => flag !== undefined));

const PROMPT_FLAGS: ReadonlySet<string> = new Set(flagsOf(OPTIONS));

/** Flags whose value is the next word, in a line that names no command. */
export const PROMPT_VALUE_FLAGS: ReadonlySet<string> = new Set([
	...flagsOf(OPTIONS.filter(({ required }) => required)),
	...VALUE_FLAGS,
]);

/** Whether a word is a flag of a prompt, with its value (`--task=chat`, `-psandbox`) or without. */
export function isPromptFlag(word: string): boolean {
	return PROMPT_FLAGS.has(word.split("=")[0] ?? "") || PROMPT_FLAGS.has(word.slice(0, 2));
}
