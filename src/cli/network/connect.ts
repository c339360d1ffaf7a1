import { omitUndefined } from "../../base/json.ts";
import { InferenceClientProviderApiError } from "../../errors.ts";
import type { KnownFacts } from "../../exchange/index.ts";
import { isLoopback } from "../../http/callers.ts";
import { type CancellableFetch, type Fetch, isRequest, redactHeaders, retry, timeout } from "../../http/index.ts";
import { resolveUrl } from "../../http/url.ts";
import type { Notice } from "../../inference/index.ts";
import { type Config, parseSetting, resolveSetting, type SignIn } from "../config/settings.ts";
import { isRenewable, keyVariable, readBearer, SANDBOX_TOKEN, type Token } from "../config/token.ts";
import type { Context } from "../context.ts";
import type { GlobalOptions } from "../options/global-options.ts";
import { formatSize } from "../terminal/amounts.ts";
import { refusePages } from "./html-pages.ts";
import type { RecordingFolder, RecordingOptions } from "./recording.ts";
import type { Transport } from "./transport/index.ts";

export interface Connection {
	fetch: Fetch;
	/**
	 * Creates a `fetch` for URLs in data: it reaches only the public internet.
	 * @param retries attempts after the first
	 */
	publicFetch(retries: number): Fetch;
	/** Undefined for the library's default. */
	hubUrl: string | undefined;
	/** Undefined for the library's default. */
	routerUrl: string | undefined;
	isSandbox: boolean;
	/** Set if requests are recorded or replayed: caches on disk are not used then. */
	recording: RecordingFolder | undefined;
	/** While recording: sends requests that are not part of the call, such as price look-ups. */
	unrecorded: Fetch | undefined;
}

interface ConnectOptions
	extends Pick<GlobalOptions, "sandbox" | "timeout" | "retries" | "proxy" | "header" | "token">,
		RecordingOptions {
	/** Requests to this endpoint must stay with its host. */
	endpoint?: string | undefined;
	facts?: KnownFacts | undefined;
	/** Thousands of calls will follow: they go through a pool. */
	manyCalls?: boolean | undefined;
	/** Calls follow each other at intervals: a pool keeps their connections. */
	isConversation?: boolean | undefined;
	/** The requests are those of other programs. */
	isServed?: boolean | undefined;
	/** The reader detects HTML pages itself: storage services send any content type. */
	takesPages?: boolean | undefined;
}

/** Returns the options for reaching other hosts, without the headers and the record of a call. */
export function networkOptions(options: Pick<GlobalOptions, "sandbox" | "timeout" | "retries" | "proxy">) {
	const { sandbox, timeout, retries, proxy } = options;
	return omitUndefined({ sandbox, timeout, retries, proxy });
}

/** Tokens per second of the sandbox on a terminal: about reading speed, and slow enough to interrupt. */
const READING_PACE = 60;

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
	const { record, replay, replayOrRecord, append, replayIgnore } = given;
	const isRecorded =
		[record, replay, replayOrRecord, append, replayIgnore?.[0]].some((value) => value !== undefined) ||
		Boolean(context.env["HUB_RECORD"] || context.env["HUB_REPLAY"]);
	const isRead = context.stdout.isTTY && !given.isServed && !given.manyCalls;
	const tokensPerSecond = isRead ? READING_PACE : undefined;
	const network = {
		timeout: resolveSetting("timeout", given.timeout, context, config).value ?? 0,
		retries: resolveSetting("retries", given.retries, context, config).value ?? 0,
		proxy: given.proxy === undefined ? undefined : parseSetting("proxy", given.proxy, "--proxy"),
		// The proxy of the environment depends on the URL, so it is looked up for each request.
		storedProxy:
			given.sandbox || given.proxy !== undefined
				? undefined
				: resolveSetting("proxy", undefined, { env: {} }, config).value,
		endpoint: given.endpoint,
		login: config.login,
		// A `fetch`: no port, no second process, and the requests show the real URLs.
		sandbox: given.sandbox
			? (await import("../../sandbox/light-sandbox.ts")).createLightSandbox({ tokensPerSecond })
			: undefined,
		recording: isRecorded ? await (await import("./recording.ts")).openRecording(given, context, config) : undefined,
		takesPages: given.takesPages,
		facts: given.facts,
		watch,
	};
	const { recording, sandbox } = network;
	// Below retries and time limits, which a batch handles itself.
	const pool = given.isConversation && !sandbox ? await openPool(network, 0, context) : undefined;
	const slow = createFetch(context, { ...network, pool }, listen);
	const isPooled = given.manyCalls && !sandbox && !recording && !watch && !context.flags.debug;
	const ownUrl = (name: "hub" | "router"): string | undefined => {
		if (sandbox) return undefined;
		const { value, origin } = resolveSetting(name, undefined, context, config);
		return origin === "default" ? undefined : value;
	};
	return {
		fetch: isPooled
			? renewing((await openPool(network, network.timeout, context))(slow), network, context, listen)
			: slow,
		publicFetch: (retries) =>
			createFetch(context, { ...network, retries, endpoint: undefined, isPublic: true }, listen),
		hubUrl: ownUrl("hub"),
		routerUrl: ownUrl("router"),
		isSandbox: Boolean(given.sandbox),
		recording,
		unrecorded:
			recording?.mode === "record"
				? createFetch(context, { ...network, recording: undefined, watch: undefined }, listen)
				: undefined,
	};
}

