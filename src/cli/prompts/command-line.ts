/** Options that are secret, or that prompt for a value. */
const LEFT_OUT: ReadonlySet<string> = new Set(["token", "tokenStdin", "pick"]);

/** Returns an equivalent command line, to paste into a shell. */
export function formatCommandLine(
	command: string,
	words: readonly string[],
	options: Readonly<Record<string, unknown>>,
): string {
	const flags = Object.entries(options).flatMap(([name, value]) =>
		LEFT_OUT.has(name) ? [] : formatOption(name, value),
	);
	const isFlagLike = words.some((word) => word.startsWith("-") && word !== "-");
	return ["hub", command, ...flags, ...(isFlagLike ? ["--"] : []), ...words.map(quoteWord)].join(" ");
}

function formatOption(name: string, value: unknown): string[] {
	const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
	// There is no --pager: true is the default without --no-pager.
	if (value === undefined || (name === "pager" && value === true)) return [];
	if (typeof value === "boolean") return [value ? `--${flag}` : `--no-${flag}`];
	if (name === "labels" && Array.isArray(value)) return [`--labels ${quoteWord(value.join(","))}`];
	if (Array.isArray(value)) return value.map((item) => `--${flag} ${quoteWord(String(item))}`);
	if (typeof value === "object" && value !== null) {
		return Object.entries(value).map(([key, item]) => `--${flag} ${quoteWord(`${key}: ${String(item)}`)}`);
	}
	return [`--${flag} ${quoteWord(String(value))}`];
}

export function quoteWord(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
