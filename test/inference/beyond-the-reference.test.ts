import { describe, expect, it, vi } from "vitest";
import type { Members, WireFixture } from "../../scripts/wire-fixtures/format.ts";
import * as library from "../../src/index.ts";
import {
	automaticSpeechRecognition,
	chatCompletion,
	featureExtraction,
	imageClassification,
	imageToImage,
	textGeneration,
	textToImage,
	translation,
	zeroShotImageClassification,
} from "../../src/index.ts";
import { fixtures, type Outcome, replay } from "./replay.ts";
import { failure, mapping, serve } from "./serve.ts";

/** What is done better than in the reference client, where no fixture shows it. COMPATIBILITY.md names these tests. */

function fixture(name: string): WireFixture {
	const found = fixtures.get(`${name}.json`);
	if (!found) throw new Error(`No fixture ${name}`);
	return found;
}

/** Runs a fixture with other answers; the last one repeats. */
function answered(name: string, ...answers: unknown[]): Promise<Outcome> {
	const answer = (index: number) => Response.json(answers[Math.min(index, answers.length - 1)]);
	return replay(library, fixture(name), { answer });
}

describe("forms", () => {
	const entry = mapping(["deepinfra", "automatic-speech-recognition"]);
	const call = { provider: "deepinfra", model: "org/model" };
	const task = "automatic-speech-recognition" as const;

	it.each([{ inputs: new Uint8Array([1]) }, { data: new Blob(["x"]) }])(
		"accept unencoded files too: %#",
		async (file) => {
			const { options, requests } = serve({ "/api/": entry, "/deepinfra/": Response.json({ text: "a" }) });
			await library.request({ ...call, ...file }, { ...options, task });
			const form = requests[1]?.body as FormData | undefined;
			expect(form?.get("file")).toMatchObject({ size: 1 });
		},
	);

	it("are rejected without a file", async () => {
		const { options, requests } = serve({ "/api/": entry });
		expect(await failure(library.request({ ...call, inputs: {} }, { ...options, task }))).toBe(
			"InputError: DeepInfra automatic-speech-recognition expects a Blob or ArrayBuffer audio input.",
		);
		expect(requests.length).toBe(1);
	});
});

describe("transcripts", () => {
	it.each(["together", "deepinfra"])("of %s have no timestamps unless the service gives them", async (provider) => {
		const segments = [{ text: "a", start: 1 }, { text: "b", start: 2, end: 3 }, { start: 4 }];
		const { result } = await answered(`${provider}/automatic-speech-recognition.basic`, { text: "a b", segments });
		const chunks = [
			{ text: "a", timestamp: [1, null] },
			{ text: "b", timestamp: [2, 3] },
		];
		expect(result).toEqual({ json: { text: "a b", chunks } });
		const silence = { text: "", segments: [] };
		const silent = await answered(`${provider}/automatic-speech-recognition.basic`, silence);
		expect(silent.result).toEqual({ json: { text: "", chunks: [] } });
	});
});

describe("images in base64", () => {
	it.each([
		["iVBORw0KGgo=", "image/png"],
		["/9j/AAAA", "image/jpeg"],
		["AQID", "image/jpeg"],
	])("have the type of their bytes: %s", async (b64_json, type) => {
		const args = { model: "org/model", provider: "together", inputs: "a cat", accessToken: "sk_x" } as const;
		const { options } = serve({
			"/api/": mapping(["together", "text-to-image"]),
			"/v1/": Response.json({ data: [{ b64_json }] }),
		});
		expect((await textToImage(args, { ...options, outputType: "blob" })).type).toBe(type);
	});
});

