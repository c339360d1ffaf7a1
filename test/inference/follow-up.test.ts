import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";
import { HOSTILE_URLS } from "./hostile-urls.ts";
import { fixtures, replay } from "./replay.ts";
import { mapping, serve } from "./serve.ts";

/** Jobs that are polled, and calls whose result is downloaded; a fixture each. */
const POLLED = [...fixtures].filter(
	([name, { replies, requests }]) => /\.(basic|key)\.json$/.test(name) && replies.length > 1 && requests.length > 1,
);
const OWN_HEADER = "X-Own";

/** The first case of each provider is tried with every value, the others with some. */
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

describe("follow-up requests", () => {
	it("are tried with 200 values and more, for every provider that polls", () => {
		expect(new Set(HOSTILE_URLS).size).toBeGreaterThan(200);
		const providers = new Set(POLLED.map(([, { provider }]) => provider));
		const polling = ["black-forest-labs", "fal-ai", "novita", "replicate", "together", "wavespeed", "zai-org"];
		expect([...providers]).toEqual(expect.arrayContaining(polling));
	});

	it.each(POLLED)("of %s take no credentials anywhere else", async (name, fixture) => {
		const [first] = fixture.requests;
		const start = new URL(first?.url ?? "");
		const isRouted = start.host === "router.huggingface.co";
		const prefix = isRouted ? `/${fixture.provider}/` : "/";
		for (const [turn, value] of HOSTILE_URLS.entries()) {
			if (!FULL.has(name) && turn % 25 !== 0) continue;
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
	});
});

/** A task of a provider. */
function firstTask(provider: library.InferenceProvider, turn = 0): library.InferenceTask {
	const tasks = Object.keys(library.PROVIDERS[provider]) as library.InferenceTask[];
	return tasks[turn % tasks.length] ?? "conversational";
}

describe("the first request", () => {
	const providers = library.INFERENCE_PROVIDERS.filter((provider) => provider !== "openai");

	it.each(providers)("of %s stays below its base URL, whatever the mapping says", async (provider) => {
		const {
			provider: { baseUrl, tasks },
		} = library.getProviderHelper(provider, firstTask(provider));
		const bases = [baseUrl, ...Object.values(tasks).flatMap(({ baseUrl: own }) => own ?? [])];
		const allowed = [`https://router.huggingface.co/${provider}/`, ...bases.map((base) => `${base}/`)];
		for (const [turn, providerId] of HOSTILE_URLS.entries()) {
			const task = firstTask(provider, turn);
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
	});

	it("asks the hub about models only", async () => {
		for (const model of ["../../api/whoami-v2", "a/../../whoami", "..%2f..%2fx", ".%2e/.%2e/x"]) {
			const { options, requests } = serve({ "": Response.json({}) });
			const call = library.fillMask({ provider: "hf-inference", model, inputs: "a", accessToken: "hf_x" }, options);
			await expect(call).rejects.toMatchObject({ name: "InputError" });
			expect(requests).toEqual([]);
		}
	});
});

describe("headers of the caller", () => {
	it("go with the request and its polls, never to the hub or to where results are stored", async () => {
		const { options, requests } = serve({
			"/api/models/": mapping(["fal-ai", "text-to-video"]),
			"/status": Response.json({ status: "COMPLETED" }),
			"files.test": new Response("video", { headers: { "content-type": "video/mp4" } }),
			"requests/1": Response.json({ video: { url: "https://files.test/v.mp4" } }),
			"fal-ai/": Response.json({ request_id: "1", response_url: "https://queue.fal.run/a/b/requests/1" }),
		});
		const call = { provider: "fal-ai", model: "org/model", inputs: "a", accessToken: "hf_x" };
		await library.textToVideo(call, { ...options, headers: { "X-Own": "own", authorization: "Bearer other" } });
		const seen = requests.map(({ url, headers }) => [new URL(url).host, headers["X-Own"], headers["authorization"]]);
		expect(seen).toEqual([
			["huggingface.co", undefined, undefined],
			["router.huggingface.co", "own", "Bearer other"],
			["router.huggingface.co", "own", "Bearer other"],
			["router.huggingface.co", "own", "Bearer other"],
			["files.test", undefined, undefined],
		]);
		expect(requests[1]?.headers).not.toHaveProperty("Authorization");
	});
});
