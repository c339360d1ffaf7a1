import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";
import { climbs, followHostile, POLLED } from "./hostile-follow-ups.ts";
import { HOSTILE_URLS } from "./hostile-urls.ts";
import { mapping, serve } from "./serve.ts";

describe("follow-up requests", () => {
	it("are tried with 200 values and more, for every provider that polls", () => {
		expect(new Set(HOSTILE_URLS).size).toBeGreaterThan(200);
		const providers = new Set(POLLED.map(([, { provider }]) => provider));
		const polling = ["black-forest-labs", "fal-ai", "novita", "replicate", "together", "wavespeed", "zai-org"];
		expect([...providers]).toEqual(expect.arrayContaining(polling));
	});

	it.each(POLLED)("of %s take no credentials anywhere else", (name, fixture) => followHostile(name, fixture, 3));
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
			// Other ones than the provider before, since all share the code.
			if (turn % 3 !== providers.indexOf(provider) % 3) continue;
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