describe("text generation", () => {
	it.each([
		"featherless-ai",
		"ovhcloud",
		"together",
		"nebius",
		"scaleway",
		"deepinfra",
		"hyperbolic",
		"groq",
		"novita",
	])("of %s fails without choices or text", async (provider) => {
		for (const choices of [[], [{}], [{ text: 1, message: {} }]]) {
			const { error } = await answered(`${provider}/text-generation.basic`, { model: "m", choices });
			expect(error?.name).toBe("ProviderOutputError");
		}
	});

	it.each(["featherless-ai", "ovhcloud", "together", "hyperbolic"])(
		"of %s requires a response that names its model",
		async (provider) => {
			const choices = [{ text: "a", message: { content: "a" } }];
			const { error } = await answered(`${provider}/text-generation.basic`, { choices });
			expect(error?.message).toMatch(/^Received malformed response from .* text generation API$/);
		},
	);

	it("of scaleway accepts an empty completion", async () => {
		const { result } = await answered("scaleway/text-generation.basic", { choices: [{ text: "" }] });
		expect(result).toEqual({ json: { generated_text: "" } });
	});

	it.each(["groq", "novita"])("of %s still accepts generated_text", async (provider) => {
		const { result } = await answered(`${provider}/text-generation.basic`, [{ generated_text: "a" }]);
		expect(result).toEqual({ json: { generated_text: "a" } });
	});

	it("of hf-inference accepts a completion too", async () => {
		const { result } = await answered("hf-inference/text-generation.basic", { choices: [{ text: "a" }] });
		expect(result).toEqual({ json: { generated_text: "a" } });
	});
});

describe("hf-inference", () => {
	it.each<[unknown, boolean]>([
		[[], true],
		[[1, 2], true],
		[[[], [1]], true],
		[[[[[1]]]], true],
		[[[[[[1]]]]], false],
		[[1, [2]], false],
		[[[1], 2], false],
		[[null], false],
		[5, false],
	])("takes vectors for what they are: %j", async (answer, isTaken) => {
		const { result } = await answered("hf-inference/feature-extraction.one-text", answer);
		expect(result).toEqual(isTaken ? { json: answer } : undefined);
	});

	it("reads an image's text alone or in a list", async () => {
		const { result } = await answered("hf-inference/image-to-text.basic", { generated_text: "a" });
		expect(result).toEqual({ json: { generated_text: "a" } });
	});

	it("returns several translations as a list", async () => {
		const both = [{ translation_text: "a" }, { translation_text: "b" }];
		const { options } = serve({
			"/api/": mapping(["hf-inference", "translation"]),
			"/hf-inference/": Response.json(both),
		});
		const call = { provider: "hf-inference", model: "org/model", inputs: ["A", "B"] };
		expect(await translation(call, options)).toEqual(both);
	});

	it("accepts the image of zero-shot classification alone or in an object", async () => {
		const { options, requests } = serve({
			"/api/": mapping(["hf-inference", "zero-shot-image-classification"]),
			"/hf-inference/": Response.json([]),
		});
		const image = new Blob(["abc"]);
		const call = { provider: "hf-inference", model: "org/model", parameters: { candidate_labels: ["a"] } };
		await zeroShotImageClassification({ ...call, inputs: image }, options);
		await zeroShotImageClassification({ ...call, inputs: { image } }, options);
		for (const { body } of requests.slice(1, 2).concat(requests.slice(-1))) {
			expect(body).toEqual({ parameters: { candidate_labels: ["a"] }, inputs: { image: "YWJj" } });
		}
	});

	it("sends a string that is not a URL unchanged", async () => {
		const { options, requests } = serve({
			"/api/": mapping(["hf-inference", "image-classification"]),
			"/hf-inference/": ({ init }) => Response.json(init.body === "raw text" ? [] : "wrong"),
		});
		const fetch = ((url: string, init?: RequestInit) =>
			url.includes("/api/")
				? options.fetch(url, init)
				: Promise.resolve(Response.json(init?.body === "raw text" ? [] : 1))) as typeof globalThis.fetch;
		const call = { provider: "hf-inference", model: "org/model", inputs: "raw text" };
		expect(await imageClassification(call, { ...options, fetch })).toEqual([]);
		expect(requests.length).toBe(1);
	});

	it("lets an endpoint omit what providers must send, except the choices", async () => {
		const { options } = serve({ "a.test": Response.json({ choices: [{}] }), "b.test": Response.json({ id: "c1" }) });
		const messages = [{ role: "user", content: "Hi" }];
		expect(await chatCompletion({ endpointUrl: "https://a.test", model: "m", messages }, options)).toEqual({
			choices: [{}],
		});
		expect(await failure(chatCompletion({ endpointUrl: "https://b.test", model: "m", messages }, options))).toBe(
			"ProviderOutputError: Expected ChatCompletionOutput",
		);
	});
});

