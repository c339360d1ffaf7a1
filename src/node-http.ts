import {
	createServer,
	type IncomingMessage,
	type RequestListener,
	type Server,
	type ServerOptions,
	type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { memoize } from "./base/memoize.ts";

/**
 * Creates a server that responds to every request: Node would cut the connection for CONNECT and for unknown methods.
 */
export function createHttpServer(options: ServerOptions, answer: RequestListener): Server {
	const server = createServer(options, answer);
	server.on("connect", (_, socket) => refuse(socket, "405 Method Not Allowed"));
	server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) => {
		if (code === "ECONNRESET" || !socket.writable) socket.destroy();
		else refuse(socket, CLIENT_ERRORS[code ?? ""] ?? "400 Bad Request");
	});
	return server;
}

/** Code of Node → status line. */
const CLIENT_ERRORS: Readonly<Record<string, string>> = {
	HPE_INVALID_METHOD: "501 Not Implemented",
	HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
	HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
	ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

function refuse(socket: Duplex, status: string): void {
	socket.on("error", () => undefined);
	socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`, () => socket.destroy());
}

/**
 * Makes a server listen on a port.
 * @param port 0 for a free one
 * @returns its URL, without a slash at the end
 * @throws what `listen` throws, such as `EADDRINUSE`
 */
export async function listen(server: Server, host: string, port: number): Promise<string> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, () => {
			server.off("error", reject);
			resolve();
		});
	});
	const address = server.address();
	const actual = typeof address === "object" && address ? address.port : port;
	return `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
}

/** The URL of a request; undefined for a malformed one. A target such as `//` is a path, not a host. */
export function readTarget({ url = "/", headers }: IncomingMessage): string | undefined {
	const target = url.startsWith("/") ? `http://${headers.host ?? "localhost"}${url}` : url;
	return isUrl(target) ? target : undefined;
}

const isUrl: (text: string) => boolean = memoize((text) => URL.canParse(text));

/** Whether a request has a body. */
export function hasBody({ method, headers }: IncomingMessage): boolean {
	if (method === "GET" || method === "HEAD") return false;
	return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

/** Waits until a response accepts more bytes, or is closed: a client that reads slowly slows its server down. */
export function waitForDrain(response: ServerResponse): Promise<void> {
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

const LATE_BODY_RESPONSE =
	'{"error":{"message":"The body of the request did not arrive in time.","type":"invalid_request_error","code":"request_timeout","param":null}}';

/** Responds with 408 to requests whose body stops arriving, with one timer for all of them. */
export class IdleWatch {
	private readonly limit: number;
	private readonly timer: ReturnType<typeof setInterval>;
	/** Response → when the last piece of its request's body arrived. */
	private readonly heard = new Map<ServerResponse, number>();

	/** @param limit maximum wait for the next piece, in milliseconds; up to a quarter longer in practice */
	constructor(limit: number) {
		this.limit = limit;
		this.timer = setInterval(() => this.end(), Math.max(1, limit / 4));
		this.timer.unref();
	}

	/** Records that a piece arrived, or that the first is expected. */
	touch(response: ServerResponse): void {
		this.heard.set(response, performance.now());
	}

	/** Stops watching: the body is complete, or no longer needed. */
	untrack(response: ServerResponse): void {
		this.heard.delete(response);
	}

	stop(): void {
		clearInterval(this.timer);
	}

	private end(): void {
		const oldest = performance.now() - this.limit;
		for (const [response, time] of this.heard) {
			if (time > oldest) continue;
			this.heard.delete(response);
			if (response.headersSent) response.req.destroy();
			else response.writeHead(408, { "content-type": "application/json", connection: "close" }).end(LATE_BODY_RESPONSE);
		}
	}
}

/**
 * Returns a request's body as a stream, which slows the client down to the speed of its reader.
 * @param admit called with the size of each piece in bytes; an error that it returns ends the stream
 */
export function streamBody(
	response: ServerResponse,
	idle: IdleWatch,
	admit: (size: number) => Error | undefined = () => undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
	const message = response.req;
	let isWanted = true;
	return new ReadableStream<Uint8Array<ArrayBuffer>>({
		start(controller) {
			const end = (finish: () => void): void => {
				idle.untrack(response);
				if (isWanted) finish();
				isWanted = false;
			};
			idle.touch(response);
			message.on("data", (part: Buffer) => {
				if (!isWanted) return;
				idle.touch(response);
				const refusal = admit(part.length);
				if (refusal) return end(() => controller.error(refusal));
				controller.enqueue(new Uint8Array(part));
				if ((controller.desiredSize ?? 0) > 0) return;
				// A slow reader is not the client's fault.
				idle.untrack(response);
				message.pause();
			});
			message.once("end", () => end(() => controller.close()));
			message.once("close", () => end(() => controller.error(new TypeError("The client left"))));
		},
		pull() {
			if (!message.isPaused()) return;
			idle.touch(response);
			message.resume();
		},
		cancel() {
			isWanted = false;
			idle.untrack(response);
			message.resume();
		},
	});
}

/** Maximum time to read the rest of an unwanted body, in milliseconds. */
const MAX_DISCARD_MS = 60_000;

/**
 * Ends a response that may be sent before its request was read to the end. The rest is read and dropped, so that the next
 * request on the connection works; a remainder that takes longer than a minute, or is too large, ends the connection.
 * @param maxBytes largest rest
 */
export async function endResponse(response: ServerResponse, maxBytes: number): Promise<void> {
	const message = response.req;
	const isRead = message.readableEnded || (message.complete && message.readableLength === 0);
	if (isRead || message.destroyed) {
		response.end();
		return;
	}
	const discarded = discard(message, maxBytes);
	// Closing the connection resets it: a client that is still sending would not see the response.
	if (!response.shouldKeepAlive) await discarded;
	response.end();
}

function discard(message: IncomingMessage, maxBytes: number): Promise<void> {
	// The reader of the body, if there is one, would pause it again.
	message.removeAllListeners("data");
	const timer = setTimeout(() => message.destroy(), MAX_DISCARD_MS);
	timer.unref();
	let size = 0;
	message.on("data", (part: Buffer) => {
		size += part.length;
		if (size > maxBytes) message.destroy();
	});
	message.resume();
	return new Promise((resolve) => {
		const finish = (): void => {
			clearTimeout(timer);
			resolve();
		};
		message.once("end", finish).once("close", finish);
	});
}
