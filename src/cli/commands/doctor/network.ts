import { InferenceClientHubApiError } from "../../../errors.ts";
import { parseJson } from "../../../http/index.ts";
import { HUB_URL, type HubOptions, whoami } from "../../../hub/index.ts";
import { maskSecret, type Token } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { describeError } from "../../errors/report.ts";
import type { Connection } from "../../network/connect.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { type Check, fail, ok, warn } from "./local.ts";

/** Checks whether the token is valid, and whose it is. */
export async function checkToken(token: Token | undefined, hub: HubOptions, context: Context): Promise<Check> {
	if (!token) {
		const advice = "Run hub login, or set HF_TOKEN (https://huggingface.co/settings/tokens). The sandbox needs none.";
		return warn("token", "none: public records can be read, but no model can be run", advice);
	}
	const shown = `${maskSecret(token.value)} from ${token.source}`;
	try {
		const { name, auth } = await whoami(hub);
		const role = auth?.accessToken?.role;
		return ok("token", `${shown}: ${sanitize(name)}${role ? ` (${sanitize(role)})` : ""}`);
	} catch (error) {
		if (context.signal.aborted) throw error;
		if (error instanceof InferenceClientHubApiError && error.httpResponse.status === 401) {
			return fail(
				"token",
				`${shown}: the hub does not recognize it`,
				"Run hub login to store another, or change it there.",
			);
		}
		return warn("token", `${shown}: could not be checked`, describeError(error, context).message);
	}
}

/** Checks whether the hub answers. */
export function checkHub({ fetch, hubUrl }: Connection, context: Context): Promise<Check> {
	return reach("hub", hubUrl ?? HUB_URL, "/api/models?limit=1", fetch, context);
}

/** Checks whether the router answers. */
export function checkRouter(connection: Connection, routerUrl: string, context: Context): Promise<Check> {
	return reach("router", connection.routerUrl ?? routerUrl, "/v1/models", connection.fetch, context);
}

async function reach(
	name: string,
	base: string,
	path: string,
	fetch: Connection["fetch"],
	context: Context,
): Promise<Check> {
	const address = base.replace(/\/+$/, "");
	const started = context.now();
	try {
		const response = await fetch(`${address}${path}`, { signal: context.signal });
		const text = await response.text();
		const milliseconds = context.now() - started;
		const detail = `${address} answers in ${milliseconds} ms`;
		if (response.ok && parseJson(text) !== undefined) return { ...ok(name, detail), milliseconds };
		return { ...judge(name, detail, response), milliseconds };
	} catch (error) {
		if (context.signal.aborted) throw error;
		const { message, hint } = describeError(error, context);
		return fail(name, `${address}: ${message}`, hint);
	}
}

function judge(name: string, detail: string, { ok: isOk, status }: Response): Check {
	if (isOk) {
		const advice = "Perhaps a network login page or a proxy answers in its place. Open the URL in a browser.";
		return fail(name, `${detail}, but not with JSON`, advice);
	}
	const text = `${detail}, with HTTP ${status}`;
	if (status === 429 || status >= 500)
		return fail(name, text, "It is overloaded or under maintenance. Try again later.");
	return fail(name, text, `Check the URL: hub config get ${name}.`);
}
