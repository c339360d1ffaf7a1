import { equalsInConstantTime, hasKey } from "./access.ts";
import { GatewayError } from "./errors.ts";
import { type Reply, replyJson } from "./reply.ts";
import type { Services } from "./services.ts";
import type { GatewayRequest } from "./types.ts";

const COOKIE = "hub_session";

export type Page = ReturnType<typeof createPage>;

/** The page of calls: access to it, its files and its data. */
export function createPage({ options, calls }: Services) {
	const { basePath: base = "" } = options;
	/** Codes of links that have not been opened yet. */
	const codes = new Set<string>();
	/** Values of the cookies it has set. */
	const sessions = new Set<string>();

	const isOpen = (request: GatewayRequest): boolean => {
		if (options.key === undefined || hasKey(request, options.key)) return true;
		const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
		const given = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
		return given !== undefined && [...sessions].some((session) => equalsInConstantTime(given, session));
	};
	const check = (request: GatewayRequest): void => {
		if (!isOpen(request)) throw new GatewayError(401, OPEN_LINK, { code: "no_session" });
	};
	return {
		/** Returns a path that opens the page once. */
		createLink(): string {
			const code = createSecret();
			codes.add(code);
			return `${base}/?code=${code}`;
		},
		/** `GET /`: the page; with the code of a link first a cookie, then the page without the code in its URL. */
		answer(request: GatewayRequest, url: URL): Reply {
			const code = url.searchParams.get("code");
			if (code !== null) {
				const known = [...codes].find((candidate) => equalsInConstantTime(code, candidate));
				if (known === undefined) return notice(403, "This link works only once. Restart hub serve for a new one.");
				codes.delete(known);
				const session = createSecret();
				sessions.add(session);
				const isSecure = request.isSecure?.() ?? url.protocol === "https:";
				const cookie = `${COOKIE}=${session}; HttpOnly; SameSite=Strict; Path=${base}/${isSecure ? "; Secure" : ""}`;
				const headers = { ...SAFE_HEADERS, location: `${base}/`, "set-cookie": cookie };
				return { status: 303, headers, body: undefined };
			}
			if (!isOpen(request)) return notice(401, OPEN_LINK);
			const files = `<link rel="stylesheet" href="${base}/page.css"><script src="${base}/page.js" defer></script>`;
			return html(200, files, '<div id="root"></div>');
		},
		/** Returns a file of the page. Files contain no calls, so they need no cookie. */
		answerFile(name: "script" | "style"): Reply {
			const body = options.page?.[name];
			if (body === undefined) throw new GatewayError(404, "This gateway has no page.");
			const type = name === "script" ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8";
			return { status: 200, headers: { ...SAFE_HEADERS, "content-type": type }, body };
		},
		/** `GET /calls`: the last calls, the newest first; with `text` those that contain it. */
		answerCalls(request: GatewayRequest, url: URL): Reply {
			check(request);
			return replyJson({ calls: calls.list(url.searchParams.get("text") ?? "") }, { headers: SAFE_HEADERS });
		},
		/** `GET /calls/{id}`: one call with its request and response. */
		answerCall(request: GatewayRequest, id: string): Reply {
			check(request);
			const call = calls.get(id);
			if (!call) throw new GatewayError(404, "Unknown call, or one too old to be kept.", { code: "call_not_found" });
			return replyJson(call, { headers: SAFE_HEADERS });
		},
	};
}

const OPEN_LINK = "Open the link that hub serve printed.";

function createSecret(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(24));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const SAFE_HEADERS: Readonly<Record<string, string>> = {
	"content-security-policy":
		"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"cache-control": "no-store",
	"cross-origin-resource-policy": "same-origin",
};

function notice(status: number, text: string): Reply {
	return html(status, "", `<main><h1>hub serve</h1><p>${text}</p></main>`);
}

/** Returns a page without inline scripts or styles. */
function html(status: number, head: string, body: string): Reply {
	const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>hub serve</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;
	return { status, headers: { ...SAFE_HEADERS, "content-type": "text/html; charset=utf-8" }, body: text };
}
