import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";

/** One request as it came: its head and the bytes of its body. */
export interface RawRequest {
	/** First line and headers. */
	head: string;
	body: string;
	/** 1 for the first request on a connection. */
	turn: number;
	/** 1 for the first connection to the server. */
	connection: number;
}

/** Writes the response to a request on its socket. */
export type RawAnswer = (socket: Socket, request: RawRequest) => void;

export interface RawServer {
	url: string;
	requests: RawRequest[];
	close(): Promise<void>;
}

/**
 * A server that writes bytes, not responses: what no HTTP library would send.
 * @param isEager answers as soon as the head has come
 */
export async function startRawServer(answer: RawAnswer, host = "127.0.0.1", isEager = false): Promise<RawServer> {
	const requests: RawRequest[] = [];
	const sockets = new Set<Socket>();
	const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
		const connection = sockets.add(socket).size;
		let turn = 0;
		let pending = Buffer.alloc(0);
		socket.on("error", () => undefined);
		socket.on("end", () => socket.end());
		socket.on("data", (data) => {
			pending = Buffer.concat([pending, data]);
			for (;;) {
				const end = pending.indexOf("\r\n\r\n");
				if (end < 0) return;
				const head = pending.toString("latin1", 0, end);
				const body = isEager
					? { text: "", length: pending.length - end - 4 }
					: readBody(head, pending.subarray(end + 4));
				if (!body) return;
				pending = pending.subarray(end + 4 + body.length);
				turn++;
				const request = { head, body: body.text, turn, connection };
				requests.push(request);
				answer(socket, request);
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
		requests,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				for (const socket of sockets) socket.destroy();
			}),
	};
}

/** The body of a request; undefined while some of it is missing. */
function readBody(head: string, bytes: Buffer): { text: string; length: number } | undefined {
	if (/^transfer-encoding: *chunked/im.test(head)) {
		const text = bytes.toString("latin1");
		const end = text.indexOf("0\r\n\r\n");
		if (end < 0) return undefined;
		return { text: text.slice(0, end).replace(/[\da-f]+\r\n([\s\S]*?)\r\n/gi, "$1"), length: end + 5 };
	}
	const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
	return bytes.length < length ? undefined : { text: bytes.toString("utf8", 0, length), length };
}
