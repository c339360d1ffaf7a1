import { get, type IncomingMessage, type ServerResponse } from "node:http";
import { parseJson, readMember } from "../../../base/json.ts";
import type { Gateway, GatewayRequest, ReplyStream } from "../../../gateway/index.ts";
import { isStream } from "../../../gateway/reply.ts";
import {
	createHttpServer,
	endResponse,
	hasBody,
	IdleWatch,
	listen,
	readTarget,
	streamBody,
	waitForDrain,
} from "../../../node-http.ts";
import { isPrivateAddress } from "../../network/public-hosts.ts";

/** Longest waits for clients, in milliseconds: for the headers of a request, and between two pieces of its body. */
const LIMITS = { headers: 20_000, idle: 60_000 };
/** Maximum bytes to read of a refused body, so that the client can read the error. */
const MAX_DISCARDED = 200 * 2 ** 20;

export interface RunningServer {
	/** Without a slash at the end. */
	url: string;
	/** Resolves when all started responses have been sent. */
	settle(): Promise<void>;
	close(): Promise<void>;
}

/** @throws what `listen` throws, such as `EADDRINUSE` */
export async function startServer(
	gateway: Pick<Gateway, "reply">,
	host: string,
	port: number,
	limits = LIMITS,
): Promise<RunningServer> {
	const options = {
		headersTimeout: limits.headers,
		requestTimeout: 0,
		keepAliveTimeout: 60_000,
		connectionsCheckingInterval: Math.min(limits.headers, 30_000),
	};
	const idle = new IdleWatch(limits.idle);
	let open = 0;
	let settled: (() => void) | undefined;
	const server = createHttpServer(options, (message, response) => {
		open++;
		const connection = new Connection(message, response, () => {
			if (--open === 0) settled?.();
		});
		answer(gateway, connection, idle).catch(() => response.destroy());
	});
	const url = await listen(server, host, port);
	return {
		url,
		settle: () =>
			new Promise((resolve) => {
				settled = resolve;
				if (open === 0) resolve();
			}),
		close: () =>
			new Promise((resolve) => {
				idle.stop();
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Milliseconds to wait for the server that holds a port. */
const HEALTH_TIMEOUT_MS = 1000;

/** Whether the server that holds a port is a `hub serve` that waits for its last calls, or has just closed. */
export function isReleasing(host: string, port: number): Promise<boolean> {
	const hostname = host === "0.0.0.0" || host === "::" ? "localhost" : host;
	return new Promise((resolve) => {
		const request = get({ hostname, port, path: "/health", timeout: HEALTH_TIMEOUT_MS }, (response) => {
			response.once("data", (part: Buffer) => {
				const health = parseJson(part.toString());
				resolve(readMember(health, "server") === "hub" && readMember(health, "status") === "stopping");
				request.destroy();
			});
			response.once("close", () => resolve(false));
		});
		request.on("timeout", () => request.destroy());
		request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
	});
}

async function answer(gateway: Pick<Gateway, "reply">, connection: Connection, idle: IdleWatch): Promise<void> {
	const { message, response } = connection;
	const request = await createRequest(connection, idle);
	// Also if a late body got a 408 already.
	if (response.destroyed || response.headersSent) return;
	if (!request) {
		response.writeHead(400, { "content-type": "application/json" });
		response.write(UNREADABLE);
		return await endResponse(response, MAX_DISCARDED);
	}
	const { status, headers, body } = await gateway.reply(request);
	if (isStream(body)) return await send(status, headers, body, connection);
	if (response.destroyed || response.headersSent) return;
	const content = body ?? "";
	const size = content instanceof Blob ? content.size : Buffer.byteLength(content);
	if (body !== undefined) headers["content-length"] = String(size);
	response.writeHead(status, headers);
	const hasContent = message.method !== "HEAD" && size > 0;
	if (content instanceof Blob || size > LARGE) {
		if (hasContent) for await (const piece of cut(content)) await write(response, piece);
	} else if (hasContent) {
		// ASCII is written without checking each character.
		const encoding = size === content.length ? "latin1" : "utf8";
		if (message.readableEnded) {
			response.end(content, encoding);
			return;
		}
		response.write(content, encoding);
	}
	await endResponse(response, MAX_DISCARDED);
}

/** Longer texts are written in pieces of this length, between which other requests are served. */
const LARGE = 2 ** 20;

async function* cut(content: string | Blob): AsyncGenerator<string | Uint8Array, void, undefined> {
	if (content instanceof Blob) {
		yield* content.stream() as unknown as AsyncIterable<Uint8Array>;
		return;
	}
	for (let start = 0; start < content.length; ) {
		let end = start + LARGE;
		// Do not split a surrogate pair.
		if (/[\ud800-\udbff]/.test(content.charAt(end - 1))) end++;
		yield content.slice(start, end);
		start = end;
	}
}

/** Writes a chunk at the speed of the client, and yields to other requests in between. */
async function write(response: ServerResponse, piece: string | Uint8Array): Promise<void> {
	// A client that reads slowly slows the provider down.
	if (!response.write(piece) && !response.destroyed) await waitForDrain(response);
	if (performance.now() - lastPause < MAX_BUSY_MS) return;
	await new Promise((resolve) => setImmediate(resolve));
	lastPause = performance.now();
}

/** Milliseconds to write responses before yielding to other requests: writing buffered data never pauses. */
const MAX_BUSY_MS = 5;
let lastPause = 0;

const UNREADABLE =
	'{"error":{"message":"The request cannot be read.","type":"invalid_request_error","code":"invalid_request","param":null}}';

async function send(
	status: number,
	headers: Record<string, string>,
	stream: ReplyStream,
	connection: Connection,
): Promise<void> {
	const { response } = connection;
	connection.onGone(() => stream.cancel());
	if (response.destroyed) return stream.cancel();
	response.writeHead(status, headers);
	while (!response.destroyed) {
		const text = await stream.next();
		if (text === undefined) break;
		await write(response, text);
	}
	if (stream.isBroken) response.destroy();
	else await endResponse(response, MAX_DISCARDED);
}

/** Bodies up to this size are read before the gateway gets them, also those of agents: a stream would cost more. */
const SMALL = 2 ** 20;

/** Returns the request without the cost of the class `Request`; undefined for an invalid one. */
async function createRequest(connection: Connection, idle: IdleWatch): Promise<GatewayRequest | undefined> {
	const { message } = connection;
	const { method = "GET", headers } = message;
	const url = readTarget(message);
	if (url === undefined) return undefined;
	const get = (name: string): string | null => {
		const value = headers[name];
		return value === undefined ? null : String(value);
	};
	const common = {
		method,
		url,
		headers: { get, has: (name: string) => headers[name] !== undefined },
		onGone: (listener: () => void) => connection.onGone(listener),
		// A function: objects with getters are copied slowly, and this one is copied for each request.
		isSecure: () => isForwardedSecurely(message),
	};
	if (!hasBody(message)) return { ...common, body: null };
	const isSmall = Number(headers["content-length"] ?? Number.NaN) <= SMALL;
	if (!isSmall || /^multipart/i.test(headers["content-type"] ?? "")) {
		return { ...common, body: streamBody(connection.response, idle) };
	}
	const content = await readWhole(connection, idle);
	return content && { ...common, body: null, content };
}

/** Whether a proxy on this machine or a private network reports that its client's connection is encrypted. */
function isForwardedSecurely({ socket, headers }: IncomingMessage): boolean {
	const [first] = String(headers["x-forwarded-proto"] ?? "").split(",");
	return first?.trim().toLowerCase() === "https" && isPrivateAddress(socket.remoteAddress ?? "");
}

/** Reads a small body; undefined if the client disconnected or stopped sending. */
function readWhole(connection: Connection, idle: IdleWatch): Promise<Uint8Array<ArrayBuffer> | undefined> {
	const { message, response } = connection;
	return new Promise((resolve) => {
		const parts: Buffer<ArrayBuffer>[] = [];
		idle.touch(response);
		const release = connection.onGone(() => {
			idle.untrack(response);
			resolve(undefined);
		});
		message.on("data", (part: Buffer<ArrayBuffer>) => {
			parts.push(part);
			if (!message.complete) idle.touch(response);
		});
		message.on("end", () => {
			idle.untrack(response);
			release();
			const [only] = parts;
			resolve(only && parts.length === 1 ? only : Buffer.concat(parts));
		});
	});
}

/** A request with its response. One listener notices that the client disconnected, and calls all others. */
class Connection {
	readonly message: IncomingMessage;
	readonly response: ServerResponse;
	private readonly listeners: (() => void)[] = [];
	private isGone = false;

	/** @param onClose called when the response was sent, or the connection broke */
	constructor(message: IncomingMessage, response: ServerResponse, onClose: () => void) {
		this.message = message;
		this.response = response;
		// Without listeners, a client that disconnects midway would end the process.
		message.on("error", ignore);
		response.on("error", ignore);
		response.on("close", () => {
			this.isGone = !response.writableFinished;
			if (this.isGone) for (const listener of this.listeners.splice(0)) listener();
			onClose();
		});
	}

	/**
	 * Calls the listener once if the client disconnects before it has the whole response; at once if it already has.
	 * @returns removes the listener
	 */
	onGone(listener: () => void): () => void {
		const { listeners } = this;
		if (this.isGone) listener();
		else listeners.push(listener);
		return () => {
			const place = listeners.indexOf(listener);
			if (place >= 0) listeners.splice(place, 1);
		};
	}
}

function ignore(): void {}
