import { Option } from "@commander-js/extra-typings";
import { INFERENCE_PROVIDERS } from "../../../inference/providers/index.ts";
import { type Config, readConfig, storedToken, storeToken } from "../../config/settings.ts";
import { findToken } from "../../config/token.ts";
import { updateConfig } from "../../config/write.ts";
import type { Context } from "../../context.ts";
import { connect, networkOptions } from "../../network/connect.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { checkProvider } from "../../options/provider.ts";
import { declareValues } from "../../options/value-kinds.ts";
import { revokeTokens } from "../../sign-in/device-flow.ts";
import { printJson } from "../../terminal/json.ts";
import { withProgress } from "../../terminal/progress.ts";

const OPTIONS = {
	"Options:": [declareValues(new Option("-p, --provider <id>", "only the key of this provider"), "provider-id")],
} as const satisfies OptionGroups;

type LogoutOptions = OptionValues<typeof OPTIONS> & GlobalOptions;

/** `hub logout`: removes what `hub login` stored. */
export const createCommand = defineCommand({
	name: "logout",
	description:
		"Removes what hub login stored: the token and all keys, or the key of one provider. Tokens of a sign-in in the browser are revoked too. hub mcp logout NAME ends a sign-in at a tool server.",
	options: OPTIONS,
	help: [
		"Examples:",
		"  hub logout",
		"  hub logout --provider together",
		"  hub config unset token",
		"",
		"Exit codes: 0 success (also when nothing was stored), 2 wrong usage",
		"See also:   hub login, hub whoami",
	],
	action: (_words, options, context) => logout(options, context),
});

async function logout(options: LogoutOptions, context: Context): Promise<void> {
	const { provider, sandbox } = options;
	if (sandbox) {
		if (context.flags.json) return await printJson({ removed: [], path: null }, context);
		return await context.print("The sandbox needs no login. Nothing was removed.\n");
	}
	const before = readConfig(context);
	const keys = Object.keys(before.keys ?? {});
	if (provider !== undefined) checkProvider(provider, [...new Set([...INFERENCE_PROVIDERS, ...keys])]);
	const removed = provider
		? keys.filter((name) => name === provider)
		: [...(storedToken(before) === undefined ? [] : ["token"]), ...keys];
	// First, while the tokens are still there if it is interrupted.
	const revoked = provider ? undefined : await revoke(before, options, context);
	if (removed.length > 0) {
		await updateConfig(context, (stored) => {
			if (provider) delete stored.keys?.[provider];
			else storeToken(stored, undefined);
			if (!provider || Object.keys(stored.keys ?? {}).length === 0) delete stored.keys;
		});
	}
	const names = removed.map((name) => (name === "token" ? "the token" : `the key of ${name}`));
	const none = provider ? `No key of ${provider} was stored.` : "Nothing was stored.";
	const done = names.length === 0 ? none : `Removed ${names.join(", ")} from ${before.path}.`;
	if (context.flags.json) await printJson({ removed, revoked: revoked ?? null, path: before.path }, context);
	else await context.print(`${done}\n`);
	if (revoked) context.note("Its tokens are revoked: no copy of them works any more.");
	if (revoked === false) {
		const hub = before.login?.hub ?? "https://huggingface.co";
		context.note(`Its tokens could not be revoked; end them at ${hub}/settings/connected-applications`);
	}
	const left = provider ? undefined : findToken({}, context, readConfig(context));
	if (left) context.note(`There is still a token in ${left.source}.`);
}

/**
 * Revokes the tokens of a sign-in in the browser. A token that was pasted may be in use elsewhere.
 * @returns whether they are revoked; undefined if there are none
 */
async function revoke(config: Config, options: LogoutOptions, context: Context): Promise<boolean | undefined> {
	const { login } = config;
	if (!login || config.token !== undefined) return undefined;
	const { fetch } = await connect({ ...networkOptions(options), retries: 0 }, context, config);
	const server = { fetch, hubUrl: login.hub, client: login.client_id, signal: context.signal };
	const tokens = [login.refresh_token, login.access_token].filter((token) => token !== undefined);
	for (const token of tokens) context.secrets.add(token, "$HF_TOKEN");
	try {
		return await withProgress("Revoking the tokens", revokeTokens(server, tokens), context);
	} catch {
		context.signal.throwIfAborted();
		return false;
	}
}
