import { Option } from "@commander-js/extra-typings";
import type { ValuesOf } from "./option-values.ts";
import { collectHeader, integer, number, parseSize } from "./parsers.ts";

/** Options of every command. */
export const GLOBAL_OPTIONS = [
	new Option("--token <token>", "token or key; visible to other users of this machine, so prefer HF_TOKEN"),
	new Option("--token-stdin", "read the token from standard input"),
	new Option("--sandbox", "answer everything with the built-in sandbox: no token, no network"),
	new Option(
		"--timeout <seconds>",
		"maximum wait for the first byte and between bytes; 0 for none (default: 120)",
	).argParser(number("seconds", 0)),
	new Option("--retries <n>", "attempts after the first (default: 4)").argParser(integer("attempts", 0)),
	new Option("--proxy <url>", "send requests through this proxy"),
	new Option("--header <'K: V'>", "send this header too (repeatable)").argParser(collectHeader),
	new Option("--max-input <size>", "largest file to read: 2MB, or bytes (default: 1GB)").argParser(parseSize),
	new Option(
		"--max-output <size>",
		"largest response to accept: 2MB, or bytes (default: 2GiB for files, 64MiB for JSON)",
	).argParser(parseSize),
	new Option("--json", "print one JSON document"),
	new Option("--jq <expression>", "print what a jq expression selects from the JSON; strings without quotes"),
	new Option(
		"--template <text>",
		"print a template for each item of the JSON: {{ item.id }}; @file reads it from a file",
	),
	new Option("--quiet", "print only errors to stderr, no notes"),
	new Option("--debug", "show requests and stack traces on stderr"),
	new Option("--color", "use colors in pipes too"),
	new Option("--no-color", "no colors"),
	new Option("--no-input", "never prompt"),
	new Option("--no-pager", "print long texts at once, without the pager"),
] as const;

/** Their values. What is read before the command is parsed is left out: other options have these names. */
export type GlobalOptions = Partial<Omit<ValuesOf<typeof GLOBAL_OPTIONS>, "input" | "pager">>;

/** The long flags, with and without a value. */
const FLAGS: ReadonlySet<string> = new Set(GLOBAL_OPTIONS.flatMap(({ long }) => long ?? []));

/** Global flags with a value, such as `--timeout`. */
export const VALUE_FLAGS: ReadonlySet<string> = new Set(
	GLOBAL_OPTIONS.flatMap(({ long, required }) => (required && long ? [long] : [])),
);

/** The provider id of the sandbox: `-p sandbox` is `--sandbox`. */
export const SANDBOX = "sandbox";

/** Whether a word is a flag that works without a command. */
export function isGlobalFlag(word: string): boolean {
	return FLAGS.has(word.split("=")[0] ?? "") || /^(-h|--help)$/.test(word);
}
