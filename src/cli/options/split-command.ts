/** Global options that are followed by a value. */
export const VALUE_FLAGS: ReadonlySet<string> = new Set(["--token", "--timeout", "--retries", "--proxy", "--header"]);

/** The subcommand, with the global options before it moved behind it. */
export function splitCommand(argv: readonly string[]): { name?: string; args: string[] } {
	for (let index = 0; index < argv.length; index++) {
		const word = argv[index] ?? "";
		if (word === "--") break;
		if (VALUE_FLAGS.has(word)) index++;
		else if (!word.startsWith("-")) return { name: word, args: [...argv.slice(0, index), ...argv.slice(index + 1)] };
	}
	return { args: [...argv] };
}
