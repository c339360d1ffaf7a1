import type { Context } from "../context.ts";
import { UsageError } from "../usage-error.ts";
import { decodeText } from "./file.ts";
import { readStdin } from "./stdin.ts";

/** The words as one text, `-` replaced by standard input; without words standard input alone. */
export async function readText(words: readonly string[], context: Context): Promise<string | undefined> {
	if (words.length > 0 && !words.includes("-")) return words.join(" ");
	if (words.length === 0 && context.stdin.isTTY) return undefined;
	const piped = decodeText(await readStdin(context), "standard input").replace(/\r?\n$/, "");
	const text = words.length > 1 ? words.map((word) => (word === "-" ? piped : word)).join(" ") : piped;
	return text.trim() === "" ? undefined : text;
}

export function throwNoInput(what = "There is no input."): never {
	throw new UsageError(what, 'Give it as an argument ("…") or pipe it in.');
}
