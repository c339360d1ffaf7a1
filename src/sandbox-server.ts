/** The sandbox on Node: besides `createSandbox`, a server on a port of this computer. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { CallerRules } from "./http/callers.ts";
import {
	createHttpServer,
	endResponse,
	hasBody,
	IdleWatch,
	listen,
	readTarget,
	streamBody,
	waitForDrain,
} from "./node-http.ts";
import { corsHeaders, refuseCaller } from "./sandbox/authorization.ts";
import { ServiceFailure } from "./sandbox/failure.ts";
import { createSandbox, type SandboxOptions } from "./sandbox/index.ts";

export * from "./sandbox/index.ts";

/** Settings of a sandbox that listens on a port. */
export interface ServeOptions extends SandboxOptions {
	/** Default: a free one. */
	port?: number | undefined;
	/** Host to listen on. Default `127.0.0.1`, which only this computer reaches. */
	host?: string | undefined;
	/** Host names, without port, that requests may use besides `localhost`, loopback addresses and `host`. Default none. */
	allowedHosts?: readonly string[] | undefined;
	/** Origins of web pages that may call it, such as `http://localhost:3000`; `*` permits all. Default none. */
	cors?: string | readonly string[] | undefined;
	/** Handles the requests instead of a sandbox, such as from recordings. */
	answer?: typeof globalThis.fetch | undefined;
}

/** A sandbox that listens. */
export interface RunningSandbox {
	/** Its URL, such as `http://127.0.0.1:8080`, without a slash at the end; it serves both Hugging Face and the router. */
	url: string;
	/** Stops listening and ends all connections. */
	close(): Promise<void>;
}

/** Maximum bytes to read of a rejected body, so that the client can read the error. */
const MAX_DISCARDED = 2 * 1024 * 1024 * 1024;
/** Maximum bytes of the bodies of all requests in flight. */
const MAX_HELD = 256 * 1024 * 1024;
/** Milliseconds between two pieces of a body. */
const MAX_IDLE_MS = 60_000;

/** Methods that a sandbox supports; `Request` refuses some of the others. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Starts a sandbox over HTTP.
 * @throws what `listen` throws, such as `EADDRINUSE`, when the port cannot be used
 */
export async function startSandbox({
	port = 0,
	host = "127.0.0.1",
	allowedHosts = [],
	cors = [],
	answer: standIn,
	...options
}: ServeOptions = {}): Promise<RunningSandbox> {
	const sandbox = standIn ?? createSandbox(options);
	const rules: CallerRules = { hosts: [host, ...allowedHosts], cors: typeof cors === "string" ? [cors] : cors };
	const idle = new IdleWatch(MAX_IDLE_MS);
	const open = createOpener(idle);
	// A client may wait for as long as it likes between two requests.
	const server = createHttpServer({ keepAliveTimeout: 60_000 }, (message, response) => {
		// The sandbox rejects only for a broken connection.
		answer(sandbox, rules, message, response, open).catch(() => response.destroy());
	});
	const url = await listen(server, host, port);
	return {
		url,
		close: () =>
			new Promise((resolve, reject) => {
				idle.stop();
				server.close((error) => (error ? reject(error) : resolve()));
				server.closeAllConnections();
			}),
	};
}

async function answer(
	sandbox: (request: Request) => Promise<Response>,
	rules: CallerRules,
	message: IncomingMessage,
	response: ServerResponse,
	openBody: (response: ServerResponse) => ReadableStream<Uint8Array> | undefined,
): Promise<void> {
	const { host, origin } = message.headers;
	const gone = new AbortController();
	response.once("close", () => gone.abort());
	// Without a listener, a client that disconnects within its body would end the process.
	message.on("error", () => undefined);
	const { method = "GET" } = message;
	const refusal = refuseCaller(rules, { host, origin });
	const url = readTarget(message);
	const result =
		refusal !== undefined
			? Response.json({ error: refusal }, { status: 403 })
			: url === undefined
				? Response.json({ error: "The URL is malformed." }, { status: 400 })
				: METHODS.has(method)
					? await sandbox(createRequest(url, message, openBody(response), gone.signal))
					: Response.json({ error: `The sandbox does not serve ${method}.` }, { status: 501 });
	// A late body got a 408.
	if (response.headersSent) return;
	response.writeHead(result.status, { ...Object.fromEntries(result.headers), ...corsHeaders(rules, origin) });
	if (!result.body || method === "HEAD") return await endResponse(response, MAX_DISCARDED);
	response.flushHeaders();
	const reader = result.body.getReader();
	const stop = (): void => void reader.cancel().catch(() => undefined);
	gone.signal.addEventListener("abort", stop, { once: true });
	while (true) {
		const { done, value } = await reader.read();
		if (done || gone.signal.aborted) break;
		// A client that reads slowly slows the sandbox down.
		if (!response.write(value)) await waitForDrain(response);
	}
	gone.signal.removeEventListener("abort", stop);
	await endResponse(response, MAX_DISCARDED);
}

/**
 * Returns a function that opens the body of a request; undefined if it has none. Bodies that take too much memory together
 * are refused.
 */
function createOpener(idle: IdleWatch): (response: ServerResponse) => ReadableStream<Uint8Array> | undefined {
	let all = 0;
	return (response) => {
		if (!hasBody(response.req)) return undefined;
		let held = 0;
		response.once("close", () => {
			all -= held;
		});
		return streamBody(response, idle, (size) => {
			held += size;
			all += size;
			if (all <= MAX_HELD) return undefined;
			const message = "The sandbox holds too many unfinished requests.";
			return new ServiceFailure(503, message, { code: "overloaded", headers: { "retry-after": "1" } });
		});
	};
}

function createRequest(
	url: string,
	message: IncomingMessage,
	body: ReadableStream<Uint8Array> | undefined,
	signal: AbortSignal,
): Request {
	const { method = "GET", headers } = message;
	const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
		value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
	);
	return new Request(url, { method, headers: pairs, signal, body: body ?? null, duplex: "half" } as RequestInit);
}
