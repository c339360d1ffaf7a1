import { vi } from "vitest";
import type { Notice } from "../../src/index.ts";

export interface Request {
	method: string;
	url: string;
	headers: Record<string, string>;
	body: unknown;
	init: RequestInit;
}

type Reply = Response | Error | ((request: Request) => Response | Promise<Response>);

/** A `fetch` that answers by address: the first route whose key the address contains. Routes may hold a list, used up in order. */
export function serve(routes: Record<string, Reply | Reply[]>) {
	const requests: Request[] = [];
	const fetch = vi.fn(async (input: string | URL | globalThis.Request, init: RequestInit = {}) => {
		init.signal?.throwIfAborted();
		const url = String(input);
		const body = typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : init.body;
		const headers = (init.headers ?? {}) as Record<string, string>;
		const request = { method: init.method ?? "GET", url, headers, body, init };
		requests.push(request);
		const key = Object.keys(routes).find((part) => url.includes(part));
		const route = key === undefined ? undefined : routes[key];
		const reply = Array.isArray(route) ? route.shift() : route;
		if (reply === undefined) throw new Error(`Unexpected request: ${url}`);
		if (reply instanceof Error) throw reply;
		return reply instanceof Response ? reply.clone() : reply(request);
	});
	const notices: Notice[] = [];
	const options = {
		fetch: fetch as unknown as typeof globalThis.fetch,
		cache: new Map<string, unknown>(),
		onNotice: (notice: Notice) => void notices.push(notice),
		retry_on_error: false,
	};
	return { options, requests, notices };
}

/** Hugging Face's answer about a model: provider → task, in the user's order. */
export function mapping(...entries: [provider: string, task: string, more?: Record<string, unknown>][]): Response {
	return Response.json({
		inferenceProviderMapping: entries.map(([provider, task, more]) => ({
			provider,
			hfModelId: "org/model",
			providerId: `${provider}-id`,
			status: "live",
			task,
			...more,
		})),
	});
}

export const COMPLETION = {
	id: "c1",
	created: 1,
	model: "m",
	choices: [{ index: 0, message: { role: "assistant", content: "Hello" } }],
	usage: null,
};

export function events(...lines: string[]): Response {
	return new Response(lines.join("\n"), { headers: { "content-type": "text/event-stream" } });
}

/** What a promise or a stream comes to: its error's name and message, or "no error". */
export async function failure(running: Promise<unknown> | AsyncIterable<unknown>): Promise<string> {
	try {
		if (Symbol.asyncIterator in running) for await (const _ of running);
		else await running;
		return "no error";
	} catch (error) {
		return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
	}
}
