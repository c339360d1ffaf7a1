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

const { "What to run:": target, "Input:": input, "Generation:": generation, "Tools:": tools } = INFER_OPTIONS;

/** Flags about the model and its input; flags for the target and the output exist in other commands too. */
const PURPOSE_FLAGS: ReadonlySet<string> = new Set(
	flagsOf([...target, ...input, ...generation, ...tools].filter(({ long }) => long !== "--provider")),
);

/** Whether a line is a prompt, whatever its words: `-m X hello`, `-c shorter`. */
export function saysPurpose(args: readonly string[]): boolean {
	return args.some((word) => PURPOSE_FLAGS.has(word.split("=")[0] ?? "") || PURPOSE_FLAGS.has(word.slice(0, 2)));
}

/** The words among arguments: neither flags nor their values. */
export function wordsOf(args: readonly string[]): string[] {
	const end = args.indexOf("--");
	const own = end === -1 ? args : args.slice(0, end);
	const isWord = (word: string, index: number): boolean =>
		(!word.startsWith("-") || word === "-") && !PROMPT_VALUE_FLAGS.has(own[index - 1] ?? "");
	return [...own.filter(isWord), ...args.slice(own.length + 1)];
}
