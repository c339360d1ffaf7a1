import type { Command } from "commander";
import { whoami } from "../../../hub/index.ts";
import { INFERENCE_PROVIDERS } from "../../../inference/providers/index.ts";
import { readConfig } from "../../config/settings.ts";
import { keyVariable, maskSecret, TOKEN_VARIABLES } from "../../config/token.ts";
import { updateConfig } from "../../config/write.ts";
import type { Context } from "../../context.ts";
import { withSubject } from "../../errors/subject.ts";
import { UsageError } from "../../errors/usage.ts";
import { readLoginToken, refuseArgument } from "../../input/secret.ts";
import { connect } from "../../network/connect.ts";
import { connectHub } from "../../network/hub.ts";
import { buildCommand } from "../../options/add-options.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";
import { checkProvider } from "../../options/provider.ts";
import { printJson } from "../../terminal/json.ts";
import { withProgress } from "../../terminal/progress.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import PAGE from "./command.json" with { type: "json" };

interface LoginOptions extends GlobalOptions {
	provider?: string;
	check: boolean;
}

/** `hub login`: stores a token of the hub, or the key of a provider. */
export function createCommand(context: Context): Command {
	return buildCommand(PAGE)
		.allowExcessArguments()
		.usage("[options]")
		.action((options: LoginOptions, command: Command) => {
			refuseArgument("login", command.args, options.token, context);
			return login(options, context);
		});
}

async function login(options: LoginOptions, context: Context): Promise<void> {
	if (options.sandbox) return await visitSandbox(options, context);
	if (options.provider !== undefined) return await storeKey(options.provider, options, context);
	const token = await readLoginToken("token", options, context);
	const account = options.check ? await check(token, options, context) : undefined;
	const path = await updateConfig(context, (stored) => {
		stored.token = token;
	});
	const shown = maskSecret(token);
	const who = account ? `Logged in as ${sanitize(account.name)}. ` : "";
	if (context.flags.json) await printJson({ account: account?.name ?? null, token: shown, path }, context);
	else await context.print(`${who}Stored ${shown} in ${path}.\n`);
	if (!options.check && !token.startsWith("hf_")) {
		context.note("Hub tokens begin with hf_; this one does not. For a provider's key: hub login --provider ID.");
	}
	noteWinner(TOKEN_VARIABLES, context);
}

async function storeKey(provider: string, options: LoginOptions, context: Context): Promise<void> {
	checkProvider(provider, INFERENCE_PROVIDERS);
	const key = await readLoginToken("key", options, context);
	if (key.startsWith("hf_")) {
		const hint = "Store it with hub login, without --provider: the hub passes calls on to the provider.";
		throw new UsageError(`This is a hub token, not a key of ${provider}. Nothing was stored.`, hint, "wrong-token");
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
			return await withProgress("Checking the token with the hub", account, context);
		});
	} catch (error) {
		if (!context.signal.aborted) context.note("Nothing was stored; --no-check stores a token without asking the hub.");
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
