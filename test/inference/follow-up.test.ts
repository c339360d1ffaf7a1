import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";
import { followHostile, POLLED, requestHostile, SERVED_BY_ROUTER } from "./hostile-follow-ups.ts";
import { HOSTILE_URLS } from "./hostile-urls.ts";
import { mapping, serve } from "./serve.ts";

describe("follow-up requests", () => {
	it("are tested with at least 200 values for every provider that polls", () => {
		expect(new Set(HOSTILE_URLS).size).toBeGreaterThan(200);
		const providers = new Set(POLLED.map(([, { provider }]) => provider));
		const polling = ["black-forest-labs", "fal-ai", "novita", "replicate", "together", "wavespeed", "zai-org"];
		expect([...providers]).toEqual(expect.arrayContaining(polling));
	});

	it.each(POLLED)("of %s send no credentials elsewhere", (name, fixture) => followHostile(name, fixture, 6));
});

describe("the first request", () => {
	it.each(SERVED_BY_ROUTER)("of %s stays below its base URL, whatever the mapping says", (provider) =>
		requestHostile(provider, 6),
	);

	it("requests only models from Hugging Face", async () => {
		for (const model of ["../../api/whoami-v2", "a/../../whoami", "..%2f..%2fx", ".%2e/.%2e/x"]) {
			const { options, requests } = serve({ "": Response.json({}) });
			const call = library.fillMask({ provider: "hf-inference", model, inputs: "a", accessToken: "hf_x" }, options);
			await expect(call).rejects.toMatchObject({ name: "InputError" });
			expect(requests).toEqual([]);
		}
	});
});

describe("headers of the caller", () => {
	it("go with the request and its polls, never to Hugging Face or to file hosts", async () => {
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
