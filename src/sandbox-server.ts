/** The sandbox on Node: besides `createSandbox`, a server on a port of this computer. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createSandbox, type SandboxOptions } from "./sandbox/index.ts";

export * from "./sandbox/index.ts";

/** Settings of a sandbox that listens on a port. */
export interface ServeOptions extends SandboxOptions {
	/** Default: a free one. */
	port?: number | undefined;
	/** Address to listen on. Default `127.0.0.1`, which only this computer reaches. */
	host?: string | undefined;
}

/** A sandbox that listens. */
export interface RunningSandbox {
	/** Its address, such as `http://127.0.0.1:8080`, without a slash at the end; hub and router in one. */
	url: string;
	/** Stops listening and ends all connections. */
	close(): Promise<void>;
}

/**
 * Starts a sandbox over HTTP.
 * @throws what `listen` throws, such as `EADDRINUSE`, when the port cannot be used
 */
export async function startSandbox({
	port = 0,
	host = "127.0.0.1",
	...options
}: ServeOptions = {}): Promise<RunningSandbox> {
	const sandbox = createSandbox(options);
	const server = createServer((message, response) => {
		// Whatever fails here is a broken connection: one the sandbox broke, or the client.
		answer(sandbox, message, response).catch(() => response.destroy());
	});
	// A client may think for as long as it likes between two requests.
	server.keepAliveTimeout = 60_000;
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, resolve);
	});
	const address = server.address();
	const actual = typeof address === "object" && address ? address.port : port;
	return {
		url: `http://${host.includes(":") ? `[${host}]` : host}:${actual}`,
		close: () =>
			new Promise((resolve, reject) => {
				server.close((error) => (error ? reject(error) : resolve()));
				server.closeAllConnections();
			}),
	};
}

async function answer(
	sandbox: (request: Request) => Promise<Response>,
	message: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const gone = new AbortController();
	response.once("close", () => gone.abort());
	const result = await sandbox(await toRequest(message, gone.signal));
	response.writeHead(result.status, Object.fromEntries(result.headers));
	if (!result.body || message.method === "HEAD") {
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
	response.end();
}

async function toRequest(message: IncomingMessage, signal: AbortSignal): Promise<Request> {
	const { method = "GET", url = "/", headers } = message;
	const parts: Uint8Array<ArrayBuffer>[] = [];
	for await (const part of message) parts.push(part as Uint8Array<ArrayBuffer>);
	const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
		value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
	);
	return new Request(new URL(url, `http://${headers.host ?? "localhost"}`), {
		method,
		headers: pairs,
		signal,
		...(parts.length > 0 && method !== "GET" && method !== "HEAD" ? { body: new Blob(parts) } : {}),
	});
}

function waitForDrain(response: ServerResponse): Promise<void> {
	return new Promise((resolve) => {
		const go = (): void => {
			response.off("drain", go);
			response.off("close", go);
			resolve();
		};
		response.once("drain", go);
		response.once("close", go);
	});
}
