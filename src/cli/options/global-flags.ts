import flags from "./data/global.json" with { type: "json" };
import type { OptionRow } from "./parsers.ts";

export const GLOBAL_FLAGS: readonly OptionRow[] = flags;

/** Global flags with a value, such as `--timeout`. */
export const VALUE_FLAGS: ReadonlySet<string> = new Set(
	GLOBAL_FLAGS.filter(({ flags }) => flags.includes("<")).map(({ flags }) => flags.split(" ")[0] ?? ""),
);

/** Whether a word is a flag that works without a command. */
export function isGlobalFlag(word: string): boolean {
	return GLOBAL_FLAGS.some(({ flags }) => flags.split(" ")[0] === word.split("=")[0]) || /^(-h|--help)$/.test(word);
}

/** The provider that stands for the sandbox: `-p sandbox` is `--sandbox`. */
export const SANDBOX = "sandbox";

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
