import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a service does with one request. */
export interface Exchange {
	/** Content of the last message. */
	prompt: string;
	body: Record<string, unknown>;
	request: IncomingMessage;
	response: ServerResponse;
	/** How often the prompt was asked, this time included. */
	count: number;
}

export interface ChatService {
	/** Address for `--endpoint`. */
	url: string;
	/** How often each prompt was asked, and answered to the end. */
	asked: Map<string, number>;
	answered: Map<string, number>;
	/** Most requests at a time. */
	mostOpen: number;
	close(): Promise<void>;
}

export interface ChatServiceOptions {
	/** Milliseconds before each answer. Default 0. */
	delay?: number;
	/** Answers in place of the service; returns whether it did. */
	intercept?(exchange: Exchange): boolean | Promise<boolean>;
	/** Headers of every answer. */
	headers?(exchange: Exchange): Record<string, string>;
}

/** A chat service on loopback that repeats the prompt, and counts. */
export async function startChatService(options: ChatServiceOptions = {}): Promise<ChatService> {
	const asked = new Map<string, number>();
	const answered = new Map<string, number>();
	const count = (map: Map<string, number>, prompt: string): number => {
		const next = (map.get(prompt) ?? 0) + 1;
		map.set(prompt, next);
		return next;
	};
	let open = 0;
	const service: ChatService = { url: "", asked, answered, mostOpen: 0, close: () => close(server) };
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		open++;
		service.mostOpen = Math.max(service.mostOpen, open);
		response.on("close", () => open--);
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as Record<string, unknown>;
		const messages = (body["messages"] ?? []) as { content: string }[];
		const prompt = messages.at(-1)?.content ?? "";
		const exchange = { prompt, body, request, response, count: count(asked, prompt) };
		if (options.delay) await new Promise((resolve) => setTimeout(resolve, options.delay));
		if (await options.intercept?.(exchange)) return;
		reply(response, 200, completion(`re: ${prompt}`), options.headers?.(exchange));
		response.on("finish", () => count(answered, prompt));
	};
	const server = createServer((request, response) => {
		answer(request, response).catch(() => response.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
	return service;
}

export function completion(content: string): object {
	const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
	return {
		id: "c",
		object: "chat.completion",
		created: 1,
		model: "m",
		choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
		usage,
	};
}

export function reply(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, { "content-type": "application/json", ...headers });
	response.end(JSON.stringify(body));
}

function close(server: Server): Promise<void> {
	server.closeAllConnections();
	return new Promise((resolve) => server.close(() => resolve()));
}
