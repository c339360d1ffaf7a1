import * as library from "../../src/index.ts";
import { HOSTILE_URLS } from "./hostile-urls.ts";
import { fixtures, replay } from "./replay.ts";
import { mapping, serve } from "./serve.ts";

/** Jobs that are polled, and calls whose result is downloaded; a fixture each. */
export const POLLED = [...fixtures].filter(
	([name, { replies, requests }]) => /\.(basic|key)\.json$/.test(name) && replies.length > 1 && requests.length > 1,
);
const OWN_HEADER = "X-Own";

/** The first case of each provider is tried with many values, the others with some. */
const FULL = new Set(
	POLLED.map(([name], index) => (POLLED[index - 1]?.[1].provider === POLLED[index]?.[1].provider ? "" : name)),
);

/** Whether a server that decodes the path, also twice, leaves a folder. */
function climbs(path: string): boolean {
	const decoded = [1, 2, 3].reduce(
		(text) => text.replace(/%(2e|2f|5c|25)/gi, (code) => decodeURIComponent(code)),
		path,
	);
	return /(^|[/\\])\.\.?([/\\]|$)/.test(decoded);
}

/** Replaces one string of a JSON value: the URL, path or id at `index`. Returns undefined when there are no more. */
function replaceAt(value: unknown, index: number, replacement: string): unknown {
	let seen = -1;
	const visit = (item: unknown, key: string): unknown => {
		if (Array.isArray(item)) return item.map((entry) => visit(entry, key));
		if (item !== null && typeof item === "object") {
			return Object.fromEntries(Object.entries(item).map(([name, member]) => [name, visit(member, name)]));
		}
		const isTarget = typeof item === "string" && (/^https?:/.test(item) || /(^|_)(id|url|get|sample)$/.test(key));
		if (isTarget) seen++;
		return isTarget && seen === index ? replacement : item;
	};
	const result = visit(value, "");
	return seen >= index ? result : undefined;
}

/**
 * Follows the replies of a fixture with hostile values in them.
 * @param share the first case of a provider is tried with one value in so many, others with fewer; with other ones than
 *   the case before
 * @throws when a request goes elsewhere with credentials
 */
export async function followHostile(name: string, fixture: (typeof POLLED)[number][1], share: number): Promise<void> {
	const order = POLLED.findIndex(([other]) => other === name);
	const every = FULL.has(name) ? share : 25 * share;
	const [first] = fixture.requests;
	const start = new URL(first?.url ?? "");
	const isRouted = start.host === "router.huggingface.co";
	const prefix = isRouted ? `/${fixture.provider}/` : "/";
	for (const [turn, value] of HOSTILE_URLS.entries()) {
		if (turn % every !== order % every) continue;
		for (let index = 0; ; index++) {
			const replies = fixture.replies.map((reply) => replaceAt(reply.json, index, value));
			if (replies.every((reply) => reply === undefined)) break;
			// All places with every tenth value, the first one with all.
			if (index > 0 && turn % 10 !== 0) break;
			const { requests } = await replay(library, fixture, {
				options: { headers: { [OWN_HEADER]: "own" }, deadline: 60_000 },
				answer: (step) => (replies[step] === undefined ? undefined : Response.json(replies[step])),
			});
			for (const { url, headers } of requests) {
				const { protocol, origin, pathname, username } = new URL(url);
				const isWeb = /^https?:$/.test(protocol) && username === "";
				const isTrusted = "Authorization" in headers || OWN_HEADER in headers;
				const isBelow = origin === start.origin && pathname.startsWith(prefix) && !climbs(pathname);
				// Plain, as a matcher would take longer than the call.
				if (!isWeb || (isTrusted && !isBelow)) throw new Error(`${value} became ${url}`);
			}
		}
	}
}

/** Providers whose models Hugging Face maps to ids of their own. */
export const SERVED_BY_ROUTER: readonly library.InferenceProvider[] = library.INFERENCE_PROVIDERS.filter(
	(provider) => provider !== "openai",
);

/**
 * Calls a provider with hostile ids from Hugging Face.
 * @param share one id in so many is tried; other ones than for the provider before, since all share the code
 * @throws when a request leaves the base URLs of the provider
 */
export async function requestHostile(provider: library.InferenceProvider, share: number): Promise<void> {
	const served = Object.keys(library.PROVIDERS[provider]) as library.InferenceTask[];
	const {
		provider: { baseUrl, tasks },
	} = library.getProviderHelper(provider, served[0] ?? "conversational");
	const bases = [baseUrl, ...Object.values(tasks).flatMap(({ baseUrl: own }) => own ?? [])];
	const allowed = [`https://router.huggingface.co/${provider}/`, ...bases.map((base) => `${base}/`)];
	const order = SERVED_BY_ROUTER.indexOf(provider);
	for (const [turn, providerId] of HOSTILE_URLS.entries()) {
		if (turn % share !== order % share) continue;
		const task = served[turn % served.length] ?? "conversational";
		const accessToken = turn % 2 === 0 ? "hf_x" : "own-key";
		const { options, requests } = serve({
			"/api/models/": mapping([provider, task, { providerId }]),
			"": new Response("no", { status: 400 }),
		});
		const call = { provider, model: "org/model", inputs: "a", accessToken };
		await library.request(call, { ...options, task }).catch(() => undefined);
		for (const { url } of requests.slice(1)) {
			const { href, pathname } = new URL(url);
			const isBelow = allowed.some((base) => href.startsWith(base));
			if (!isBelow || climbs(pathname)) throw new Error(`${providerId} became ${url}`);
		}
	}
}
