import { describe, expect, it } from "vitest";
import { ALL_PROVIDERS } from "../../src/inference/index.ts";
import { toSandboxUrl } from "../../src/sandbox/index.ts";
import { createAsker, HUB_KEY } from "./ask.ts";

const { post, get } = createAsker();
const body = { model: "sandbox/chat", messages: [{ role: "user", content: "hi" }] };

describe("keys", () => {
	it.each([
		["routed, Hugging Face token", "/together/v1/chat/completions", "Bearer hf_x", 200],
		["routed, provider key", "/together/v1/chat/completions", "Bearer sk-x", 401],
		["routed, none", "/together/v1/chat/completions", undefined, 401],
		["routed, refused token", "/together/v1/chat/completions", "Bearer hf_invalid", 401],
		["direct, provider key", "/@api.together.xyz/v1/chat/completions", "Bearer sk-x", 200],
		["direct, Hugging Face token", "/@api.together.xyz/v1/chat/completions", "Bearer hf_x", 401],
		["direct, none", "/@api.together.xyz/v1/chat/completions", undefined, 401],
		["direct, wrong scheme", "/@api.clarifai.com/v2/ext/openai/v1/chat/completions", "Bearer sk-x", 401],
		["direct, its scheme", "/@api.clarifai.com/v2/ext/openai/v1/chat/completions", "Key sk-x", 200],
		["direct, expired", "/@api.together.xyz/v1/chat/completions", "Bearer sk-expired", 401],
		["the real host", "https://api.together.xyz/v1/chat/completions", "Bearer sk-x", 200],
		["the real router", "https://router.huggingface.co/v1/chat/completions", "Bearer hf_x", 200],
	])("%s", async (_, path, authorization, status) => {
		const response = await post(path, body, authorization === undefined ? {} : { authorization });
		expect(response.status).toBe(status);
	});
});

it.each([
	["/v1/nothing", 404],
	["/together/v1/nothing", 404],
	["/openai/v1/chat/completions", 404],
	["/@unknown.example/v1/chat/completions", 404],
	["/elsewhere", 404],
])("returns 404 at %s", async (path, status) => {
	expect((await post(path, body)).status).toBe(status);
});

it("reports a wrong method and a wrong content type", async () => {
	expect((await get("/together/v1/chat/completions", HUB_KEY)).status).toBe(405);
	const text = await post("/together/v1/chat/completions", "hi", { ...HUB_KEY, "content-type": "text/plain" });
	expect(text.status).toBe(415);
});

it.each(["sandbox/chat:together", "sandbox/chat:fastest", "sandbox/chat:cheapest"])("routes %s", async (model) => {
	const response = await post("/v1/chat/completions", { ...body, model });
	expect(response.status).toBe(200);
	expect(await response.json()).toMatchObject({ model: "sandbox/chat" });
});

describe("errors", () => {
	it.each([
		["/fal-ai/fal-ai/flux/dev", {}, 422, { detail: [{ loc: ["body", "prompt"], msg: "field required" }] }],
		[
			"/replicate/v1/models/a/b/predictions",
			{},
			422,
			{ title: expect.any(String), detail: expect.any(String), status: 422 },
		],
		["/cohere/compatibility/v1/chat/completions", {}, 422, { message: expect.any(String) }],
		["/cerebras/v1/chat/completions", {}, 400, { message: expect.any(String), type: "invalid_request_error" }],
		["/novita/v3/openai/chat/completions", {}, 400, { code: 400, reason: "missing_required_parameter" }],
		["/zai-org/api/paas/v4/chat/completions", {}, 400, { error: { code: "1210" } }],
		["/wavespeed/api/v3/flux", {}, 400, { code: 400, message: expect.any(String) }],
		["/hf-inference/models/a/b", {}, 400, { error: expect.any(String) }],
		["/black-forest-labs/v1/flux-dev", {}, 422, { detail: [{ loc: ["body", "prompt"] }] }],
		["/groq/openai/v1/chat/completions", {}, 400, { error: { param: "model", code: "missing_required_parameter" } }],
		[
			"/together/v1/chat/completions",
			{ ...body, model: "sandbox/limited" },
			429,
			{ error: { type: "rate_limit_error" } },
		],
		[
			"/together/v1/chat/completions",
			{ ...body, model: "sandbox/overloaded" },
			503,
			{ error: { type: "server_error" } },
		],
		["/v1/chat/completions", { ...body, model: "sandbox/missing" }, 404, { error: { code: "model_not_found" } }],
		[
			"/v1/chat/completions",
			{ ...body, model: "sandbox/chat:nobody" },
			400,
			{ error: { code: "model_not_supported" } },
		],
		["/v1/chat/completions", { ...body, model: "sandbox/chat:wavespeed" }, 400, { error: { param: "model" } }],
	])("of %s for %j", async (path, wrong, status, expected) => {
		const response = await post(path, wrong);
		expect(response.status).toBe(status);
		expect(await response.json()).toMatchObject(expected);
	});
});

it.each([
	["https://huggingface.co/api/models/a/b?expand[]=x", "http://s/api/models/a/b?expand[]=x"],
	["https://router.huggingface.co/v1/models", "http://s/v1/models"],
	["https://queue.fal.run/fal-ai/x", "http://s/@queue.fal.run/fal-ai/x"],
	["https://api.groq.com", "http://s/@api.groq.com/"],
	["https://example.com/a", "https://example.com/a"],
])("replaces %s", (address, expected) => {
	expect(toSandboxUrl(address, "http://s/")).toBe(expected);
});

it("lists the host of every provider", () => {
	for (const { baseUrl, routed } of ALL_PROVIDERS) {
		if (routed !== "always") expect(toSandboxUrl(baseUrl, "http://s")).toMatch(/^http:\/\/s\/@/);
	}
});
