import { noInput } from "../errors/usage.ts";
import { splitShellWords } from "../terminal/shells.ts";
import { isGlobalFlag, VALUE_FLAGS } from "./global-options.ts";

/**
 * Returns the command line of an alias as arguments. `$1` to `$9` are replaced by the words that follow the alias, `$@`
 * by all of them; words without a placeholder, and global flags, go to the end.
 * @throws UsageError if words are missing
 */
export function expandCommandAlias(name: string, text: string, args: readonly string[]): string[] {
	const { words, flags } = separateFlags(args);
	const places = [...text.matchAll(/\$([1-9])/g)].map(([, place]) => Number(place));
	const most = Math.max(0, ...places);
	if (words.length < most) {
		throw noInput(`The alias ${name} needs ${most} argument${most === 1 ? "" : "s"}.`, `It expands to: hub ${text}`);
	}
	const replace = (word: string): string =>
		word.replace(/\$([1-9@])/g, (_, place: string) =>
			place === "@" ? words.join(" ") : (words[Number(place) - 1] ?? ""),
		);
	const line = (splitShellWords(text) ?? []).flatMap((word) => (word === "$@" ? words : [replace(word)]));
	const rest = text.includes("$@") ? [] : words.filter((_, index) => !places.includes(index + 1));
	// Flags first: after a `--` among the words they would be words.
	return [...line, ...flags, ...rest];
}

/** Global flags apply to the whole command line; all other words fill the placeholders of the alias. */
function separateFlags(args: readonly string[]): { words: string[]; flags: string[] } {
	const words: string[] = [];
	const flags: string[] = [];
	for (let index = 0; index < args.length; index++) {
		const word = args[index] ?? "";
		if (word === "--") return { words: [...words, ...args.slice(index)], flags };
		if (VALUE_FLAGS.has(word)) flags.push(word, ...args.slice(++index, index + 1));
		else (isGlobalFlag(word) ? flags : words).push(word);
	}
	return { words, flags };
}
