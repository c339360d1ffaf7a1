/** A provider on loopback, as a process of its own, so that its work does not count. Sends its port to the parent. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Tokens of a stream, each a chunk of the network, as with a model. */
export const TOKENS = 100;
const usage = { prompt_tokens: 12, completion_tokens: TOKENS, total_tokens: TOKENS + 12 };

const answer = JSON.stringify({
	id: "chatcmpl-1",
	model: "m",
	choices: [{ index: 0, message: { role: "assistant", content: "word ".repeat(200) }, finish_reason: "stop" }],
	usage,
});

export const TOKEN_EVENT = writeEvent({
	id: "chatcmpl-1",
	object: "chat.completion.chunk",
	created: 1,
	model: "m",
	choices: [{ index: 0, delta: { content: " word" }, finish_reason: null }],
});

export const LAST_EVENTS = `${writeEvent({ choices: [], usage })}data: [DONE]\n\n`;

function writeEvent(value: object): string {
	return `data: ${JSON.stringify(value)}\n\n`;
}

if (process.send) {
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			if (!Buffer.concat(parts).includes('"stream":true')) {
				response.setHeader("content-type", "application/json");
				response.end(answer);
				return;
			}
			response.setHeader("content-type", "text/event-stream");
			let left = TOKENS;
			const timer = setInterval(() => {
				if (left-- > 0) return void response.write(TOKEN_EVENT);
				clearInterval(timer);
				response.end(LAST_EVENTS);
			}, 1);
		});
	});
	// Connections wait while streams from memory are measured.
	server.keepAliveTimeout = 600_000;
	server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
	process.on("disconnect", () => process.exit());
}
