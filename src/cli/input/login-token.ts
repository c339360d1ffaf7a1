import { isTokenText } from "../config/token.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import type { GlobalOptions } from "../options/global-flags.ts";
import { askSecret } from "./secret.ts";
import { stdinKind, takeStdin } from "./stdin.ts";

/**
 * Returns the token to store: typed without echo, or from standard input. Never from the command line, which every user
 * of the machine can read and the shell keeps in its history.
 */
export async function readLoginToken(what: string, options: GlobalOptions, context: Context): Promise<string> {
	// The terminal would echo it, whatever flag was given.
	const isPiped = !context.stdin.isTTY && (options.tokenStdin || stdinKind(context) !== "device");
	const token = (isPiped ? await readPiped(context) : await ask(what, context)).trim();
	context.secrets.add(token);
	if (token === "") throw new UsageError(`No ${what} was given.`, "Nothing was stored.", "no-input");
	if (!isTokenText(token)) {
		throw new UsageError(
			`The ${what} has a space, a line break or another character in it that no ${what} has.`,
			"Nothing was stored. Copy it again; one line, nothing else.",
			"invalid-token",
		);
	}
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

async function readPiped(context: Context): Promise<string> {
	return new TextDecoder().decode(await takeStdin(context));
}

async function ask(what: string, context: Context): Promise<string> {
	if (!context.isInteractive) {
		throw new UsageError(
			`Asking for the ${what} needs a terminal.`,
			"Pipe it in: hub login --token-stdin < file",
			"no-terminal",
		);
	}
	return await askSecret(`Paste your ${what} (it is not shown), then press Enter: `, context);
}
