import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "../../src/cli/commands/serve/server.ts";
import { createGateway } from "../../src/gateway/index.ts";

let server: RunningServer | undefined;
afterEach(() => server?.close());

/** Sends text over a connection of its own; resolves with what came back when the server closed it. */
function send(text: string): Promise<string> {
	return new Promise((resolve) => {
		let answer = "";
		const socket = connect(Number(new URL(server?.url ?? "").port), "127.0.0.1", () => socket.write(text));
		socket.on("data", (part) => {
			answer += part.toString("latin1");
		});
		socket.on("error", () => undefined);
		socket.on("close", () => resolve(answer));
	});
}

describe("clients that stop midway", () => {
	it.each([
		["the headers", "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n"],
		["a small body", "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"],
		["a large body", "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n{"],
		[
			"a body in chunks",
			"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
		],
		[
			"a form",
			"POST /v1/audio/transcriptions HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900\r\n\r\n--x\r\n",
		],
	])("are disconnected within %s", async (_, text) => {
		server = await startServer(createGateway(), "127.0.0.1", 0, { headers: 100, idle: 100 });
		const started = performance.now();
		const answer = await send(text);
		// Not at once, which would be a fault.
		expect(performance.now() - started).toBeGreaterThan(80);
		expect(answer).toMatch(/^HTTP\/1\.1 408 /);
		// Again where a busy machine takes longer for the headers than this server waits.
		const health = async (): Promise<number> => (await fetch(`${server?.url}/health`)).status;
		await expect.poll(health, { timeout: 60_000 }).toBe(200);
	});
});