/**
 * Returns a made-up token for the sandbox and for recordings, which never get the user's own.
 * @param ownKeyOf the provider called with its own key; the router and Hugging Face get a Hugging Face token
 */
export function makeSandboxToken(context: Pick<Context, "secrets">, ownKeyOf?: string): Token {
	const isHubToken = ownKeyOf === undefined;
	const value = isHubToken ? SANDBOX_TOKEN : "sandbox-key";
	const variable = isHubToken ? "HF_TOKEN" : keyVariable(ownKeyOf);
	context.secrets.add(value, `$${variable}`);
	return { value, source: "the sandbox", origin: "flag", variable, isExplicit: true };
}

/** @param timeout maximum wait for the first byte and for each next one, in seconds; 0 for none */
async function openPool(
	{ proxy, storedProxy }: NetworkOptions,
	timeout: number,
	context: Context,
): Promise<(slow: Fetch) => Fetch> {
	const { createPool } = await import("./pool/index.ts");
	const hasProxy = (url: URL): boolean => findProxy(url, context.env, proxy, storedProxy) !== undefined;
	return (slow) => createPool(slow, context, { timeout, hasProxy });
}

/** Loads the modules for calls of a conversation, so that the first one starts at once. */
export async function preloadNetwork(): Promise<void> {
	await Promise.all([import("./transport/index.ts"), import("./pool/index.ts").then(({ preload }) => preload())]);
}

interface NetworkOptions {
	/** Maximum wait for the first byte and for each next one, in seconds. */
	timeout: number;
	/** Attempts after the first. */
	retries: number;
	/** URL of a proxy for everything but loopback; default: from the environment. */
	proxy?: string | undefined;
	/** Used if neither the command line nor the environment names a proxy. */
	storedProxy?: string | undefined;
	/** URL of an endpoint: requests must stay with its host. */
	endpoint?: string | undefined;
	/** The sign-in that was stored when the command began. */
	login?: SignIn | undefined;
	/** Replaces the network, except for services on this machine. */
	sandbox?: Fetch | undefined;
	/** Refuses hosts that are not on the public internet. */
	isPublic?: boolean | undefined;
	recording?: RecordingFolder | undefined;
	/** Sends suitable requests in place of the transport, and passes on the rest. */
	pool?: ((transport: Fetch) => Fetch) | undefined;
	facts?: KnownFacts | undefined;
	watch?: ((fetch: Fetch) => Fetch) | undefined;
	takesPages?: boolean | undefined;
}

/** Transfers of fewer bytes show no progress. */
const LARGE = 200_000;

/** Creates the `fetch` of a command: the network or the sandbox, with time limits and retries. */
export function createFetch(context: Context, options: NetworkOptions, listen: Listener): Fetch {
	const { sandbox, endpoint, recording, facts, watch } = options;
	const limit = options.timeout > 0 ? options.timeout * 1000 : undefined;
	// The transport is loaded and opened for the first request: a dry run sends none.
	const transport: Fetch = async (input, init) => await (await openTransport(context, options)).fetch(input, init);
	const network = renewing(options.pool?.(transport) ?? transport, options, context, listen);
	const open: Fetch = async (input, init) => {
		// Requests to this machine are really sent; the sandbox handles all others.
		const isSandboxed = sandbox && !isLoopback(new URL(isRequest(input) ? input.url : input).hostname);
		return isSandboxed ? await sandbox(input, init) : await network(input, init);
	};
	const connected = endpoint ? stayWithHost(open, endpoint) : open;
	const shown = context.flags.debug ? withDebugLog(connected, context) : connected;
	const recorded = recording ? recording.through(shown, facts) : shown;
	const watched = watch ? watch(recorded) : recorded;
	const send = options.takesPages ? watched : refusePages(watched);
	const observed: Fetch = async (input, init) => {
		const upload = sizeOf(init?.body);
		if (upload >= LARGE) listen({ type: "progress", text: `Sending ${formatSize(upload)}` });
		const response = await send(input, init);
		const download = Number(response.headers.get("content-length") ?? 0);
		if (response.ok && download >= LARGE) listen({ type: "progress", text: `Receiving ${formatSize(download)}` });
		listen({ type: "response", requestId: response.headers.get("x-request-id") ?? undefined });
		return response;
	};
	return retry(timeout(observed, { firstByte: limit, idle: limit }), {
		retries: options.retries,
		wait: recording?.wait,
		onNotice: ({ message }) => listen({ type: "retry", message }),
	});
}

