import { Option } from "@commander-js/extra-typings";
import { INFERENCE_PROVIDERS } from "../../../inference/providers/index.ts";
import { readConfig } from "../../config/settings.ts";
import { findToken } from "../../config/token.ts";
import { updateConfig } from "../../config/write.ts";
import type { Context } from "../../context.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { checkProvider } from "../../options/provider.ts";
import { declareValues } from "../../options/value-kinds.ts";
import { printJson } from "../../terminal/json.ts";

const OPTIONS = {
	"Options:": [declareValues(new Option("-p, --provider <id>", "only the key of this provider"), "provider-id")],
} as const satisfies OptionGroups;

type LogoutOptions = OptionValues<typeof OPTIONS> & GlobalOptions;

/** `hub logout`: removes what `hub login` stored. */
export const createCommand = defineCommand({
	name: "logout",
	description: "Removes what hub login stored: the token and all keys, or the key of one provider.",
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
