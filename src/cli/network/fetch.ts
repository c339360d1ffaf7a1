import { InferenceClientProviderApiError } from "../../errors.ts";
import { type Fetch, isRequest, redactHeaders, retry, timeout } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { formatSize } from "../terminal/format-size.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Listener } from "./events.ts";
import { findProxy, isLoopback } from "./proxy.ts";
import type { Recording } from "./recording.ts";
import { createTransport } from "./transport/index.ts";

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
	/** Watches each request, for the record of the call. */
	watch?: ((fetch: Fetch) => Fetch) | undefined;
}

/** Smaller ones are over before anybody reads about them. */
const LARGE = 200_000;

/** The `fetch` of a command: the network or the sandbox, with time limits and retries. */
export function createFetch(context: Context, options: NetworkOptions, listen: Listener): Fetch {
	const limit = options.timeout > 0 ? options.timeout * 1000 : undefined;
	const limits = limit === undefined ? {} : { firstByte: limit, idle: limit };
	const open = viaSandbox(options.sandbox, viaNetwork(context, options));
	const connect = options.endpoint ? stayWithHost(open, options.endpoint) : open;
	const shown = context.flags.debug ? logged(connect, context) : connect;
	const recorded = options.recording ? options.recording.through(shown) : shown;
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

/** Services on this machine are called themselves: the sandbox stands for what is out there. */
function viaSandbox(sandbox: Fetch | undefined, fetch: Fetch): Fetch {
	if (!sandbox) return fetch;
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

function viaNetwork(context: Context, options: NetworkOptions): Fetch {
	const transport = createTransport((url) => findProxy(url, context.env, options.proxy, options.storedProxy));
	context.defer(async () => transport.close());
	return transport.fetch;
}

/**
 * A redirect away from the endpoint would carry the prompt, and perhaps the token, to somebody else; one that leaves
 * encryption behind, past everybody on the way.
 */
function stayWithHost(fetch: Fetch, endpoint: string): Fetch {
	const { host, protocol } = new URL(endpoint);
	return async (input, init) => {
		let url = isRequest(input) ? input.url : String(input);
		if (new URL(url).host !== host) return fetch(input, init);
		for (let hops = 0; ; hops++) {
			const response = await fetch(url, { ...init, redirect: "manual" });
			const location = response.headers.get("location");
			if (response.status < 300 || response.status > 399 || !location) return response;
			await response.body?.cancel();
			const next = new URL(location, url);
			const isElsewhere = next.host !== host || (protocol === "https:" && next.protocol !== "https:");
			const problem = isElsewhere
				? `The endpoint redirects to another host, ${next.origin}: refused. Use that URL with --endpoint if you trust it.`
				: hops >= 10 && "The endpoint redirects in a circle.";
			if (problem) {
				throw new InferenceClientProviderApiError(
					problem,
					{ url, method: init?.method ?? "GET" },
					{ requestId: "", status: response.status, body: "" },
				);
			}
			url = next.href;
		}
	};
}

function logged(fetch: Fetch, context: Context): Fetch {
	return async (input, init) => {
		const url = isRequest(input) ? input.url : String(input);
		const method = init?.method ?? "GET";
		const started = context.now();
		context.warn(`> ${method} ${sanitize(url)}`);
		const headers = redactHeaders((init?.headers as Record<string, string> | undefined) ?? {});
		for (const [name, value] of Object.entries(headers)) context.warn(`> ${name}: ${sanitize(value)}`);
		if (typeof init?.body === "string") context.warn(`> ${sanitize(init.body)}`);
		const response = await fetch(input, init);
		context.warn(`< ${response.status} ${sanitize(response.statusText)} (${context.now() - started} ms)`);
		response.headers.forEach((value, name) => {
			context.warn(`< ${name}: ${sanitize(name === "set-cookie" ? "[redacted]" : value)}`);
		});
		return response;
	};
}
