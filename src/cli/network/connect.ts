import type { Fetch } from "../../http/index.ts";
import type { HubOptions } from "../../hub/index.ts";
import { type Config, readConfig } from "../config/read.ts";
import { parseSetting, resolveSetting } from "../config/settings.ts";
import { type Token, takeToken } from "../config/token.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { readStdin } from "../input/stdin.ts";
import type { GlobalOptions } from "../options/global.ts";
import { createFetch, type Traffic } from "./fetch.ts";
import { openSandbox, SANDBOX_TOKEN, viaSandbox } from "./sandbox.ts";

/** The way to the network. */
export interface Connection {
	fetch: Fetch;
	/** Undefined for the library's own. */
	hubUrl: string | undefined;
	/** Undefined for the library's own. */
	routerUrl: string | undefined;
	/** Address of the stand-in, when it answers everything. */
	sandbox: string | undefined;
	traffic: Traffic;
}

/** Options of a connection besides the global ones. */
export interface ConnectOptions extends Pick<GlobalOptions, "sandbox" | "timeout" | "retries" | "proxy" | "header"> {
	/** Requests to this endpoint stay with its host. */
	endpoint?: string | undefined;
}

/** Opens the way to the network, or to the sandbox, by flags, environment and configuration. */
export async function connect(given: ConnectOptions, context: Context, config: Config): Promise<Connection> {
	for (const [name, value] of Object.entries(given.header ?? {})) {
		if (/auth|key|token|cookie|secret/i.test(name)) context.secrets.set(value, "[redacted]");
	}
	const traffic: Traffic = { retries: 0 };
	const network = {
		timeout: resolveSetting("timeout", given.timeout, context, config).value ?? 0,
		retries: resolveSetting("retries", given.retries, context, config).value ?? 0,
		proxy: given.proxy === undefined ? undefined : parseSetting("proxy", given.proxy, "--proxy"),
		// What the environment says depends on the address called, so it is looked at then.
		storedProxy: resolveSetting("proxy", undefined, { env: {} }, config).value,
		endpoint: given.endpoint,
	};
	const sandbox = given.sandbox ? await openSandbox(context) : undefined;
	const plain = createFetch(context, network, traffic);
	return {
		fetch: sandbox ? viaSandbox(plain, sandbox) : plain,
		hubUrl: sandbox ?? resolveAddress("hub", context, config),
		routerUrl: sandbox ?? resolveAddress("router", context, config),
		sandbox,
		traffic,
	};
}

/** An address where it is another than the library's own. */
function resolveAddress(name: "hub" | "router", context: Context, config: Config): string | undefined {
	const { value, origin } = resolveSetting(name, undefined, context, config);
	return origin === "default" ? undefined : value;
}

/** The way to the hub, for commands that run no model. */
export interface HubConnection {
	/** What the functions of the library take. */
	hub: HubOptions;
	/** Undefined when the user has none: most of the hub answers to anybody. */
	token: Token | undefined;
	connection: Connection;
}

/** Opens the way to the hub with the user's token. */
export async function connectHub(given: GlobalOptions, context: Context): Promise<HubConnection> {
	const config = readConfig(context);
	const connection = await connect(given, context, config);
	const token = connection.sandbox
		? makeSandboxToken(context)
		: takeToken({ given: await readGivenToken(given, context) }, context, config);
	const { fetch, hubUrl } = connection;
	return { hub: { accessToken: token?.value, fetch, hubUrl, signal: context.signal }, token, connection };
}

/** Standard input comes once, and the warning is given once, however often a command asks. */
const givenTokens = new WeakMap<Context, Promise<string | undefined>>();

/** The token of `--token` or `--token-stdin`. */
export function readGivenToken(given: GlobalOptions, context: Context): Promise<string | undefined> {
	const known = givenTokens.get(context) ?? askGivenToken(given, context);
	givenTokens.set(context, known);
	return known;
}

async function askGivenToken(given: GlobalOptions, context: Context): Promise<string | undefined> {
	if (given.token !== undefined) {
		context.note("--token is visible to other users of this machine; prefer HF_TOKEN or --token-stdin.");
	}
	if (!given.tokenStdin) return given.token;
	const piped = (await readTokenInput(context)).trim();
	if (!piped) throw new UsageError("--token-stdin: nothing came on standard input.");
	return piped;
}

/** What is typed into a terminal is not echoed. */
async function readTokenInput(context: Context): Promise<string> {
	if (!context.stdin.isTTY || !context.isInteractive) return new TextDecoder().decode(await readStdin(context));
	const { askSecret } = await import("../input/secret.ts");
	return await askSecret("Token (it is not shown): ", context);
}

/** In the sandbox a made-up token does; the user's own never goes there. */
export function makeSandboxToken(context: Context, value = SANDBOX_TOKEN, variable = "HF_TOKEN"): Token {
	context.secrets.set(value, `$${variable}`);
	return { value, source: "the sandbox", origin: "flag", variable, isExplicit: true };
}
