/** Lines that runtimes and package managers add to the error of a program: frames, code, versions, where a log is. */
const ADDED: readonly RegExp[] = [
	/^\s*(?:at |\.\.\. \d+ )/,
	/^\s*File "/,
	/^Traceback \(most recent call last\)/,
	/^(?:node:|file:|\/|[A-Z]:\\)\S*:\d+(?::\d+)?$/,
	/^[\s^~]*$/,
	/^\s*[{}]\s*,?$/,
	/^Node\.js v\d/,
	/^\s*(?:throw |code: |requireStack: |errno: |syscall: )/,
	/^npm (?:error|ERR!)(?:\s*(?:A complete log|code |errno |syscall )| ?\d*$)/,
	/^npm (?:warn|notice)/i,
	/^(?:stack backtrace:|note: run with `RUST_BACKTRACE)/,
	/^goroutine \d+ \[/,
	/^exit status \d+$/,
];

/** Words by which programs mark errors. */
const ERROR = /\b(?:\w*(?:error|exception)|fatal|panic(?:ked)?|cannot|could not|failed|not found|denied|missing)\b/i;

/**
 * Returns the line of a failed program with the reason: not the last one, which is often the version of its runtime.
 * @param text its standard error
 * @returns one line; empty if there is none
 */
export function findErrorLine(text: string): string {
	const all = text.split(/\r?\n/);
	const lines = all.filter((line, index) => {
		// Python prints the code of a frame below it, indented.
		const isQuoted = /^\s+/.test(line) && /^\s*File "/.test(all[index - 1] ?? "");
		return !isQuoted && !ADDED.some((form) => form.test(line));
	});
	return (lines.find((line) => ERROR.test(line)) ?? lines.at(-1) ?? "").trim();
}
