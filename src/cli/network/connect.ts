import type { KnownFacts } from "../../exchange/index.ts";
import type { Fetch } from "../../http/index.ts";
import type { HubOptions } from "../../hub/index.ts";
import { type Config, readConfig } from "../config/read.ts";
import { parseSetting, resolveSetting } from "../config/settings.ts";
import { makeSandboxToken, type Token, takeToken } from "../config/token.ts";
import type { Context } from "../context.ts";
import { concerning } from "../errors/subject.ts";
import { readTokenOption } from "../input/token.ts";
import type { GlobalOptions } from "../options/global.ts";
import { withProgress } from "../terminal/progress.ts";
import { type Listener, printNotes } from "./events.ts";
import { createFetch, type NetworkOptions } from "./fetch.ts";
import type { OfferSource } from "./offers.ts";
import { findProxy } from "./proxy.ts";
import type { Recording, RecordingOptions } from "./recording.ts";
import { tokenFor } from "./trust.ts";

/** Network settings of one command, put to use. */
export interface Connection {
	fetch: Fetch;
	/** Undefined for the library's own. */
	hubUrl: string | undefined;
	/** Undefined for the library's own. */
	routerUrl: string | undefined;
	/** Whether the sandbox answers everything. */
	isSandbox: boolean;
	/** Set where requests are recorded or replayed: caches on disk are left alone then. */
	recording: Recording | undefined;
	/** While requests are recorded: sends those that are no part of the call, such as look-ups of prices. */
	unrecorded: Fetch | undefined;
}

/** Options of a connection besides the global ones. */
export interface ConnectOptions
	extends Pick<GlobalOptions, "sandbox" | "timeout" | "retries" | "proxy" | "header" | "token">,
		RecordingOptions {
	/** Requests to this endpoint stay with its host. */
	endpoint?: string | undefined;
	/** What recordings tell of the call. */
	facts?: KnownFacts | undefined;
	/** Thousands of calls will follow: they go through a pool. */
	manyCalls?: boolean | undefined;
	/** The requests are those of other programs. */
	isServed?: boolean | undefined;
}

/** Connects to the network, or to the sandbox, by flags, environment and configuration. */
export async function connect(
	given: ConnectOptions,
	context: Context,
	config: Config,
	listen: Listener = printNotes(context),
	watch?: (fetch: Fetch) => Fetch,
): Promise<Connection> {
	for (const [name, value] of Object.entries(given.header ?? {})) {
		if (/auth|key|token|cookie|secret/i.test(name)) context.secrets.add(value);
	}
	const network = {
		timeout: resolveSetting("timeout", given.timeout, context, config).value ?? 0,
		retries: resolveSetting("retries", given.retries, context, config).value ?? 0,
		proxy: given.proxy === undefined ? undefined : parseSetting("proxy", given.proxy, "--proxy"),
		// The proxy of the environment depends on the URL, so it is looked up for each request.
		storedProxy: resolveSetting("proxy", undefined, { env: {} }, config).value,
		endpoint: given.endpoint,
		// As a `fetch`: no port, no second process, the real URLs.
		sandbox: given.sandbox ? await openSandbox(given, context) : undefined,
		recording: mayRecord(given, context.env)
			? await (await import("./recording.ts")).openRecording(given, context, config)
			: undefined,
		facts: given.facts,
		watch,
	};
	const slow = createFetch(context, network, listen);
	const isPooled = given.manyCalls && !network.sandbox && !network.recording && !watch && !context.flags.debug;
	return {
		fetch: isPooled ? await viaPool(slow, network, context) : slow,
		hubUrl: given.sandbox ? undefined : resolveUrl("hub", context, config),
		routerUrl: given.sandbox ? undefined : resolveUrl("router", context, config),
		isSandbox: Boolean(given.sandbox),
		recording: network.recording,
		unrecorded:
			network.recording?.mode === "record"
				? createFetch(context, { ...network, recording: undefined, watch: undefined }, listen)
				: undefined,
	};
}

/** Tokens of the sandbox in a second on a terminal: about as fast as people read, and slow enough to be stopped. */
const READING_PACE = 60;

async function openSandbox({ isServed, manyCalls }: ConnectOptions, { stdout }: Context): Promise<Fetch> {
	const { createSandbox } = await import("../../sandbox/index.ts");
	return createSandbox({ tokensPerSecond: stdout.isTTY && !isServed && !manyCalls ? READING_PACE : undefined });
}

/** Whether a flag or a variable speaks of recordings. */
function mayRecord(
	{ record, replay, replayOrRecord, append, replayIgnore }: RecordingOptions,
	env: Context["env"],
): boolean {
	const flags = [record, replay, replayOrRecord, append, replayIgnore?.[0]];
	return flags.some((value) => value !== undefined) || Boolean(env["HUB_RECORD"] || env["HUB_REPLAY"]);
}

async function viaPool(slow: Fetch, network: NetworkOptions, context: Context): Promise<Fetch> {
	const { createPool } = await import("./pool/index.ts");
	const hasProxy = (url: URL): boolean => findProxy(url, context.env, network.proxy, network.storedProxy) !== undefined;
	return createPool(slow, context, { timeout: network.timeout, hasProxy });
}

/** Returns a URL that differs from the library's own. */
function resolveUrl(name: "hub" | "router", context: Context, config: Config): string | undefined {
	const { value, origin } = resolveSetting(name, undefined, context, config);
	return origin === "default" ? undefined : value;
}

/** A connection to the hub, for commands that run no model. */
export interface HubConnection {
	/** Options for the functions of the library. */
	hub: HubOptions;
	/** Undefined when the user has none: most of the hub needs none. */
	token: Token | undefined;
	/** Where the router's list of models comes from. */
	source: OfferSource;
	/**
	 * Asks the hub, with a line of progress.
	 * @param text what the line says
	 * @param model what it is about, for the report of an error
	 */
	ask<Result>(text: string, request: (hub: HubOptions) => Promise<Result>, model?: string): Promise<Result>;
}

/** Connects to the hub with the user's token. */
export async function connectHub(given: GlobalOptions & RecordingOptions, context: Context): Promise<HubConnection> {
	const config = readConfig(context);
	const { fetch, hubUrl, routerUrl, isSandbox, recording } = await connect(given, context, config);
	const token = isSandbox
		? makeSandboxToken(context)
		: tokenFor(
				takeToken({ given: (await readTokenOption(given, context)).token }, context, config),
				hubUrl,
				context,
				config,
			);
	const hub: HubOptions = { accessToken: token?.value, fetch, hubUrl, signal: context.signal };
	return {
		hub,
		token,
		source: { fetch, routerUrl, accessToken: token?.value, isCached: !isSandbox && recording === undefined },
		ask: (text, request, model) =>
			concerning({ model, tokenSource: token?.source }, () => withProgress(text, request(hub), context)),
	};
}