describe("inputs by URL", () => {
	const png = new Response("abc", { headers: { "content-type": "image/png" } });
	const call = { provider: "fal-ai", model: "org/model", accessToken: "hf_secret" };
	const routes = {
		"images.test": png,
		"/api/": mapping(["fal-ai", "image-to-image"]),
		"/status": Response.json({ status: "COMPLETED" }),
		"/fal-ai/x/requests/r1?": Response.json({ images: [{ url: "https://images.test/b.png" }] }),
		"/fal-ai/": Response.json({ request_id: "r1", status: "COMPLETED", response_url: "https://q.test/x/requests/r1" }),
	};

	it.each([new URL("https://images.test/a.png"), "https://images.test/a.png"])(
		"are downloaded, without token: %s",
		async (inputs) => {
			const { options, requests } = serve(routes);
			const result = await imageToImage({ ...call, inputs }, options);
			expect(requests[0]).toMatchObject({ method: "GET", url: "https://images.test/a.png", headers: {} });
			expect(requests[2]?.body).toMatchObject({ image_url: "data:image/png;base64,YWJj" });
			expect(await result.text()).toBe("abc");
		},
	);

	it("that fail are reported", async () => {
		const { options } = serve({ "images.test": new Response("", { status: 404 }) });
		const running = imageToImage({ ...call, inputs: "https://images.test/a.png" }, options);
		expect(await failure(running)).toBe("ProviderApiError: Failed to download https://images.test/a.png");
	});

	it.each([["text"], [5], [null]])("that are invalid are rejected: %j", async (inputs) => {
		const running = imageToImage({ ...call, inputs: inputs as string }, serve({}).options);
		expect(await failure(running)).toMatch(/^InputError: Expected binary data/);
	});

	it("of together are passed on to the service", async () => {
		const { options, requests } = serve({
			"/api/": mapping(["together", "automatic-speech-recognition"]),
			"/together/": Response.json({ text: "a" }),
		});
		const inputs = new URL("https://audio.test/a.wav");
		await automaticSpeechRecognition({ provider: "together", model: "org/model", inputs }, options);
		const form = requests.at(-1)?.body;
		expect(form instanceof FormData && [...form]).toEqual([
			["file", "https://audio.test/a.wav"],
			["model", "together-id"],
		]);
	});
});

describe("images", () => {
	it("as a data URL have the type their bytes show", async () => {
		const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";
		const { result } = await answered("together/text-to-image.dataUrl", { data: [{ b64_json: png }] });
		expect(result).toEqual({ json: `data:image/png;base64,${png}` });
	});

	it("untyped are recognized by fal-ai's adapter", async () => {
		const { options, requests } = serve({
			"/api/": mapping(["fal-ai", "image-to-image"]),
			"/fal-ai/": Response.json({}),
		});
		const inputs = new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)]);
		await failure(imageToImage({ provider: "fal-ai", model: "org/model", inputs }, options));
		expect(requests[1]?.body).toMatchObject({ image_url: "data:image/jpeg;base64,/9j/4A==" });
	});

	it("as JSON are a copy", async () => {
		const whole = { data: [{ b64_json: "AQID" }] };
		const { result } = await answered("nscale/text-to-image.json", whole);
		expect(result).toEqual({ json: whole });
	});

	it("that are not base64 are errors", async () => {
		const { error } = await answered("nscale/text-to-image.basic", { data: [{ b64_json: "***" }] });
		expect(error?.message).toBe("Received malformed response from Nscale text-to-image API");
	});

	it("have the requested form, whatever the service sends", async () => {
		const url = "https://files.test/result";
		const asUrl = await answered("together/text-to-image.url", { data: [{ b64_json: "AQID" }] });
		expect(asUrl.result).toEqual({ json: "data:image/jpeg;base64,AQID" });
		const both = await answered("together/text-to-image.basic", { data: [{ b64_json: "AQID", url }] });
		expect(both.result).toEqual({ file: { $blob: "AQID", type: "image/jpeg" } });
	});
});

