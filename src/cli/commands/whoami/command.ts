import type { Command } from "commander";
import { whoami } from "../../../hub/index.ts";
import { maskSecret } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { NoTokenError } from "../../errors/usage.ts";
import { connectHub } from "../../network/hub.ts";
import { buildCommand } from "../../options/add-options.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";
import { printJson } from "../../terminal/json.ts";
import { Page } from "../../terminal/page.ts";
import { columnsOf } from "../../terminal/width.ts";
import PAGE from "./command.json" with { type: "json" };

/** `hub whoami`: the owner of the token in use. */
export function createCommand(context: Context): Command {
	return buildCommand(PAGE).action((options: GlobalOptions) => showAccount(options, context));
}

async function showAccount(options: GlobalOptions, context: Context): Promise<void> {
	const { ask, token } = await connectHub(options, context);
	if (!token) throw new NoTokenError();
	const { name, fullname, type, orgs = [], auth } = await ask("Asking the hub", whoami);
	const { displayName, role } = auth?.accessToken ?? {};
	const shown = maskSecret(token.value);
	if (context.flags.json) {
		const account = {
			name,
			fullname: fullname ?? null,
			type: type ?? null,
			orgs: orgs.map((org) => org.name),
			token: { name: displayName ?? null, role: role ?? null, source: token.source, shown },
		};
		return await printJson(account, context);
	}
	const page = new Page(columnsOf(context.stdout), context.colors.stdout);
	page.facts([
		["name", fullname && fullname !== name ? `${name} (${fullname})` : name],
		["organizations", orgs.map((org) => org.name).join(", ")],
		["token", [shown, displayName && `"${displayName}"`, role].filter(Boolean).join(", ")],
		["source", token.source],
	]);
	await context.print(page.toString());
}
