/** A word: runs of plain characters, of characters after a backslash, and of quoted ones. */
const WORD = /(?:[^\s'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+/g;
const PART = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g;

/**
 * Splits a command line into words as a shell does: single and double quotes, and backslashes. Nothing is expanded.
 * Returns undefined if a quote is not closed.
 */
export function splitShellWords(text: string): string[] | undefined {
	if (text.replace(WORD, "").trim() !== "") return undefined;
	return [...text.matchAll(WORD)].map(([word]) =>
		word.replace(PART, (_, single?: string, double?: string, escaped?: string) => {
			if (single !== undefined) return single;
			// Between double quotes a backslash is literal, unless it protects one of these.
			return double === undefined ? (escaped ?? "") : double.replace(/\\(["\\$`])/g, "$1");
		}),
	);
}

/** The syntax of a shell for words, variables and long lines. */
export interface Shell {
	/** The program, where its name is taken. */
	curl: string;
	/** Quotes a word so that it arrives as it is. */
	quote(text: string): string;
	/** Quotes a word that ends with the variable `$NAME`. */
	quoteWithVariable(text: string): string;
	/** Between the options of a command on several lines. */
	lineBreak: string;
	withInput(command: readonly string[], body: string): string;
}

/** Ends a body on standard input. JSON that a library writes is one line and begins with a brace, so it is never this line. */
const END_OF_BODY = "END_OF_BODY";

const quoteForSh = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const quoteForPowerShell = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Programs parse a word by C's rules, cmd by its own: each of its special characters gets a caret. */
const quoteForCmd = (text: string): string =>
	`"${text.replace(/(\\*)(?:"|$)/g, (match, slashes: string) => slashes + slashes + (match.endsWith('"') ? '\\"' : ""))}"`.replace(
		/[()%!^"<>&|]/g,
		"^$&",
	);

/** Characters that a shell on Windows might send in another encoding. */
const escapeUnicode = (json: string): string =>
	json.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const SHELLS = {
	sh: {
		curl: "curl",
		quote: quoteForSh,
		// In double quotes, so that the shell expands the variable.
		quoteWithVariable: (text) => `"${text}"`,
		lineBreak: " \\\n  ",
		withInput: (command, body) =>
			[...command, `--data-binary @- <<'${END_OF_BODY}'\n${body}\n${END_OF_BODY}`].join(" \\\n  "),
	},
	powershell: {
		// Without .exe it is another command in Windows PowerShell.
		curl: "curl.exe",
		quote: quoteForPowerShell,
		quoteWithVariable: (text) => `"${text.replace(/\$([A-Z][A-Z0-9_]*)$/, "$env:$1")}"`,
		lineBreak: " `\n  ",
		// Quotes within an argument get lost on their way to a program, so a body goes through standard input.
		withInput: (command, body) =>
			`${quoteForPowerShell(escapeUnicode(body))} | ${[...command, "--data-binary '@-'"].join(" `\n  ")}`,
	},
	cmd: {
		curl: "curl",
		quote: quoteForCmd,
		quoteWithVariable: (text) => `"${text.replace(/\$([A-Z][A-Z0-9_]*)$/, "%$1%")}"`,
		lineBreak: " ^\n  ",
		withInput: (command, body) => [...command, `--data-raw ${quoteForCmd(escapeUnicode(body))}`].join(" ^\n  "),
	},
} as const satisfies Record<string, Shell>;

export type ShellName = keyof typeof SHELLS;
export const SHELL_NAMES = Object.keys(SHELLS) as ShellName[];

export function usualShell(platform: NodeJS.Platform): ShellName {
	return platform === "win32" ? "powershell" : "sh";
}
