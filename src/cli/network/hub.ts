import type { HubOptions } from "../../hub/index.ts";
import { type Config, readConfig } from "../config/settings.ts";
import { type Token, takeToken } from "../config/token.ts";
import type { Context } from "../context.ts";
import { withSubject } from "../errors/subject.ts";
import { readTokenOption } from "../input/token.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { withProgress } from "../terminal/progress.ts";
import { type Connection, connect, makeSandboxToken } from "./connect.ts";
import type { OfferSource } from "./offers.ts";
import type { RecordingOptions } from "./recording.ts";
import { tokenFor } from "./trust.ts";

export interface HubConnection {
	hub: HubOptions;
	/** Undefined if the user has none: most requests need none. */
	token: Token | undefined;
	/** Source of the router's list of models. */
	source: OfferSource;
	/** Creates a `fetch` for URLs in data. */
	publicFetch: Connection["publicFetch"];
	/**
	 * Sends requests to Hugging Face, with a progress line.
	 * @param text text of the line
	 * @param model model of the request, for error reports
	 */
	ask<Result>(text: string, request: (hub: HubOptions) => Promise<Result>, model?: string): Promise<Result>;
}

export async function connectHub(given: GlobalOptions & RecordingOptions, context: Context): Promise<HubConnection> {
	const config = readConfig(context);
	const { fetch, publicFetch, hubUrl, routerUrl, isSandbox, recording } = await connect(given, context, config);
	const token = await takeHubToken(given, { hubUrl, isSandbox }, context, config);
	const hub: HubOptions = { accessToken: token?.value, fetch, hubUrl, signal: context.signal };
	return {
		hub,
		token,
		publicFetch,
		source: { fetch, routerUrl, accessToken: token?.value, isCached: !isSandbox && recording === undefined },
		ask: (text, request, model) =>
			withSubject({ model, tokenSource: token?.source }, () => withProgress(text, request(hub), context)),
	};
}

/** Returns the token for Hugging Face: the user's, or one for the sandbox; undefined if there is none. */
export async function takeHubToken(
	given: GlobalOptions,
	{ hubUrl, isSandbox }: Pick<Connection, "hubUrl" | "isSandbox">,
	context: Context,
	config: Config,
): Promise<Token | undefined> {
	if (isSandbox) return makeSandboxToken(context);
	const { token } = await readTokenOption(given, context);
	return tokenFor(takeToken({ given: token }, context, config), hubUrl, context, config);
}
