import { checkTokenText } from "../config/token.ts";
import type { Context } from "../context.ts";
import { noInput, noTerminal, UsageError } from "../errors/usage.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { Interrupt } from "../terminal/process-io.ts";
import { stdinKind, takeStdin } from "./stdin.ts";

/**
 * Asks for a secret on the terminal without echo.
 * @throws Interrupt on Ctrl-C and UsageError on Ctrl-D, after restoring the terminal
 */
export async function askSecret(
	question: string,
	{ stdin, stderr, signal }: Pick<Context, "stdin" | "stderr" | "signal">,
): Promise<string> {
	const line = new SecretLine();
	const decoder = new TextDecoder();
	// First, because users may type as soon as they see the question.
	stdin.setRawMode?.(true);
	try {
		stderr.write(question);
		return await new Promise((resolve, reject) => {
			const stop = (): void => reject(signal.reason);
			if (signal.aborted) return stop();
			const read = (chunk: Uint8Array | string): void => {
				const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
				const end = line.type(text);
				if (end === "enter") resolve(line.text);
				else if (end === "interrupt") reject(new Interrupt("SIGINT"));
				else if (end === "close") reject(noInput("Nothing was entered."));
			};
			signal.addEventListener("abort", stop, { once: true });
			stdin.on("data", read);
			stdin.once("end", () => reject(noInput("Nothing was entered.")));
			// Another question may have paused it.
			stdin.resume();
		});
	} finally {
		stdin.setRawMode?.(false);
		stdin.removeAllListeners("data").pause();
		stderr.write("\n");
	}
}

/** Keys that end the input. */
type End = "enter" | "interrupt" | "close";

const ESCAPE = "\x1b";
/** After an escape: sequences of keys such as arrows, and the markers around pasted text. */
const SEQUENCE = /^(?:\[[0-?]*[ -/]*[@-~]|O.)/;
/** An incomplete sequence. */
const UNFINISHED = /^(?:\[[0-?]*[ -/]*|O?)$/;

/** A line being typed without echo: keys that move the cursor do nothing. */
export class SecretLine {
	text = "";
	/** An escape sequence that was not complete yet. */
	private unfinished = "";

	/** Processes input of the terminal; returns whether the line has ended. */
	type(keys: string): End | undefined {
		for (const key of this.dropSequences(this.unfinished + keys)) {
			if (key === "\r" || key === "\n") return "enter";
			if (key === "\x03") return "interrupt";
			if (key === "\x04" && this.text === "") return "close";
			if (key === "\x7f" || key === "\b") this.text = [...this.text].slice(0, -1).join("");
			else if (key === "\x15") this.text = "";
			else if (key >= " ") this.text += key;
		}
		return undefined;
	}

	private dropSequences(keys: string): string {
		const [first = "", ...parts] = keys.split(ESCAPE);
		this.unfinished = "";
		const last = parts.at(-1);
		if (last !== undefined && UNFINISHED.test(last)) this.unfinished = ESCAPE + parts.pop();
		return first + parts.map((part) => part.replace(SEQUENCE, "")).join("");
	}
}

/**
 * Returns the token to store: typed without echo, or from standard input. Never from the command line, which every user
 * of the machine can read and the shell keeps in its history.
 */
export async function readLoginToken(what: string, options: GlobalOptions, context: Context): Promise<string> {
	// The terminal would echo it, whatever flag was given.
	const isPiped = !context.stdin.isTTY && (options.tokenStdin || stdinKind(context) !== "device");
	if (!isPiped && !context.isInteractive) {
		throw noTerminal(
			`hub login needs a terminal to ask for the ${what}.`,
			what === "token"
				? "Pipe it in: hub login --token-stdin < file. Or sign in with a code: hub login --json"
				: "Pipe it in: hub login --token-stdin < file",
		);
	}
	const question = `Paste your ${what} (it is not shown), then press Enter: `;
	const text = isPiped ? new TextDecoder().decode(await takeStdin(context)) : await askSecret(question, context);
	const token = text.trim();
	context.secrets.add(token);
	if (token === "") throw noInput(`No ${what} was given.`, "Nothing was stored.");
	checkTokenText(token, what, "", "Nothing was stored.");
	return token;
}

/** @throws UsageError if a secret was put on the command line; it is not repeated */
export function refuseArgument(
	command: string,
	words: readonly string[],
	token: string | undefined,
	context: Context,
): void {
	for (const word of token === undefined ? words : [...words, token]) context.secrets.add(word);
	if (words.length === 0 && token === undefined) return;
	throw new UsageError(
		`hub ${command} takes no token on the command line: other users of this machine could see it, and the shell keeps it.`,
		`Run hub ${command} and paste it there, or pipe it in: hub ${command} --token-stdin < file`,
		"token-on-command-line",
	);
}
