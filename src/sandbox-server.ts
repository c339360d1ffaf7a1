/** The sandbox on Node: besides `createSandbox`, a server on a port of this computer. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { CallerRules } from "./http/callers.ts";
import { hasBody, listen, readTarget, waitForDrain } from "./node-http.ts";
import { corsHeaders, refuseCaller } from "./sandbox/host-check.ts";
import { createSandbox, type SandboxOptions } from "./sandbox/index.ts";

export * from "./sandbox/index.ts";

/** Settings of a sandbox that listens on a port. */
export interface ServeOptions extends SandboxOptions {
	/** Default: a free one. */
	port?: number | undefined;
	/** Host to listen on. Default `127.0.0.1`, which only this computer reaches. */
	host?: string | undefined;
	/** Host names, without port, under which it answers besides `localhost`, loopback addresses and `host`. Default none. */
	allowedHosts?: readonly string[] | undefined;
	/** Origins of web pages that may call it, such as `http://localhost:3000`; `*` permits all. Default none. */
	cors?: string | readonly string[] | undefined;
	/** Answers in place of a sandbox, such as recordings. */
	answer?: typeof globalThis.fetch | undefined;
}

/** A sandbox that listens. */
export interface RunningSandbox {
	/** Its URL, such as `http://127.0.0.1:8080`, without a slash at the end; hub and router in one. */
	url: string;
	/** Stops listening and ends all connections. */
	close(): Promise<void>;
}

/** Bytes of a rejected body that are still read, so that the client can read the error. */
const MAX_DRAINED = 2 * 1024 * 1024 * 1024;

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
	const server = createServer((message, response) => {
		// The sandbox rejects only for a broken connection.
		answer(sandbox, rules, message, response).catch(() => response.destroy());
	});
	// A client may wait for as long as it likes between two requests.
	server.keepAliveTimeout = 60_000;
	const url = await listen(server, host, port);
	return {
		url,
		close: () =>
			new Promise((resolve, reject) => {
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
): Promise<void> {
	const { host, origin } = message.headers;
	const gone = new AbortController();
	response.once("close", () => gone.abort());
	// Without a listener, a client that disconnects within its body would end the process.
	message.on("error", () => undefined);
	const shared = corsHeaders(rules, origin);
	const refusal = refuseCaller(rules, { host, origin });
	const url = readTarget(message);
	const body = openBody(message);
	const result =
		refusal !== undefined
			? Response.json({ error: refusal }, { status: 403 })
			: url === undefined
				? Response.json({ error: "The URL is malformed." }, { status: 400 })
				: await sandbox(createRequest(url, message, body.stream, gone.signal));
	response.writeHead(result.status, { ...Object.fromEntries(result.headers), ...shared });
	const drained = body.drain();
	if (!result.body || message.method === "HEAD") {
		await drained;
		response.end();
		return;
	}
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
	// Ending closes the connection, and a client that still sends would see a reset instead of the response.
	await drained;
	response.end();
}

function createRequest(
	url: string,
	message: IncomingMessage,
	body: ReadableStream<Uint8Array>,
	signal: AbortSignal,
): Request {
	const { method = "GET", headers } = message;
	const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
		value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
	);
	return new Request(url, {
		method,
		headers: pairs,
		signal,
		...(hasBody(message) ? { body, duplex: "half" } : {}),
	} as RequestInit);
}

/** A body that is read as far as the sandbox needs it, and then drained. */
interface Body {
	stream: ReadableStream<Uint8Array>;
	/** Drains the rest of the body; an endless body is cut off. */
	drain(): Promise<void>;
}

function openBody(message: IncomingMessage): Body {
	let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
	let drained = 0;
	const stream = new ReadableStream<Uint8Array>({
		start(given) {
			controller = given;
		},
		pull() {
			message.resume();
		},
		cancel() {
			controller = undefined;
			message.resume();
		},
	});
	message.on("data", (part: Buffer) => {
		if (controller) {
			controller.enqueue(new Uint8Array(part));
			if ((controller.desiredSize ?? 0) <= 0) message.pause();
		} else {
			drained += part.length;
			if (drained > MAX_DRAINED) message.destroy();
		}
	});
	message.once("end", () => {
		controller?.close();
		controller = undefined;
	});
	message.once("close", () => {
		controller?.error(new TypeError("The client left"));
		controller = undefined;
	});
	return {
		stream,
		drain: async () => {
			controller = undefined;
			if (message.complete || message.destroyed) return;
			message.resume();
			await new Promise((resolve) => message.once("close", resolve).once("end", resolve));
		},
	};
}
