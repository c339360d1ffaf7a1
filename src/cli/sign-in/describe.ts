import { type Account, type Credit, fetchCredit, type HubOptions } from "../../hub/index.ts";
import { readConfig } from "../config/settings.ts";
import { searchToken, type Token } from "../config/token.ts";
import type { Context } from "../context.ts";
import { formatCost } from "../terminal/amounts.ts";
import { findHfToken } from "./hf-tokens.ts";

/** Where a token comes from, for people and for `--json`. */
export interface SignInFacts {
	/** `browser`: `hub login` with a code; `hf`: `hf auth login`; `token`: pasted, or from a variable. */
	way: "browser" | "hf" | "token";
	/** When it expires, in ISO form; null if that is not known. */
	expires_at: string | null;
	/** Whether it is renewed automatically before that. */
	isRenewed: boolean;
	scopes: readonly string[];
}

export function describeSignIn(token: Token, context: Pick<Context, "env">): SignInFacts {
	const { login } = readConfig(context);
	const current = currentValue(token, context);
	if (login?.access_token === current) {
		return {
			way: "browser",
			expires_at: login.expires_at ?? null,
			isRenewed: login.refresh_token !== undefined && login.expires_at !== undefined,
			scopes: login.scope?.split(" ").filter(Boolean) ?? [],
		};
	}
	const found = findHfToken(current, context.env);
	const end = found && new Date(found.expiresAt).toISOString();
	return { way: found ? "hf" : "token", expires_at: end ?? null, isRenewed: found !== undefined, scopes: [] };
}

/** Returns the token as it is stored now: the last request may have renewed it. */
export function currentValue({ value, source, origin }: Token, context: Pick<Context, "env">): string {
	if (origin !== "file") return value;
	const stored = searchToken({}, context, readConfig(context));
	return stored?.source === source ? stored.value : value;
}

const WAYS: Record<SignInFacts["way"], string> = {
	browser: "in the browser",
	hf: "by hf auth login",
	token: "with a token",
};

/** Describes a sign-in: `in the browser, until 2026-12-28, renewed automatically`. */
export function formatSignIn({ way, expires_at: end, isRenewed }: SignInFacts): string {
	const until = end === null ? "" : `until ${end.slice(0, 10)}`;
	return [WAYS[way], until, isRenewed && "renewed automatically"].filter(Boolean).join(", ");
}

/** Returns the plan of an account; undefined if the token may not read it. */
export function describePlan({ isPro, canPay }: Account): string | undefined {
	if (isPro === undefined) return undefined;
	const payment = canPay === undefined ? "" : canPay ? ", a payment is set up" : ", no payment is set up";
	return `${isPro ? "PRO" : "free"}${payment}`;
}

/**
 * Requests the credit from Hugging Face. It is one fact of several, so a failure is only a note.
 * @returns undefined if it is not known
 */
export async function tryFetchCredit(hub: HubOptions, context: Context): Promise<Credit | undefined> {
	try {
		return await fetchCredit(context.now(), hub);
	} catch (error) {
		context.signal.throwIfAborted();
		const message = error instanceof Error ? error.message : String(error);
		context.note(`Your credit could not be read: ${message}`);
		return undefined;
	}
}

/** Describes a credit: `$1.75 left of the $2.00 that your plan includes until 2026-12-31`. */
export function formatCredit({ included, used, left, periodEnd }: Credit): string {
	const until = periodEnd === undefined ? "this month" : `until ${new Date(periodEnd).toISOString().slice(0, 10)}`;
	const spent = `${formatCost(used)} used`;
	if (included === 0) return `your plan includes none ${until}; ${spent}`;
	return `${formatCost(left)} left of the ${formatCost(included)} that your plan includes ${until}; ${spent}`;
}
