import type { Command } from "commander";
import { INFERENCE_PROVIDERS } from "../../../inference/providers/index.ts";
import { readConfig } from "../../config/settings.ts";
import { findToken } from "../../config/token.ts";
import { updateConfig } from "../../config/write.ts";
import type { Context } from "../../context.ts";
import { buildCommand } from "../../options/add-options.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";
import { checkProvider } from "../../options/provider.ts";
import { printJson } from "../../terminal/json.ts";
import PAGE from "./command.json" with { type: "json" };

interface LogoutOptions extends GlobalOptions {
	provider?: string;
}

/** `hub logout`: removes what `hub login` stored. */
export function createCommand(context: Context): Command {
	return buildCommand(PAGE).action((options) => logout(options, context));
}

async function logout({ provider, sandbox }: LogoutOptions, context: Context): Promise<void> {
	if (sandbox) {
		if (context.flags.json) return await printJson({ removed: [], path: null }, context);
		return await context.print("The sandbox needs no login. Nothing was removed.\n");
	}
	const before = readConfig(context);
	const keys = Object.keys(before.keys ?? {});
	if (provider !== undefined) checkProvider(provider, [...new Set([...INFERENCE_PROVIDERS, ...keys])]);
	const removed = provider
		? keys.filter((name) => name === provider)
		: [...(before.token === undefined ? [] : ["token"]), ...keys];
	if (removed.length > 0) {
		await updateConfig(context, (stored) => {
			if (provider) delete stored.keys?.[provider];
			else delete stored.token;
			if (!provider || Object.keys(stored.keys ?? {}).length === 0) delete stored.keys;
		});
	}
	const names = removed.map((name) => (name === "token" ? "the token" : `the key of ${name}`));
	const none = provider ? `No key of ${provider} was stored.` : "Nothing was stored.";
	const done = names.length === 0 ? none : `Removed ${names.join(", ")} from ${before.path}.`;
	if (context.flags.json) await printJson({ removed, path: before.path }, context);
	else await context.print(`${done}\n`);
	const left = provider ? undefined : findToken({}, context, readConfig(context));
	if (left) context.note(`There is still a token in ${left.source}.`);
}
