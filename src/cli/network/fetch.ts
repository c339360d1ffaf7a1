import type { KnownFacts } from "../../exchange/index.ts";
import { isLoopback } from "../../http/callers.ts";
import { type Fetch, isRequest, retry, timeout } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { formatSize } from "../terminal/format-size.ts";
import { withDebugLog } from "./debug-log.ts";
import type { Listener } from "./events.ts";
import { findProxy } from "./proxy.ts";
import type { Recording } from "./recording.ts";
import { stayWithHost } from "./stay-with-host.ts";
import type { Transport } from "./transport/index.ts";

export interface NetworkOptions {
	/** Longest wait for the first byte and for each next one, in seconds. */
	timeout: number;
	/** Attempts after the first. */
	retries: number;
	/** Address of a proxy for everything but loopback; default: from the environment. */
	proxy?: string | undefined;
	/** Used where neither the command line nor the environment names a proxy. */
	storedProxy?: string | undefined;
	/** Requests stay with this host: the URL of an endpoint. */
	endpoint?: string | undefined;
	/** Answers everything in place of the network, but for this machine's own services. */
	sandbox?: Fetch | undefined;
	/** Records what goes over the network, or answers from recordings. */
	recording?: Recording | undefined;
	/** What recordings tell of the call. */
	facts?: KnownFacts | undefined;
	/** Watches each request, for the record of the call. */
	watch?: ((fetch: Fetch) => Fetch) | undefined;
}

/** Transfers of fewer bytes show no progress. */
const LARGE = 200_000;

/** Creates the `fetch` of a command: the network or the sandbox, with time limits and retries. */
export function createFetch(context: Context, options: NetworkOptions, listen: Listener): Fetch {
	const limit = options.timeout > 0 ? options.timeout * 1000 : undefined;
	const limits = limit === undefined ? {} : { firstByte: limit, idle: limit };
	// Loaded and opened for the first request: a dry run sends none.
	const network: Fetch = async (input, init) => await (await openTransport(context, options)).fetch(input, init);
	const open = options.sandbox ? viaSandbox(options.sandbox, network) : network;
	const connect = options.endpoint ? stayWithHost(open, options.endpoint) : open;
	const shown = context.flags.debug ? withDebugLog(connect, context) : connect;
	const recorded = options.recording ? options.recording.through(shown, options.facts) : shown;
	const send = options.watch ? options.watch(recorded) : recorded;
	const observed: Fetch = async (input, init) => {
		const upload = sizeOf(init?.body);
		if (upload >= LARGE) listen({ type: "progress", text: `Sending ${formatSize(upload)}` });
		const response = await send(input, init);
		const download = Number(response.headers.get("content-length") ?? 0);
		if (response.ok && download >= LARGE) listen({ type: "progress", text: `Receiving ${formatSize(download)}` });
		listen({ type: "response", requestId: response.headers.get("x-request-id") ?? undefined });
		return response;
	};
	return retry(timeout(observed, limits), {
		retries: options.retries,
		wait: options.recording?.wait,
		onNotice: ({ message }) => listen({ type: "retry", message }),
	});
}

/** Requests to this machine are sent for real; the sandbox answers all others. */
function viaSandbox(sandbox: Fetch, fetch: Fetch): Fetch {
	return (input, init) => {
		const { hostname } = new URL(isRequest(input) ? input.url : input);
		return isLoopback(hostname) ? fetch(input, init) : sandbox(input, init);
	};
}

function sizeOf(body: RequestInit["body"]): number {
	if (typeof body === "string") return body.length;
	if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return body.byteLength;
	return body instanceof Blob ? body.size : 0;
}

/** The transports of each run, which has one signal, by their proxy: all its calls share connections and TLS sessions. */
const OPENED = new WeakMap<AbortSignal, Map<string, Promise<Transport>>>();

function openTransport(context: Context, { proxy, storedProxy }: NetworkOptions): Promise<Transport> {
	const transports = OPENED.get(context.signal) ?? new Map<string, Promise<Transport>>();
	OPENED.set(context.signal, transports);
	const key = `${proxy} ${storedProxy}`;
	const known = transports.get(key);
	if (known) return known;
	const opening = import("./transport/index.ts").then(({ createTransport }) =>
		createTransport((url) => findProxy(url, context.env, proxy, storedProxy)),
	);
	transports.set(key, opening);
	context.defer(async () => {
		transports.delete(key);
		(await opening).close();
	});
	return opening;
}
