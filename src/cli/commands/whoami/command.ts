import { whoami } from "../../../hub/index.ts";
import { maskSecret } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { NoTokenError } from "../../errors/usage.ts";
import { connectHub } from "../../network/hub.ts";
import { defineCommand } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import {
	currentValue,
	describePlan,
	describeSignIn,
	formatCredit,
	formatSignIn,
	tryFetchCredit,
} from "../../sign-in/describe.ts";
import { printJson } from "../../terminal/json.ts";
import { Page } from "../../terminal/page.ts";
import { drawn } from "../../terminal/styled.ts";
import { columnsOf } from "../../terminal/width.ts";

/** `hub whoami`: the owner of the token in use. */
export const createCommand = defineCommand({
	name: "whoami",
	description:
		"Shows whose token commands use, where it comes from, how you signed in and until when, and your plan and credit if the token may read them.",
	help: [
		"Examples:",
		"  hub whoami",
		"  hub whoami --json",
		"  hub whoami --sandbox",
		"",
		"Fields of --json: name, fullname, type, plan, canPay, credit {included, used, left (US dollars), period_end} or null, orgs (list of names), token {name, role, source, shown}, signIn {way, expires_at, scopes}",
		"Exit codes: 0 success, 3 no token, or one Hugging Face does not know, 6 unavailable, 7 network failure or timeout",
		"See also:   hub login, hub doctor, hub help environment",
	],
	action: (_words, options, context) => showAccount(options, context),
});

async function showAccount(options: GlobalOptions, context: Context): Promise<void> {
	const { ask, token } = await connectHub(options, context);
	if (!token) throw new NoTokenError();
	const [account, credit] = await ask(
		"Looking up your account",
		async (hub) => [await whoami(hub), await tryFetchCredit(hub, context)] as const,
	);
	const { name, fullname, type, orgs = [], auth } = account;
	const signIn = describeSignIn(token, context);
	const plan = describePlan(account);
	const { displayName, role } = auth?.accessToken ?? {};
	const shown = maskSecret(currentValue(token, context));
	if (context.flags.json) {
		const facts = {
			name,
			fullname: fullname ?? null,
			type: type ?? null,
			plan: account.isPro === undefined ? null : account.isPro ? "pro" : "free",
			canPay: account.canPay ?? null,
			credit: credit
				? { included: credit.included, used: credit.used, left: credit.left, period_end: credit.periodEnd ?? null }
				: null,
			orgs: orgs.map((org) => org.name),
			token: { name: displayName ?? null, role: role ?? null, source: token.source, shown },
			signIn: { way: signIn.way, expires_at: signIn.expires_at, scopes: signIn.scopes },
		};
		return await printJson(facts, context);
	}
	const page = new Page(columnsOf(context.stdout), context.colors.stdout);
	page.facts([
		["name", fullname && fullname !== name ? `${name} (${fullname})` : name],
		["organizations", orgs.map((org) => org.name).join(", ")],
		["token", [shown, displayName && `"${displayName}"`, role].filter(Boolean).join(", ")],
		["source", token.source],
		["signed in", formatSignIn(signIn)],
		["scopes", signIn.scopes.join(", ")],
		["plan", plan ?? ""],
		["credit", credit ? formatCredit(credit) : ""],
	]);
	await context.print(drawn(page.toString()));
}
