import { Option } from "@commander-js/extra-typings";
import { whoami } from "../../../hub/index.ts";
import { INFERENCE_PROVIDERS } from "../../../inference/providers/index.ts";
import { readConfig, storeToken } from "../../config/settings.ts";
import { keyVariable, maskSecret, TOKEN_VARIABLES } from "../../config/token.ts";
import { updateConfig } from "../../config/write.ts";
import type { Context } from "../../context.ts";
import { withSubject } from "../../errors/subject.ts";
import { conflict, UsageError } from "../../errors/usage.ts";
import { readLoginToken, refuseArgument } from "../../input/secret.ts";
import { stdinKind } from "../../input/stdin.ts";
import { connect } from "../../network/connect.ts";
import { connectHub } from "../../network/hub.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { checkProvider } from "../../options/provider.ts";
import { declareValues } from "../../options/value-kinds.ts";
import { printJson } from "../../terminal/json.ts";
import { withProgress } from "../../terminal/progress.ts";
import { question } from "../../terminal/question.ts";
import { onOneLine } from "../../terminal/width.ts";
import { askKey } from "../../ui/keys.ts";

const OPTIONS = {
	"Options:": [
		declareValues(
			new Option("-p, --provider <id>", "store the key of this provider, for calls with --direct"),
			"provider-id",
		),
		new Option("--open", "open the sign-in page in your browser"),
		new Option("--billing", "request permission to read your plan and credit too"),
		new Option("--no-check", "store a pasted token without checking it with Hugging Face"),
	],
} as const satisfies OptionGroups;

type LoginOptions = OptionValues<typeof OPTIONS> & GlobalOptions;

/** `hub login`: stores a Hugging Face token, or the key of a provider. */
export const createCommand = defineCommand({
	name: "login",
	description:
		"Signs you in at Hugging Face: with a code that you confirm in a browser, or with a token (https://huggingface.co/settings/tokens) that is pasted without echo or piped in. With --provider it stores that provider's own key. All of it is kept in a file that only you can read.",
	options: OPTIONS,
	help: [
		"Examples:",
		"  hub login",
		"  hub login --token-stdin < token.txt",
		"  hub login --provider together",
		"",
		"With --json it asks no questions and prints events, one per line: device_code (verification_uri, user_code,",
		"interval, expires_in), then success (account, expires_at) or error (code, message).",
		"",
		"Exit codes: 0 success, 2 wrong usage, 3 refused, or Hugging Face does not know the token, 7 network failure or timeout, 130 interrupted",
		"See also:   hub whoami, hub logout, hub config list, hub help environment",
	],
	// A token on the command line gets a special error.
	configure: (command) => command.allowExcessArguments().usage("[options]"),
	action: (_words, options, context, command) => {
		refuseArgument("login", command.args, options.token, context);
		return login(options, context);
	},
});

async function login(options: LoginOptions, context: Context): Promise<void> {
	if (options.provider !== undefined) return await storeKey(options.provider, options, context);
	const way = await chooseWay(options, context);
	if (way === "browser") {
		const { signInWithBrowser } = await import("./browser.ts");
		if (await signInWithBrowser(options, context)) return noteWinner(TOKEN_VARIABLES, context);
	}
	if (options.sandbox) return await visitSandbox(options, context);
	await storePasted(options, context);
}

/** A piped token is stored; else a terminal prompts for it, and an agent or the sandbox signs in with a code. */
async function chooseWay(options: LoginOptions, context: Context): Promise<"browser" | "paste"> {
	const wantsBrowser = Boolean(options.open || options.billing);
	if (options.tokenStdin) {
		if (wantsBrowser)
			throw conflict("--token-stdin cannot be combined with --open and --billing.", "They are for the browser.");
		return "paste";
	}
	if (options.check === false) return "paste";
	if (context.flags.json || wantsBrowser) return stdinKind(context) === "file" && !wantsBrowser ? "paste" : "browser";
	// A terminal without control of the cursor shows a code, but would echo a token.
	const isDumb = context.env["TERM"] === "dumb" && context.flags.input && context.stdin.isTTY && context.stdout.isTTY;
	if (isDumb) return "browser";
	if (!context.isInteractive) return options.sandbox && stdinKind(context) === "device" ? "browser" : "paste";
	if (!context.stdin.isTTY) return "paste";
	if (options.sandbox) return "browser";
	const keys = new Map([
		["enter", "browser"],
		["b", "browser"],
		["p", "paste"],
	] as const);
	return await askKey(context, question`Sign in with your browser (Enter), or paste a token (p)? `, keys);
}

async function storePasted(options: LoginOptions, context: Context): Promise<void> {
	const token = await readLoginToken("token", options, context);
	const account = options.check ? await check(token, options, context) : undefined;
	const path = await updateConfig(context, (stored) => storeToken(stored, { token }));
	const shown = maskSecret(token);
	const who = account ? `Logged in as ${onOneLine(account.name)}. ` : "";
	if (context.flags.json) await printJson({ account: account?.name ?? null, token: shown, path }, context);
	else await context.print(`${who}Stored ${shown} in ${path}.\n`);
	if (!options.check && !token.startsWith("hf_")) {
		context.note(
			"Hugging Face tokens begin with hf_; this one does not. For a provider's key: hub login --provider ID.",
		);
	}
	noteWinner(TOKEN_VARIABLES, context);
}

async function storeKey(provider: string, options: LoginOptions, context: Context): Promise<void> {
	checkProvider(provider, INFERENCE_PROVIDERS);
	const key = await readLoginToken("key", options, context);
	if (key.startsWith("hf_")) {
		const hint = "Store it with hub login, without --provider: Hugging Face passes calls on to the provider.";
		throw new UsageError(
			`This is a Hugging Face token, not a key of ${provider}. Nothing was stored.`,
			hint,
			"wrong-token",
		);
	}
	const path = await updateConfig(context, (stored) => {
		stored.keys = { ...stored.keys, [provider]: key };
	});
	const shown = maskSecret(key);
	if (context.flags.json) await printJson({ provider, token: shown, path }, context);
	else await context.print(`Stored ${shown} for ${provider} in ${path}.\n`);
	noteWinner([keyVariable(provider)], context);
}

async function check(token: string, options: LoginOptions, context: Context): Promise<{ name: string }> {
	try {
		return await withSubject({ tokenSource: "this login" }, async () => {
			const { fetch, hubUrl } = await connect(options, context, readConfig(context));
			const account = whoami({ accessToken: token, fetch, hubUrl, signal: context.signal });
			return await withProgress("Checking the token with Hugging Face", account, context);
		});
	} catch (error) {
		if (!context.signal.aborted) context.note("Nothing was stored; --no-check stores a token without checking it.");
		throw error;
	}
}

/** The sandbox accepts everyone, so there is nothing to store, and no real token goes there. */
async function visitSandbox(options: LoginOptions, context: Context): Promise<void> {
	const { hub, token } = await connectHub(options, context);
	const { name } = await whoami(hub);
	const account = { account: name, token: maskSecret(token?.value ?? ""), path: null };
	if (context.flags.json) await printJson(account, context);
	else await context.print(`In the sandbox everyone is ${name}, without a login. Nothing was stored.\n`);
}

/** Anyone who logs in expects the new token to be used. */
function noteWinner(variables: readonly string[], { env, note }: Context): void {
	const winner = variables.find((name) => env[name]?.trim());
	if (winner) note(`The variable ${winner} is set and overrides what is stored.`);
}
