import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll } from "vitest";

/** What a scripted server says to one request. */
export interface ScriptedAnswer {
	/** Default 200. */
	status?: number;
	headers?: Record<string, string>;
	/** Text or bytes are sent as they are, anything else as JSON with its content type. */
	body?: unknown;
	/** Bytes sent at a time; by default the body goes as a whole. */
	step?: number;
	/** Pause before each piece but the first, in milliseconds. */
	pause?: number;
	/**
	 * `end` (default): as HTTP wants it. `cut`: the connection is closed in the middle of the body.
	 * `hang`: nothing more comes. `refuse`: the connection is closed without any answer. `silence`: no answer at all.
	 */
	ending?: "end" | "cut" | "hang" | "refuse" | "silence";
}

export interface RecordedRequest {
	method: string;
	/** Path and query as sent. */
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
	/** Resolves when the client closes the connection before the answer is complete. */
	abandoned: Promise<void>;
}

/** Answers in turn (the last one again and again), or one chosen by the request. */
export type Script = readonly ScriptedAnswer[] | ((request: RecordedRequest) => ScriptedAnswer);

export interface ScriptedServer {
	/** `http://127.0.0.1:PORT`, without a slash at the end. */
	url: string;
	/** In the order in which they came. */
	requests: RecordedRequest[];
	close(): Promise<void>;
}

/** An HTTP server on loopback that follows a script. */
export async function startServer(script: Script): Promise<ScriptedServer> {
	const requests: RecordedRequest[] = [];
	const sockets = new Set<Socket>();
	const server = createServer(async (incoming, response) => {
		const record: RecordedRequest = {
			method: incoming.method ?? "",
			path: incoming.url ?? "",
			headers: incoming.headers,
			body: await text(incoming).catch(() => ""),
			abandoned: new Promise((resolve) => {
				response.on("close", () => {
					if (!response.writableFinished) resolve();
				});
			}),
		};
		const turn = requests.push(record) - 1;
		const answer = typeof script === "function" ? script(record) : (script[turn] ?? script.at(-1));
		await play(answer ?? {}, response);
	});
	server.on("connection", (socket) => {
		sockets.add(socket);
		socket.on("close", () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				for (const socket of sockets) socket.destroy();
			}),
	};
}

const servers: ScriptedServer[] = [];
// Not at the end of the test: where tests run side by side, nobody knows after an `await` which one is the current one.
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** As `startServer`, closed at the end of the file of tests. */
export async function serve(...script: ScriptedAnswer[]): Promise<ScriptedServer> {
	const server = await startServer(script);
	servers.push(server);
	return server;
}

async function play(answer: ScriptedAnswer, response: ServerResponse): Promise<void> {
	const { status = 200, headers, body = "", step, pause = 0, ending = "end" } = answer;
	if (ending === "silence") return;
	if (ending === "refuse") {
		response.destroy();
		return;
	}
	const isRaw = typeof body === "string" || body instanceof Uint8Array;
	response.writeHead(status, { ...(isRaw ? {} : { "content-type": "application/json" }), ...headers });
	response.flushHeaders();
	const bytes = Buffer.from(isRaw ? body : JSON.stringify(body));
	for (const [index, piece] of split(bytes, step).entries()) {
		if (index > 0 && pause > 0) await sleep(pause);
		if (response.destroyed) return;
		await new Promise((resolve) => response.write(piece, resolve));
	}
	if (ending === "cut") response.destroy();
	else if (ending === "end") response.end();
}

function split(bytes: Buffer, step = bytes.length): Buffer[] {
	const count = bytes.length === 0 ? 0 : Math.ceil(bytes.length / step);
	return Array.from({ length: count }, (_, index) => bytes.subarray(index * step, (index + 1) * step));
}

/** Returns a port that nothing listens on, for programs that cannot choose one. */
export async function freePort(): Promise<number> {
	const server = createTcpServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as { port: number };
	await new Promise((resolve) => server.close(resolve));
	return port;
}
