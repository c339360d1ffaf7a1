import type { OptionRow } from "./parsers.ts";

/** Every global flag, in the order of the help. */
export const GLOBAL_FLAGS: readonly OptionRow[] = [
	{ flags: "--token <token>", description: "token or key; visible to other users of this machine, so prefer HF_TOKEN" },
	{ flags: "--token-stdin", description: "read the token from standard input" },
	{ flags: "--sandbox", description: "answer everything with the built-in sandbox: no token, no network" },
	{
		flags: "--timeout <seconds>",
		description: "maximum wait for the first byte and between bytes; 0 for none (default: 120)",
		value: { number: "seconds", least: 0 },
	},
	{
		flags: "--retries <n>",
		description: "attempts after the first (default: 4)",
		value: { integer: "attempts", least: 0 },
	},
	{ flags: "--proxy <url>", description: "send requests through this proxy" },
	{ flags: "--header <'K: V'>", description: "send this header too (repeatable)", value: "header" },
	{
		flags: "--max-input <size>",
		description: "largest file to read: 2MB, or bytes (default: 1GB)",
		value: "size",
	},
	{
		flags: "--max-output <size>",
		description: "largest response to accept: 2MB, or bytes (default: 2GiB for files, 64MiB for JSON)",
		value: "size",
	},
	{ flags: "--json", description: "print one JSON document" },
	{ flags: "--jq <expression>", description: "print what a jq expression selects from the JSON; strings as they are" },
	{
		flags: "--template <text>",
		description: "print a template for each item of the JSON: {{ item.id }}; @file reads it from a file",
	},
	{ flags: "--quiet", description: "print only errors to stderr, no notes" },
	{ flags: "--debug", description: "show requests and stack traces on stderr" },
	{ flags: "--color", description: "use colors in pipes too" },
	{ flags: "--no-color", description: "no colors" },
	{ flags: "--no-input", description: "never prompt" },
	{ flags: "--no-pager", description: "print long texts at once, without the pager" },
];

/** Global flags with a value, such as `--timeout`. */
export const VALUE_FLAGS: ReadonlySet<string> = new Set(
	GLOBAL_FLAGS.filter(({ flags }) => flags.includes("<")).map(({ flags }) => flags.split(" ")[0] ?? ""),
);

/** Whether a word is a flag that works without a command. */
export function isGlobalFlag(word: string): boolean {
	return GLOBAL_FLAGS.some(({ flags }) => flags.split(" ")[0] === word.split("=")[0]) || /^(-h|--help)$/.test(word);
}

/** Options of every command. */
export interface GlobalOptions {
	token?: string;
	tokenStdin?: boolean;
	sandbox?: boolean;
	timeout?: number;
	retries?: number;
	proxy?: string;
	header?: Record<string, string>;
	/** Bytes. */
	maxInput?: number;
	/** Bytes. */
	maxOutput?: number;
	json?: boolean;
	jq?: string;
	template?: string;
	quiet?: boolean;
	debug?: boolean;
	color?: boolean;
}
