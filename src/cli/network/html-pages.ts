import { InferenceClientProviderOutputError } from "../../errors.ts";
import { type Fetch, isRequest } from "../../http/index.ts";
import { redactUrl } from "../../http/redact.ts";

/** Characters to read of a page: its title is at the start. */
const MAX_READ = 64_000;

/** Text of pages that ask for a password. */
const SIGN_IN = /\b(sign|log)[\s-]?(in|on)\b|\bsso\b|type=["']?password/i;

/**
 * Refuses HTML in place of an API's response, with its title and URL: the page of a server whose API has another
 * path, or the sign-in page of a proxy. An error page is replaced by a line about it; its status stays, for
 * retries and exit codes. Files that are downloaded may be pages.
 */
export function refusePages(fetch: Fetch): Fetch {
	return async (input, init) => {
		const response = await fetch(input, init);
		const url = isRequest(input) ? input.url : String(input);
		const isPage = /^\s*(text\/html|application\/xhtml)/i.test(response.headers.get("content-type") ?? "");
		if (!isPage || !isApiCall(url, init)) return response;
		const { ok, status } = response;
		const text = describePage(redactUrl(url), await readStart(response), status);
		if (ok) throw new InferenceClientProviderOutputError(text);
		const headers = new Headers([...response.headers]);
		for (const name of ["content-length", "content-encoding"]) headers.delete(name);
		headers.set("content-type", "text/plain");
		return new Response(text, { status, headers });
	};
}

function isApiCall(url: string, init: RequestInit | undefined): boolean {
	const { pathname } = new URL(url);
	return (init?.method ?? "GET") !== "GET" || /\/api\/|\/v1\/models/.test(pathname);
}

async function readStart(response: Response): Promise<string> {
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	while (reader && text.length < MAX_READ) {
		const { done, value } = await reader.read();
		if (done) return text;
		text += value;
	}
	await reader?.cancel();
	return text;
}

/** Statuses of pages at paths outside the API; other errors come from the service itself. */
const NO_API: readonly number[] = [200, 404, 405, 501];

/** Describes a page that was returned in place of an API's response. */
export function describePage(url: string, html: string, status = 200): string {
	const title = /<title[^>]{0,200}>([^<]{1,200})/i.exec(html)?.[1]?.replace(/\s+/g, " ").trim();
	const named = title ? ` ("${title}")` : "";
	if (SIGN_IN.test(title ?? "") || SIGN_IN.test(html)) {
		return `${url} returned a sign-in page${named}: a proxy or a gateway wants you to sign in first. Sign in with a browser, or use a network without it.`;
	}
	const advice = NO_API.includes(status) ? " Check the URL: that of an API often ends in /v1." : "";
	return `${url} returned an HTML page${named} instead of JSON.${advice}`;
}