describe("jobs", () => {
	it("of replicate that take longer than a minute are followed", async () => {
		const address = "https://api.replicate.com/v1/predictions/p1";
		const pending = { status: "processing", output: null, urls: { get: address } };
		const done = { status: "succeeded", output: ["data:image/png;base64,AQID"] };
		const good = await answered("replicate/text-to-image.basic", pending, pending, done);
		expect(good.requests.slice(1).map(({ url }) => url)).toEqual([
			"https://router.huggingface.co/replicate/v1/predictions/p1",
			"https://router.huggingface.co/replicate/v1/predictions/p1",
		]);
		expect(good.result).toEqual({ file: { $blob: "AQID", type: "image/png" } });
		const bad = await answered("replicate/text-to-image.basic", pending, { status: "failed", error: "NSFW" });
		expect(bad.error).toEqual({
			name: "ProviderOutputError",
			message: "Replicate prediction failed: NSFW",
			reason: "failed",
		});
	});

	it.each([
		[
			"fal-ai/text-to-video",
			[{ request_id: "r1" }],
			"Received malformed response from Fal.ai text-to-video API: no response URL found in the response",
		],
		[
			"black-forest-labs/text-to-image",
			[{ id: "b1" }],
			"Received malformed response from Black Forest Labs text-to-image API",
		],
		["wavespeed/text-to-image", [{ data: {} }], "Received malformed response from WaveSpeed AI API"],
		[
			"wavespeed/text-to-video",
			[{ data: { urls: { get: "https://w.test/p" } } }, { data: { status: "failed", error: "NSFW" } }],
			"NSFW",
		],
		[
			"wavespeed/text-to-video",
			[{ data: { urls: { get: "https://w.test/p" } } }, { data: { status: "failed" } }],
			"Task failed",
		],
		[
			"novita/text-to-video",
			[{ task_id: "n" }, {}],
			"Received malformed response from Novita text-to-video API: failed to get task status",
		],
		[
			"novita/text-to-video",
			[{ task_id: "n" }, { task: { status: "TASK_STATUS_FAILED" } }],
			"Novita text-to-video task failed",
		],
		[
			"together/text-to-video",
			[{ id: "v" }, { status: "failed", error: { message: "NSFW" } }],
			"Together video generation failed: NSFW",
		],
		["together/text-to-video", [{ id: "v" }, { status: "failed" }], "Together video generation failed: Unknown error"],
		["together/text-to-video", [{ id: "v" }, { status: "lost" }], 'Unexpected Together video job status: "lost"'],
		[
			"together/text-to-video",
			[{ id: "v" }, { status: "completed" }],
			"No video URL found in completed Together video job.",
		],
		[
			"together/text-to-video",
			[{ id: "v" }, { status: "queued" }],
			"Timed out while waiting for Together video generation — aborting after 150 status polls",
		],
		["zai-org/text-to-image", [{ id: "z", task_status: "FAIL" }], "ZAI API returned task status: FAIL"],
		[
			"zai-org/text-to-image",
			[{ id: "z", task_status: "X" }, { task_status: "FAIL" }],
			"ZAI text-to-image API task failed",
		],
		[
			"zai-org/text-to-image",
			[{ id: "z", task_status: "X" }],
			"Timed out while waiting for the result from ZAI API - aborting after 60 attempts",
		],
		[
			"black-forest-labs/text-to-image",
			[{ polling_url: "https://b.test/r" }, { status: "Pending" }],
			"Timed out while waiting for the result from black forest labs API - aborting after 5 attempts",
		],
		[
			"black-forest-labs/text-to-image",
			[{ polling_url: "https://b.test/r" }, { status: "Request Moderated" }],
			"Timed out while waiting for the result from black forest labs API - aborting after 5 attempts (last status: Request Moderated)",
		],
	])("of %s fail with a clear message: %j", async (pair, answers, message) => {
		const { error } = await answered(`${pair}.basic`, ...answers);
		expect(error).toMatchObject({ name: "ProviderOutputError", message });
		const isTimeout = message.startsWith("Timed out");
		if (!message.startsWith("Received") && !message.startsWith("No video")) {
			expect(error?.reason).toBe(isTimeout ? "timeout" : "failed");
		}
	});

	it("of fal.ai show the error of the result, not of the first response", async () => {
		const first = { request_id: "r1", status: "COMPLETED", response_url: "https://q.test/x/requests/r1" };
		const { error } = await answered("fal-ai/image-segmentation.basic", first, { detail: "NSFW" });
		expect(error?.message).toBe(
			'Received malformed response from Fal.ai image-segmentation API: expected { image: { url: string } } format, got instead: {"detail":"NSFW"}',
		);
	});

	it("report their progress", async () => {
		const notices: library.Notice[] = [];
		const onNotice = (notice: library.Notice) => void notices.push(notice);
		await replay(library, fixture("fal-ai/text-to-video.basic"), { options: { onNotice } as Members });
		expect(notices).toEqual([
			{
				type: "progress",
				message: "The job is not done yet: IN_QUEUE",
				url: "https://router.huggingface.co/fal-ai/fal-ai/other-model/requests/r1/status?_subdomain=queue",
				attempt: 1,
				status: "IN_QUEUE",
				position: 1,
			},
		]);
	});

	it("of Black Forest Labs log each poll", async () => {
		const debug = vi.fn();
		const quiet = () => undefined;
		library.setLogger({ debug, info: quiet, warn: quiet, error: quiet, log: quiet });
		await replay(library, fixture("black-forest-labs/text-to-image.basic"));
		library.setLogger(console);
		expect(debug.mock.calls).toEqual([
			["Polling Black Forest Labs API for the result... 1/5"],
			["Polling Black Forest Labs API for the result... 2/5"],
		]);
	});
});