/**
 * Renews the token of a request if its sign-in is about to expire. Nothing is renewed before a
 * request uses the token, so a dry run or a replay sends nothing. A host in data gets no token.
 */
function renewing<Sender extends Fetch | CancellableFetch>(
	fetch: Sender,
	options: NetworkOptions,
	context: Context,
	listen: Listener,
): Fetch | Sender {
	if (options.isPublic) return fetch;
	const { proxy, storedProxy, login } = options;
	const openFetch = (): Fetch =>
		createFetch(context, { timeout: RENEWAL_TIMEOUT_S, retries: 0, proxy, storedProxy }, listen);
	const renewable = new Map<string, boolean>();
	/** Returns undefined for a request that needs no change, as nearly all do. */
	const renew = (init: RequestInit | undefined): Promise<RequestInit> | undefined => {
		const token = readBearer(init?.headers);
		if (token === undefined || init === undefined) return undefined;
		const isKnown = renewable.get(token) ?? (token === login?.access_token || isRenewable(token, context.env));
		renewable.set(token, isKnown);
		if (!isKnown) return undefined;
		return import("../sign-in/renewal.ts").then(({ createRenewal }) => createRenewal(openFetch, context, login)(init));
	};
	const send: Fetch = (input, init) => {
		const renewed = renew(init);
		return renewed === undefined ? fetch(input, init) : renewed.then((next) => fetch(input, next));
	};
	if (!("cancellable" in fetch)) return send;
	const cancellable: CancellableFetch["cancellable"] = (input, init, cancellation) => {
		const renewed = renew(init);
		if (renewed === undefined) return fetch.cancellable(input, init, cancellation);
		return renewed.then((next) => fetch.cancellable(input, next, cancellation));
	};
	return Object.assign(send, { cancellable });
}

/** Maximum wait for the server that renews tokens. */
const RENEWAL_TIMEOUT_S = 30;

function sizeOf(body: RequestInit["body"]): number {
	if (typeof body === "string") return body.length;
	if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
	return body instanceof Blob ? body.size : 0;
}

/** The transports of each run, which has one signal, by proxy: all calls share connections and TLS sessions. */
const OPENED = new WeakMap<AbortSignal, Map<string, Promise<Transport>>>();

function openTransport(context: Context, { proxy, storedProxy, isPublic }: NetworkOptions): Promise<Transport> {
	const transports = OPENED.get(context.signal) ?? new Map<string, Promise<Transport>>();
	OPENED.set(context.signal, transports);
	const key = `${proxy} ${storedProxy} ${isPublic}`;
	const known = transports.get(key);
	if (known) return known;
	const open = async (): Promise<Transport> => {
		const { createTransport } = await import("./transport/index.ts");
		const guard = isPublic ? (await import("./public-hosts.ts")).PUBLIC_HOSTS : undefined;
		return createTransport((url) => findProxy(url, context.env, proxy, storedProxy), guard);
	};
	const opening = open();
	transports.set(key, opening);
	context.defer(async () => {
		transports.delete(key);
		(await opening).close();
	});
	return opening;
}

type CallEvent =
	| { type: "progress"; text: string }
	/** An attempt failed; another follows. */
	| { type: "retry"; message: string }
	| { type: "response"; requestId: string | undefined }
	| { type: "provider"; provider: string }
	/** An answer does not follow its schema and is requested again. */
	| { type: "repair" }
	/** The schema of the answer goes into the instructions. */
	| { type: "instructions" }
	| { type: "note"; message: string };

export type Listener = (event: CallEvent) => void;

export function printNotes({ note }: Context): Listener {
	return (event) => {
		if (event.type === "retry" || event.type === "note") note(event.message);
	};
}

export interface CallLog {
	provider?: string;
	/** From the last response with one. */
	requestId?: string;
	retries: number;
	/** How often an answer was requested again. */
	repairs?: number;
	isInstructed?: true;
}

/**
 * Collects what `--stats` and error reports show.
 * @param onEvent called with every event, after it was counted
 */
