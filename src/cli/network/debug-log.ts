import { type Fetch, isRequest, redactHeaders } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { sanitize } from "../terminal/sanitize.ts";

/** Prints each request and response on stderr, without secrets: `--debug`. */
export function withDebugLog(fetch: Fetch, context: Context): Fetch {
	return async (input, init) => {
		const url = isRequest(input) ? input.url : String(input);
		const method = init?.method ?? "GET";
		const started = context.now();
		context.warn(`> ${method} ${sanitize(url)}`);
		const headers = redactHeaders((init?.headers as Record<string, string> | undefined) ?? {});
		for (const [name, value] of Object.entries(headers)) context.warn(`> ${name}: ${sanitize(value)}`);
		if (typeof init?.body === "string") context.warn(`> ${sanitize(init.body)}`);
		const response = await fetch(input, init);
		context.warn(`< ${response.status} ${sanitize(response.statusText)} (${context.now() - started} ms)`);
		response.headers.forEach((value, name) => {
			context.warn(`< ${name}: ${sanitize(name === "set-cookie" ? "[redacted]" : value)}`);
		});
		return response;
	};
}