describe("arguments", () => {
	it("are not changed by a call", async () => {
		const response_format = { type: "json_schema", json_schema: { name: "n", schema: {}, strict: true } } as const;
		const before = structuredClone(response_format);
		const { options } = serve({ "/api/": mapping(["sambanova", "conversational"]), "/sambanova/": Response.json({}) });
		const call = { provider: "sambanova", model: "org/model", messages: [], response_format };
		await failure(chatCompletion(call as never, options));
		expect(response_format).toEqual(before);
	});

	it("of embeddings reach the service", async () => {
		const { options, requests } = serve({
			"/api/": mapping(["nebius", "feature-extraction"]),
			"/nebius/": Response.json({ data: [{ embedding: [1] }, { embedding: [[2], [3]] }] }),
		});
		const call = { provider: "nebius", model: "org/model", inputs: ["a", "b"], dimensions: 3 };
		expect(await featureExtraction(call, options)).toEqual([[1], [[2], [3]]]);
		expect(requests[1]?.body).toEqual({ dimensions: 3, input: ["a", "b"], model: "nebius-id" });
	});

	it("decide whether embeddings may be base64", async () => {
		const { options } = serve({
			"/api/": mapping(["together", "feature-extraction"]),
			"/together/": Response.json({ data: [{ embedding: "AACAPw==" }] }),
		});
		const call = { provider: "together", model: "org/model", inputs: "a" };
		expect(await featureExtraction({ ...call, encoding_format: "base64" }, options)).toEqual(["AACAPw=="]);
		expect(await failure(featureExtraction(call, options))).toMatch(/^ProviderOutputError: .*embeddings/);
	});

	it("that are undefined do not hide members of the body", async () => {
		const { options, requests } = serve({
			"/api/": mapping(["featherless-ai", "text-generation"]),
			"/featherless-ai/": Response.json({}),
		});
		const parameters = { model: undefined, max_new_tokens: 5 } as never;
		await failure(textGeneration({ provider: "featherless-ai", model: "org/model", inputs: "a", parameters }, options));
		expect(requests[1]?.body).toEqual({ model: "featherless-ai-id", max_tokens: 5, prompt: "a" });
	});

	it("named like the client's own stay in the body", async () => {
		const { options, requests } = serve({
			"/api/": mapping(["together", "text-to-image"]),
			"/together/": Response.json({}),
		});
		const parameters = { model: "other", accessToken: "t", provider: "p", endpointUrl: "u" };
		const call = { provider: "together", model: "org/model", accessToken: "hf_x", inputs: "a", parameters };
		await failure(textToImage(call, options));
		expect(requests[1]?.url).toContain("/together/");
		expect(requests[1]?.headers["Authorization"]).toBe("Bearer hf_x");
		expect(requests[1]?.body).toMatchObject({
			accessToken: "t",
			provider: "p",
			endpointUrl: "u",
			model: "together-id",
		});
	});
});
