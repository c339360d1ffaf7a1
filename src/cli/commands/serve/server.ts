import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Gateway, type GatewayRequest, isStream, type ReplyStream } from "../../../gateway/index.ts";
import { hasBody, listen, readTarget, waitForDrain } from "../../../node-http.ts";

/** Longest waits for clients, in milliseconds. */
export interface ServerLimits {
	/** For the headers of a request. */
	headers: number;
	/** Between two pieces of its body. */
	idle: number;
}

const LIMITS: ServerLimits = { headers: 20_000, idle: 60_000 };
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
export async function startServer(
	gateway: Gateway,
	host: string,
	port: number,
	limits: ServerLimits = LIMITS,
): Promise<RunningServer> {
	const server = createServer({
		headersTimeout: limits.headers,
		requestTimeout: 0,
		keepAliveTimeout: 60_000,
		connectionsCheckingInterval: Math.min(limits.headers, 30_000),
	});
	const open = new Set<ServerResponse>();
	let settled: (() => void) | undefined;
	server.on("request", (message: IncomingMessage, response: ServerResponse) => {
		open.add(response);
		response.once("close", () => {
			open.delete(response);
			if (open.size === 0) settled?.();
		});
		answer(gateway, message, response, limits.idle).catch(() => response.destroy());
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

async function answer(
	gateway: Gateway,
	message: IncomingMessage,
	response: ServerResponse,
	idle: number,
): Promise<void> {
	// Without listeners, a client that leaves in the middle would end the process.
	message.on("error", ignore);
	response.on("error", ignore);
	const request = await createRequest(message, response, idle);
	if (!request) {
		response.writeHead(400, { "content-type": "application/json", connection: "close" });
		response.end(UNREADABLE);
		return;
	}
	const { status, headers, body } = await gateway.reply(request);
	if (isStream(body)) return await send(status, headers, body, response, message);
	if (response.destroyed) return;
	const content = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : (body ?? "");
	if (body !== undefined) headers["content-length"] = String(Buffer.byteLength(content));
	response.writeHead(status, headers);
	drain(message);
	response.end(message.method === "HEAD" ? undefined : content);
}

function ignore(): void {}

const UNREADABLE =
	'{"error":{"message":"The request cannot be read.","type":"invalid_request_error","code":"invalid_request","param":null}}';

async function send(
	status: number,
	headers: Record<string, string>,
	stream: ReplyStream,
	response: ServerResponse,
	message: IncomingMessage,
): Promise<void> {
	response.once("close", () => stream.cancel());
	if (response.destroyed) return stream.cancel();
	response.writeHead(status, headers);
	while (!response.destroyed) {
		const text = await stream.next();
		if (text === undefined) break;
		// A client that reads slowly slows the provider down.
		if (!response.write(text) && !response.destroyed) {
			await waitForDrain(response);
		}
	}
	drain(message);
	response.end();
}

/** Bodies up to this size are read before the gateway sees them: streams cost more than they do. */
const SMALL = 64 * 1024;

/** The request without the weight of the class `Request`; undefined for one that cannot be read. */
async function createRequest(
	message: IncomingMessage,
	response: ServerResponse,
	idle: number,
): Promise<GatewayRequest | undefined> {
	const { method = "GET", headers } = message;
	const target = readTarget(message);
	if (target === undefined) return undefined;
	const get = (name: string): string | null => {
		const value = headers[name];
		return value === undefined ? null : String(value);
	};
	const onGone = (listener: () => void): (() => void) => {
		const tell = (): void => {
			if (!response.writableFinished) listener();
		};
		response.once("close", tell);
		return () => response.off("close", tell);
	};
	const common = { method, url: target, headers: { get, has: (name: string) => get(name) !== null }, onGone };
	if (!hasBody(message)) return { ...common, body: null };
	const isSmall =
		Number(headers["content-length"] ?? Number.NaN) <= SMALL && !/^multipart/i.test(get("content-type") ?? "");
	if (!isSmall) return { ...common, body: readBody(message, idle) };
	const content = await readWhole(message, idle);
	return content && { ...common, body: null, content };
}

/** Undefined where the client left, or sends nothing more. */
function readWhole(message: IncomingMessage, idle: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
	return new Promise((resolve) => {
		const parts: Buffer[] = [];
		const timer = setTimeout(() => message.destroy(), idle);
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

function readBody(message: IncomingMessage, idle: number): ReadableStream<Uint8Array<ArrayBuffer>> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const restart = (): void => {
		clearTimeout(timer);
		timer = setTimeout(() => message.destroy(), idle);
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

/** Reads the rest of an unwanted body; an endless one is cut off. */
function drain(message: IncomingMessage): void {
	if (message.complete || message.destroyed) return;
	let drained = 0;
	message.on("data", (part: Buffer) => {
		drained += part.length;
		if (drained > MOST_DRAINED) message.destroy();
	});
	message.resume();
}
