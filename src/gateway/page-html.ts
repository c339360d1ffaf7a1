import type { Reply } from "./reply.ts";

const POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of the page and its files. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
	"content-security-policy": POLICY,
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"cache-control": "no-store",
	"cross-origin-resource-policy": "same-origin",
};

/** Returns a page with one message. */
export function notice(status: number, text: string): Reply {
	return html(status, "", `<main><h1>hub serve</h1><p>${text}</p></main>`);
}

/** Returns a page without inline scripts or styles. */
export function html(status: number, head: string, body: string): Reply {
	const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>hub serve</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;
	return { status, headers: { ...SAFE_HEADERS, "content-type": "text/html; charset=utf-8" }, body: text };
}
