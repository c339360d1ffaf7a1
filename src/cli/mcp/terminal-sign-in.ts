import { readConfig, resolveSetting } from "../config/settings.ts";
import type { Context } from "../context.ts";
import { noTerminal, UsageError } from "../errors/usage.ts";
import { askSecret } from "../input/secret.ts";
import { connect, networkOptions } from "../network/connect.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { openBrowser } from "../sign-in/open-browser.ts";
import type { Colors } from "../terminal/color.ts";
import { Interrupt } from "../terminal/process-io.ts";
import { joinTexts, outsideUrl, paintText, type QuestionText, question } from "../terminal/question.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { type ServerLogin, withLogins } from "./login-store.ts";
import type { Loopback, Redirected } from "./loopback.ts";
import { type Challenge, fetchChallenge, signInToServer } from "./oauth.ts";

/** Time limit for the person, in milliseconds. */
const PATIENCE_MS = 600_000;

/**
 * Lets a person sign in at a tool server, and stores the issued tokens.
 * @param challenge the server's challenge; undefined to request it
 * @throws UsageError with the reason if it failed
 */
export async function signInOnTerminal(
	server: { name: string; url: string },
	challenge: Challenge | undefined,
	options: Pick<GlobalOptions, "sandbox" | "timeout" | "proxy"> & { open?: boolean | undefined },
	context: Context,
): Promise<ServerLogin> {
	const { name } = server;
	if (!context.isInteractive) throw needsSignIn(name);
	// Several servers may require a sign-in at once: one question after the other.
	const before = TURNS.get(context.signal) ?? Promise.resolve();
	const turn = before.then(() => signIn(server, challenge, options, context));
	TURNS.set(
		context.signal,
		turn.catch(() => undefined),
	);
	return await turn;
}

const TURNS = new WeakMap<AbortSignal, Promise<unknown>>();

async function signIn(
	{ name, url }: { name: string; url: string },
	challenge: Challenge | undefined,
	options: Parameters<typeof signInOnTerminal>[2],
	context: Context,
): Promise<ServerLogin> {
	const config = readConfig(context);
	const { fetch } = await connect({ ...networkOptions(options), retries: 0 }, context, config, () => undefined);
	const client = resolveSetting("oauth.client", undefined, context, config).value ?? "";
	const follow = (address: URL, loopback: Loopback): Promise<Redirected> => {
		context.secrets.add(address.searchParams.get("state") ?? "");
		return askForCode(name, address, loopback, options.open ?? false, context);
	};
	const clientDocument = client.startsWith("https://") ? client : undefined;
	try {
		const found = challenge ?? (await fetchChallenge(url, fetch));
		const login = await signInToServer(url, found, { fetch, clientDocument, follow, now: context.now });
		for (const secret of [login.access_token, login.refresh_token ?? ""]) context.secrets.add(secret);
		await withLogins(context, async (store) => store.save(login));
		return login;
	} catch (error) {
		context.signal.throwIfAborted();
		if (error instanceof UsageError || error instanceof Interrupt) throw error;
		const problem = sanitize(error instanceof Error ? error.message : String(error)).slice(0, 500);
		throw new UsageError(`The sign-in at ${name} did not work: ${problem}`, "Nothing was stored.", "sign-in-refused");
	}
}

/** The error if hub cannot prompt. */
export function needsSignIn(name: string): UsageError {
	return noTerminal(`The server requires a sign-in. On a terminal, run: hub mcp login ${name}`);
}

/** The text before the question: the server's name may come from an agent's file. */
export function describeSignIn(name: string, address: URL, { cyan, dim }: Pick<Colors, "cyan" | "dim">): QuestionText {
	const lines = [
		question`  Sign in at ${address.host} for ${name}. Open this in a browser:`,
		question``,
		// Not quoted, to be copied. A URL has only visible characters.
		paintText(cyan, outsideUrl(address)),
		question``,
		paintText(
			dim,
			question`  If the browser is on another machine, it ends at a URL that does not load: paste that URL here.`,
		),
	];
	return joinTexts(lines, "\n");
}

async function askForCode(
	name: string,
	address: URL,
	loopback: Loopback,
	isOpened: boolean,
	context: Context,
): Promise<Redirected> {
	context.stderr.write(`\n${describeSignIn(name, address, context.colors.stderr)}\n\n`);
	if (isOpened && !(await openBrowser(address, context))) context.note("--open: no browser could be started.");
	const stop = new AbortController();
	const limit = AbortSignal.timeout(PATIENCE_MS);
	const signal = AbortSignal.any([context.signal, stop.signal, limit]);
	const pasted = askSecret("Waiting for the browser, or paste the URL: ", {
		stdin: context.stdin,
		stderr: context.stderr,
		signal,
	}).then((text) => loopback.read(text));
	try {
		return await Promise.race([loopback.answer, pasted]);
	} catch (error) {
		if (limit.aborted) throw new Error("no sign-in within ten minutes.");
		throw error;
	} finally {
		stop.abort(new Error("done"));
		await pasted.catch(() => undefined);
	}
}
