import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Gateway, GatewayRequest } from "../../../gateway/index.ts";
import { hasBody, listen, readTarget, waitForDrain } from "../../../node-http.ts";

/** Longest time for the headers of a request, and between two pieces of its body, in milliseconds. */
const HEADERS_TIMEOUT = 20_000;
const BODY_IDLE = 60_000;
/** Bytes of a refused body that are still read, so that the client can read the refusal. */
const MOST_DRAINED = 200 * 2 ** 20;

/** A gateway that listens. */
export interface RunningServer {
	/** Without a slash at the end. */
	url: string;
	/** Resolves when every response that was begun has gone out. */
	settle(): Promise<void>;
	/** Ends all connections. */
	close(): Promise<void>;
}

/** @throws what `listen` throws, such as `EADDRINUSE` */
export async function startServer(gateway: Gateway, host: string, port: number): Promise<RunningServer> {
	const server = createServer({ headersTimeout: HEADERS_TIMEOUT, requestTimeout: 0, keepAliveTimeout: 60_000 });
	const open = new Set<ServerResponse>();
	let settled: (() => void) | undefined;
	server.on("request", (message: IncomingMessage, response: ServerResponse) => {
		open.add(response);
		response.once("close", () => {
			open.delete(response);
			if (open.size === 0) settled?.();
		});
		answer(gateway, message, response).catch(() => response.destroy());
	});
	const url = await listen(server, host, port);
	return {
		url,
		settle: () =>
			new Promise((resolve) => {
				settled = resolve;
				if (open.size === 0) resolve();
			}),
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

async function answer(gateway: Gateway, message: IncomingMessage, response: ServerResponse): Promise<void> {
	// Without listeners, a client that leaves in the middle would end the process.
	message.on("error", () => undefined);
	response.on("error", () => undefined);
	const gone = new AbortController();
	response.once("close", () => {
		if (!response.writableFinished) gone.abort();
	});
	const request = await createRequest(message, gone.signal);
	if (!request) {
		response.writeHead(400, { "content-type": "application/json", connection: "close" });
		response.end(
			'{"error":{"message":"The request cannot be read.","type":"invalid_request_error","code":"invalid_request","param":null}}',
		);
		return;
	}
	const result = await gateway(request);
	if (response.destroyed) return void result.body?.cancel().catch(() => undefined);
	response.writeHead(result.status, Object.fromEntries(result.headers));
	if (result.body && message.method !== "HEAD") await send(result, response, gone.signal);
	drain(message);
	response.end();
}

async function send(result: Response, response: ServerResponse, gone: AbortSignal): Promise<void> {
	if (!result.headers.get("content-type")?.startsWith("text/event-stream")) {
		response.write(new Uint8Array(await result.arrayBuffer()));
		return;
	}
	response.flushHeaders();
	const reader = result.body?.getReader();
	gone.addEventListener("abort", () => void reader?.cancel().catch(() => undefined), { once: true });
	while (reader) {
		const { done, value } = await reader.read();
		if (done || gone.aborted) return;
		// A client that reads slowly slows the provider down.
		if (!response.write(value)) await waitForDrain(response);
	}
}

/** Bodies up to this size are read before the gateway sees them: streams cost more than they do. */
const SMALL = 64 * 1024;

/** The request without the weight of the class `Request`; undefined for one that cannot be read. */
async function createRequest(message: IncomingMessage, signal: AbortSignal): Promise<GatewayRequest | undefined> {
	const { method = "GET", headers } = message;
	const target = readTarget(message);
	if (target === undefined) return undefined;
	const get = (name: string): string | null => {
		const value = headers[name];
		return value === undefined ? null : String(value);
	};
	const common = { method, url: target, headers: { get, has: (name: string) => get(name) !== null }, signal };
	if (!hasBody(message)) return { ...common, body: null };
	const isSmall =
		Number(headers["content-length"] ?? Number.NaN) <= SMALL && !/^multipart/i.test(get("content-type") ?? "");
	if (!isSmall) return { ...common, body: readBody(message) };
	const content = await readWhole(message);
	return content && { ...common, body: null, content };
}

/** Undefined where the client left, or sends nothing more. */
function readWhole(message: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> {
	return new Promise((resolve) => {
		const parts: Buffer[] = [];
		const timer = setTimeout(() => message.destroy(), BODY_IDLE);
		message.on("data", (part: Buffer) => parts.push(part));
		message.once("end", () => {
			clearTimeout(timer);
			resolve(new Uint8Array(Buffer.concat(parts)));
		});
		message.once("close", () => {
			clearTimeout(timer);
			resolve(undefined);
		});
	});
}

function readBody(message: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const restart = (): void => {
		clearTimeout(timer);
		timer = setTimeout(() => message.destroy(), BODY_IDLE);
	};
	let isWanted = true;
	return new ReadableStream<Uint8Array<ArrayBuffer>>({
		start(controller) {
			restart();
			message.on("data", (part: Buffer) => {
				restart();
				if (!isWanted) return;
				controller.enqueue(new Uint8Array(part));
				if ((controller.desiredSize ?? 0) <= 0) message.pause();
			});
			message.once("end", () => {
				clearTimeout(timer);
				if (isWanted) controller.close();
				isWanted = false;
			});
			message.once("close", () => {
				clearTimeout(timer);
				if (isWanted) controller.error(new TypeError("The client left"));
				isWanted = false;
			});
		},
		pull() {
			message.resume();
		},
		cancel() {
			isWanted = false;
			message.resume();
		},
	});
}

/** Reads what is left of a body nobody wants; one without end is cut off. */
function drain(message: IncomingMessage): void {
	if (message.complete || message.destroyed) return;
	let drained = 0;
	message.on("data", (part: Buffer) => {
		drained += part.length;
		if (drained > MOST_DRAINED) message.destroy();
	});
	message.resume();
}
