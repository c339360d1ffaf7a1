import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const token = (content: string): string =>
	`data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const CHAT = `${token("word ").repeat(20)}data: [DONE]\n\n`;

/** Responses by path: what the measured commands ask for. */
const RESPONSES: Readonly<Record<string, { type: string; body: string | Buffer }>> = {
	"/v1/chat/completions": { type: "text/event-stream", body: CHAT },
	"/labels": { type: "application/json", body: JSON.stringify([{ label: "lighthouse", score: 0.9 }]) },
	"/embed": { type: "application/json", body: JSON.stringify([Array.from({ length: 384 }, (_, n) => n / 384)]) },
	"/speech": { type: "audio/wav", body: Buffer.concat([Buffer.from("RIFF\x24\0\0\0WAVEfmt "), Buffer.alloc(20_000)]) },
};

/** Starts a service on loopback. */
export async function startService(): Promise<{ url: string; close(): void }> {
	const server = createServer((request, response) => {
		request.resume().on("end", () => {
			const { type, body } = RESPONSES[request.url ?? ""] ?? { type: "text/plain", body: "" };
			response.writeHead(200, { "content-type": type }).end(body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}
