import { describe, expect, it } from "vitest";
import { fetchCredit, fetchDefaultModel, fetchMapping, fetchModel, searchModels, whoami } from "../../src/hub/index.ts";
import { ALL_PROVIDERS } from "../../src/inference/index.ts";
import { createAsker, HUB_KEY } from "./ask.ts";

const { fetch, get } = createAsker();
const hub = () => ({ fetch, accessToken: "hf_test", cache: new Map() as never });

describe("mapping", () => {
	it.each([
		["openai/whisper-large-v3", "automatic-speech-recognition"],
		["microsoft/my-whisper-fork", "automatic-speech-recognition"],
		["stabilityai/stable-diffusion-3.5-large", "text-to-image"],
		["sandbox/text-to-video", "text-to-video"],
		["sandbox/tiny-fill-mask", "fill-mask"],
		["BAAI/bge-small-en-v1.5", "feature-extraction"],
		["microsoft/knows", "conversational"],
	])("lists for %s the providers of %s", async (model, task) => {
		const entries = await fetchMapping(model, hub());
		expect(entries.length).toBeGreaterThan(0);
		expect(entries.map((entry) => entry.task)).toContain(task);
		for (const entry of entries) expect(entry).toMatchObject({ hfModelId: model, status: "live" });
		const providers = entries.map(({ provider }) => provider);
		expect(new Set(providers).size).toBe(providers.length);
	});

	it("names every provider that chats", async () => {
		const providers = (await fetchMapping("sandbox/conversational", hub())).map(({ provider }) => provider).sort();
		const chatting = ALL_PROVIDERS.filter(({ tasks, closedSource }) => !closedSource && "conversational" in tasks);
		expect(providers).toEqual(chatting.map(({ id }) => id).sort());
	});

	it("has models that misbehave", async () => {
		expect(await fetchMapping("sandbox/unserved", hub())).toEqual([]);
		expect((await fetchMapping("sandbox/staging-text-to-image", hub()))[0]).toMatchObject({ status: "staging" });
		expect((await fetchMapping("sandbox/lora-text-to-image", hub()))[0]).toMatchObject({
			adapter: "lora",
			adapterWeightsPath: expect.stringContaining(".safetensors"),
		});
		await expect(fetchMapping("sandbox/missing", hub())).rejects.toMatchObject({ httpResponse: { status: 404 } });
		await expect(fetchMapping("sandbox/gated", hub())).rejects.toMatchObject({ httpResponse: { status: 403 } });
		expect((await get("/api/models/sandbox/missing")).status).toBe(401);
	});
});

describe("records", () => {
	it("invents the same plausible record each time", async () => {
		const record = await fetchModel("meta-llama/Llama-Tiny-7B", hub());
		expect(record).toMatchObject({
			id: "meta-llama/Llama-Tiny-7B",
			author: "meta-llama",
			pipeline_tag: "text-generation",
			library_name: "transformers",
			private: false,
			safetensors: { total: 7e9 },
		});
		expect(record.tags).toContain("llama");
		expect(record).not.toHaveProperty("inferenceProviderMapping");
		expect(await fetchModel("meta-llama/Llama-Tiny-7B", hub())).toEqual(record);
	});

	it("expands only requested fields", async () => {
		const record = await fetchModel("sandbox/m", hub(), ["pipeline_tag", "likes"]);
		expect(Object.keys(record).sort()).toEqual(["_id", "id", "likes", "pipeline_tag"]);
	});
});

describe("search", () => {
	it.each([
		[{ search: "whisper" }, /whisper/i],
		[{ author: "Qwen" }, /^Qwen\//],
		[{ pipelineTag: "text-to-video" }, /video|cosmos/i],
	])("finds %j", async (query, pattern) => {
		const found = await searchModels(query, hub());
		expect(found.length).toBeGreaterThan(0);
		for (const { id } of found) expect(id).toMatch(pattern);
	});

	it("finds models of a provider and task, sorted", async () => {
		const found = await searchModels(
			{ pipelineTag: "text-to-image", inferenceProvider: "fal-ai", sort: "downloads", limit: 4 },
			hub(),
		);
		const downloads = found.map((record) => record.downloads ?? 0);
		expect(downloads).toHaveLength(4);
		expect(downloads).toEqual([...downloads].sort((a, b) => b - a));
	});

	it("continues on the next page", async () => {
		const seen: string[] = [];
		let next: string | undefined = "/api/models?filter=conversational&limit=3";
		while (next !== undefined) {
			const response = await get(next);
			seen.push(...((await response.json()) as { id: string }[]).map(({ id }) => id));
			next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
		}
		expect(seen.length).toBeGreaterThan(3);
		expect(new Set(seen).size).toBe(seen.length);
	});
});

it("has a default model for chat", async () => {
	expect(await fetchDefaultModel("conversational", hub())).toBe("Qwen/Qwen3-235B-A22B-Instruct-2507");
	expect(await fetchDefaultModel("text-to-audio", hub())).toBe("facebook/musicgen-small");
});

describe("account", () => {
	it("belongs to any Hugging Face token", async () => {
		expect(await whoami(hub())).toMatchObject({ name: "sandbox", orgs: [{ name: "sandbox-org" }] });
	});

	it("has credit of a month, of which some is used", async () => {
		const now = Date.parse("2026-11-28T12:00:00Z");
		expect(await fetchCredit(now, hub())).toMatchObject({ included: 2, used: 0.25, left: 1.75 });
	});

	it.each([[{}], [{ authorization: "Bearer sk-x" }], [{ authorization: "Bearer hf_invalid" }]])(
		"rejects %j",
		async (headers) => {
			const response = await get("/api/whoami-v2", headers as Record<string, string>);
			expect(response.status).toBe(401);
			expect(await response.json()).toEqual({ error: "Invalid username or password." });
		},
	);
});

it("describes itself on its start page", async () => {
	expect(await (await get("/")).text()).toContain("HF_ENDPOINT=http://sandbox.test");
	expect((await get("/api/nothing", HUB_KEY)).status).toBe(404);
});