export function createCallLog(onEvent: Listener): { log: Readonly<CallLog>; listen: Listener } {
	const log: CallLog = { retries: 0 };
	const listen: Listener = (event) => {
		if (event.type === "retry") log.retries++;
		if (event.type === "repair") log.repairs = (log.repairs ?? 0) + 1;
		if (event.type === "instructions") log.isInstructed = true;
		if (event.type === "provider") log.provider = event.provider;
		if (event.type === "response" && event.requestId !== undefined) log.requestId = event.requestId;
		onEvent(event);
	};
	return { log, listen };
}

export function toEvent(notice: Notice): CallEvent {
	if (notice.type === "auto-selected") return { type: "provider", provider: notice.provider };
	if (notice.type === "repair" || notice.type === "instructions") return { type: notice.type };
	if (notice.type === "staging" || notice.type === "other-results" || notice.type === "refused")
		return { type: "note", message: notice.message };
	return { type: "progress", text: notice.message };
}

/** Prints each request and response on stderr, without secrets: `--debug`. */
function withDebugLog(fetch: Fetch, context: Context): Fetch {
	return async (input, init) => {
		const url = isRequest(input) ? input.url : String(input);
		const method = init?.method ?? "GET";
		const started = context.now();
		context.warn(`> ${method} ${url}`);
		const headers = redactHeaders((init?.headers as Record<string, string> | undefined) ?? {});
		for (const [name, value] of Object.entries(headers)) context.warn(`> ${name}: ${value}`);
		if (typeof init?.body === "string") context.warn(`> ${init.body}`);
		const response = await fetch(input, init);
		context.warn(`< ${response.status} ${response.statusText} (${context.now() - started} ms)`);
		response.headers.forEach((value, name) => {
			context.warn(`< ${name}: ${name === "set-cookie" ? "[redacted]" : value}`);
		});
		return response;
	};
}

/**
 * A redirect to another host would give the prompt, and perhaps the token, to a third party; one from https to http
 * would send them unencrypted.
 */
function stayWithHost(fetch: Fetch, endpoint: string): Fetch {
	const { host, protocol } = new URL(endpoint);
	return async (input, init) => {
		let url = isRequest(input) ? input.url : String(input);
		if (new URL(url).host !== host) return fetch(input, init);
		for (let hops = 0; ; hops++) {
			const response = await fetch(url, { ...init, redirect: "manual" });
			const next = resolveUrl(response.headers.get("location") || null, url);
			if (response.status < 300 || response.status > 399 || !next) return response;
			await response.body?.cancel();
			const isElsewhere = next.host !== host || (protocol === "https:" && next.protocol !== "https:");
			const problem = isElsewhere
				? `The endpoint redirects to another host, ${next.origin}: refused. Use that URL with --endpoint if you trust it.`
				: hops >= 10 && "The endpoint redirects in a loop.";
			const request = { url, method: init?.method ?? "GET" };
			const answer = { requestId: "", status: response.status, body: "" };
			if (problem) throw new InferenceClientProviderApiError(problem, request, answer);
			url = next.href;
		}
	};
}

/**
 * Returns the proxy for a URL; undefined to connect directly.
 * Loopback never goes through a proxy, which could not reach this machine's own services.
 * @param given URL from the command line; overrides the environment
 * @param stored URL from the configuration; used where the environment names none
 */
export function findProxy(url: URL, env: Context["env"], given?: string, stored?: string): string | undefined {
	if (isLoopback(url.hostname)) return undefined;
	if (given) return withScheme(given);
	if (isExcluded(url, readVariable(env, "NO_PROXY"))) return undefined;
	const own = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
	const name = [own, "ALL_PROXY"].find((candidate) => readVariable(env, candidate));
	const proxy = name ? parseSetting("proxy", readVariable(env, name) ?? "", name) : stored;
	return proxy ? withScheme(proxy) : undefined;
}

/** Lowercase takes precedence, as in curl; an empty value counts as unset. */
function readVariable(env: Context["env"], name: string): string | undefined {
	return env[name.toLowerCase()] || env[name] || undefined;
}

function isExcluded(url: URL, list: string | undefined): boolean {
	const entries = (list ?? "").split(/[\s,]+/).filter(Boolean);
	return entries.some((entry) => {
		if (entry === "*") return true;
		const [, host = "", port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
		if (port && port !== (url.port || (url.protocol === "https:" ? "443" : "80"))) return false;
		const suffix = host.replace(/^\*?\./, "").toLowerCase();
		return url.hostname === suffix || url.hostname.endsWith(`.${suffix}`);
	});
}

function withScheme(proxy: string): string {
	return proxy.includes("://") ? proxy : `http://${proxy}`;
}
