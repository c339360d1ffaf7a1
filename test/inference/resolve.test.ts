import { describe, expect, it } from "vitest";
import {
	automaticSpeechRecognition,
	chatCompletion,
	chatCompletionStream,
	defineProvider,
	featureExtraction,
	fillMask,
	InferenceClient,
	type InferenceTask,
	imageToImage,
	makeRequestOptions,
	makeRequestOptionsFromResolvedModel,
	request,
	sentenceSimilarity,
	textGeneration,
	textToImage,
	textToSpeech,
	translation,
} from "../../src/index.ts";
import { getProviderHelper } from "../../src/inference/index.ts";
import { COMPLETION, failure, mapping, serve } from "./serve.ts";

const messages = [{ role: "user", content: "Hi" }];
const GENERATED = Response.json([{ generated_text: "Hello" }]);

describe("resolving the provider", () => {
	it("asks Hugging Face with the caller's token and fetch, and takes the first entry that supports the task", async () => {
		const { options, requests, notices } = serve({
			"/api/models/": mapping(
				["unknown", "text-generation"],
				["cerebras", "conversational"],
				["together", "text-generation"],
				["novita", "text-generation"],
			),
			"/together/": Response.json({ model: "m", choices: [{ text: "Hello" }] }),
		});
		await textGeneration({ accessToken: "hf_secret", model: "org/model", inputs: "a" }, options);
		expect(requests.map(({ url }) => url)).toEqual([
			"https://huggingface.co/api/models/org/model?expand[]=inferenceProviderMapping",
			"https://router.huggingface.co/together/v1/completions",
		]);
		expect(requests[0]?.headers).toEqual({ Authorization: "Bearer hf_secret" });
		expect(notices.map(({ type }) => type)).toEqual(["auto", "auto-selected"]);
		expect(notices[1]).toMatchObject({ message: "Auto selected provider:", provider: "together" });
	});

	it.each([
		[{ endpointUrl: "https://e.test", provider: "auto" }, "Specifying both endpointUrl and provider is not supported."],
		[{ provider: "auto" }, "Specifying a model is required when provider is 'auto'"],
		[{}, "Specifying a model is required when provider is 'auto'"],
		[{ model: "org/empty" }, "No Inference Provider available for model org/empty."],
		[{ model: "https://m.test", provider: "together" }, "Model URLs are no longer supported. Use endpointUrl instead."],
		[{ model: "/m", provider: "together" }, "Model URLs are no longer supported. Use endpointUrl instead."],
		[{ endpointUrl: "org/model" }, 'endpointUrl must start with http:// or https://, got "org/model".'],
		[
			{ model: "org/other", provider: "together" },
			"We have not been able to find inference provider information for model org/other.",
		],
		[
			{ model: "org/chat", provider: "together" },
			"Model org/chat is not supported for task text-generation and provider together. Supported task: conversational.",
		],
		[
			{ model: "org/model", provider: "nobody" },
			/^Provider 'nobody' not supported\. Available providers: black-forest-labs,cerebras,cohere,fal-ai,.*$/,
		],
		[
			{ model: "org/model", provider: "nebius", task: "image-to-image" },
			"Task 'image-to-image' not supported for provider 'nebius'. Available tasks: text-to-image,conversational,text-generation,feature-extraction",
		],
		[
			{ model: "gpt-x", provider: "openai", task: "conversational", accessToken: "sk_x" },
			'Models from openai must be prefixed by "openai/". Got "gpt-x".',
		],
		[
			{ provider: "openai", task: "conversational", accessToken: "sk_x" },
			"Provider openai requires a model ID to be passed directly.",
		],
		[
			{ model: "openai/gpt-x", provider: "openai", task: "conversational", accessToken: "hf_x" },
			"Provider openai is closed-source and does not support HF tokens.",
		],
		[
			{ model: "openai/gpt-x", provider: "openai", task: "conversational" },
			"Provider openai is closed-source and needs its own API key.",
		],
	])("rejects %j", async (args, message) => {
		const { options } = serve({
			"org/empty": Response.json({ inferenceProviderMapping: {} }),
			"org/other": mapping(["novita", "text-generation"]),
			"org/chat": mapping(["together", "conversational"]),
		});
		const { task, ...target } = args as { task?: InferenceTask };
		const call = {
			conversational: () => chatCompletion({ ...target, messages }, options),
			"image-to-image": () => imageToImage({ ...target, inputs: new Blob() }, options),
		}[task as string];
		const text = await failure(call ? call() : textGeneration({ ...target, inputs: "a" }, options));
		if (typeof message === "string") expect(text).toBe(`InputError: ${message}`);
		else expect(text.replace("InputError: ", "")).toMatch(message);
	});

	it("does not find an unknown task on the prototype", async () => {
		expect(await failure(Promise.resolve().then(() => getProviderHelper("constructor", "fill-mask")))).toContain(
			"Provider 'constructor' not supported.",
		);
		expect(() => getProviderHelper("together", "constructor" as InferenceTask)).toThrow(
			"Task 'constructor' not supported for provider 'together'.",
		);
		expect(() => getProviderHelper("together")).toThrow(
			"you need to provide a task name when using an external provider, e.g. 'text-to-image'",
		);
		expect(getProviderHelper("auto").provider.id).toBe("hf-inference");
	});
});

describe("chat without a provider", () => {
	it("goes to the router's own URL, with the model unchanged and no look-up", async () => {
		const { options, requests, notices } = serve({ "router.huggingface.co": Response.json(COMPLETION) });
		await chatCompletion({ accessToken: "hf_x", model: "org/model:fastest", messages }, options);
		expect(requests.map(({ url, body }) => ({ url, body }))).toEqual([
			{ url: "https://router.huggingface.co/v1/chat/completions", body: { model: "org/model:fastest", messages } },
		]);
		expect(notices).toEqual([]);
	});

	it("explains how to use a provider's key", async () => {
		const text = await failure(
			chatCompletion({ accessToken: "sk_x", model: "org/model", messages }, serve({}).options),
		);
		expect(text).toBe(
			"RoutingError: Cannot select auto-router when using non-Hugging Face API key. Pass provider to call one with its own key.",
		);
	});

	it("drops `stream` if the whole answer is requested", async () => {
		const { options, requests } = serve({ "router.huggingface.co": Response.json(COMPLETION) });
		await chatCompletion({ model: "org/model", messages, stream: true }, options);
		expect(requests[0]?.body).toEqual({ model: "org/model", messages });
	});
});

describe("endpoints", () => {
	it.each([
		["https://e.test", "https://e.test/v1/chat/completions"],
		["https://e.test/", "https://e.test/v1/chat/completions"],
		["https://e.test/v1", "https://e.test/v1/chat/completions"],
		["https://e.test/v1/", "https://e.test/v1/chat/completions"],
		["https://e.test/v1/chat/completions", "https://e.test/v1/chat/completions"],
		["https://e.test/foo/chat/completions/", "https://e.test/foo/chat/completions"],
		["https://e.test/v1?version=2", "https://e.test/v1/chat/completions?version=2"],
	])("a chat at %s is sent to %s", async (endpointUrl, expected) => {
		const { options, requests } = serve({ "e.test": Response.json(COMPLETION) });
		await chatCompletion({ endpointUrl, model: "m", accessToken: "sk_x", messages }, options);
		expect(requests).toMatchObject([
			{ url: expected, headers: { Authorization: "Bearer sk_x" }, body: { model: "m", messages } },
		]);
	});

	const models = (...ids: string[]) => Response.json({ data: ids.map((id) => ({ id })) });

	it.each([
		["https://e.test", "https://e.test/v1/models"],
		["https://e.test/v1", "https://e.test/v1/models"],
		["https://e.test/v1/chat/completions", "https://e.test/v1/models"],
		["https://e.test/foo/chat/completions?key=1", "https://e.test/foo/models?key=1"],
		["https://e.test/v3/?key=1", "https://e.test/v3/models?key=1"],
	])("%s without a model is asked once for its only one, at %s", async (endpointUrl, list) => {
		const { options, requests } = serve({ "/models": models("served"), "e.test": Response.json(COMPLETION) });
		const headers = { "x-own": "1", authorization: "Own y" };
		const call = { endpointUrl, accessToken: "sk_x", messages };
		await chatCompletion(call, { ...options, headers, includeCredentials: true });
		await chatCompletion(call, { ...options, headers });
		const [asked, ...chats] = requests;
		expect(asked).toMatchObject({ url: list, method: "GET", init: { credentials: "include" } });
		expect(asked?.headers).toEqual(headers);
		expect(chats.map(({ body }) => body)).toEqual([
			{ model: "served", messages },
			{ model: "served", messages },
		]);
	});

	it("without a model are asked with their own token, by every task in OpenAI's form", async () => {
		const { options, requests } = serve({
			"/models": models("served"),
			"/embeddings": Response.json({ data: [{ embedding: [0.5] }] }),
			"/completions": Response.json({ choices: [{ text: "b" }] }),
			"/images/generations": Response.json({ data: [{ b64_json: "AQID" }] }),
		});
		const accessToken = "sk_x";
		await featureExtraction(
			{ endpointUrl: "https://e.test", accessToken, inputs: "a" },
			{ ...options, wire: "openai" },
		);
		await textGeneration({ endpointUrl: "https://e.test/v1", accessToken, inputs: "a" }, options);
		await textToImage({ endpointUrl: "https://e.test/v1", accessToken, inputs: "a" }, options);
		expect(requests.map(({ headers }) => headers["Authorization"])).toEqual(Array(4).fill("Bearer sk_x"));
		expect(requests.map(({ body }) => body)).toEqual([
			undefined,
			{ model: "served", input: "a" },
			{ model: "served", prompt: "a" },
			{ model: "served", prompt: "a", response_format: "b64_json" },
		]);
	});

	it.each([
		[models("a", "b"), 'model is missing: the endpoint has several models: "a", "b". Name one as model.'],
		[
			models("a", "b", "c", "d", "e", "f", "g"),
			'model is missing: the endpoint has several models: "a", "b", "c", "d", "e", and 2 more. Name one as model.',
		],
		[models(), "model is missing: the endpoint lists no model. Name one as model."],
		[new Response("no", { status: 404 }), "model is missing: the endpoint has no list of models. Name one as model."],
		[new Response("<html>"), "model is missing: the endpoint has no list of models. Name one as model."],
	])("say what is missing where there is not one model (%#)", async (reply, message) => {
		const { options, requests } = serve({ "/models": reply });
		const call = { endpointUrl: "https://e.test/v1", messages };
		expect(await failure(chatCompletion(call, options))).toBe(`InputError: ${message}`);
		expect(await failure(chatCompletionStream(call, options))).toBe(`InputError: ${message}`);
		expect(requests.every(({ method }) => method === "GET")).toBe(true);
	});

	it("that refuse the list are an error of theirs, which is not kept", async () => {
		const { options } = serve({
			"/models": [new Response("no", { status: 401 }), models("served")],
			"e.test": Response.json(COMPLETION),
		});
		const call = { endpointUrl: "https://e.test", messages };
		const error = await chatCompletion(call, options).catch((reason: unknown) => reason);
		expect(error).toMatchObject({ name: "ProviderApiError", httpResponse: { status: 401 } });
		expect(await chatCompletion(call, options)).toMatchObject({ id: "c1" });
	});

	it.each([
		["https://e.test/v1", undefined, "https://e.test/v1/embeddings"],
		["https://e.test/v1/", undefined, "https://e.test/v1/embeddings"],
		["https://e.test/v3?key=1", undefined, "https://e.test/v3/embeddings?key=1"],
		["https://e.test/v1/embeddings", undefined, "https://e.test/v1/embeddings"],
		["https://e.test/v1/chat/completions", undefined, "https://e.test/v1/embeddings"],
		[
			"https://e.test/deployments/a/embeddings?api-version=2",
			undefined,
			"https://e.test/deployments/a/embeddings?api-version=2",
		],
		["https://e.test", "openai", "https://e.test/v1/embeddings"],
		["https://e.test/v1", "hf", undefined],
		["https://e.test/embed", undefined, undefined],
		["https://e.test/v1beta", undefined, undefined],
	] as const)(
		"embeddings at %s, wire %s, go to OpenAI's route if there is one",
		async (endpointUrl, wire, expected) => {
			const { options, requests } = serve({
				"e.test": Response.json(expected === undefined ? [[0.5]] : { data: [{ embedding: [0.5] }] }),
			});
			expect(await featureExtraction({ endpointUrl, model: "m", inputs: "a" }, { ...options, wire })).toEqual([[0.5]]);
			expect(requests).toMatchObject([
				expected === undefined
					? { url: endpointUrl, body: { inputs: "a" } }
					: { url: expected, body: { input: "a", model: "m" } },
			]);
		},
	);

	it("speak OpenAI's API for images, speech and transcripts too", async () => {
		const endpointUrl = "https://e.test/v1";
		const file = new Blob([new Uint8Array([1, 2, 3])], { type: "audio/wav" });
		const { options, requests } = serve({
			"e.test/v1/images/generations": Response.json({ data: [{ b64_json: "AQID" }] }),
			"e.test/v1/audio/speech": new Response(file, { headers: { "content-type": "audio/wav" } }),
			"e.test/v1/audio/transcriptions": Response.json({ text: "heard" }),
		});
		expect(await textToImage({ endpointUrl, model: "m", inputs: "a cat" }, options)).toBeInstanceOf(Blob);
		expect(await textToSpeech({ endpointUrl, model: "m", inputs: "hi" }, options)).toBeInstanceOf(Blob);
		expect(await automaticSpeechRecognition({ endpointUrl, model: "m", inputs: file }, options)).toMatchObject({
			text: "heard",
		});
		expect(requests.map(({ body }) => body).slice(0, 2)).toEqual([
			{ prompt: "a cat", response_format: "b64_json", model: "m" },
			{ input: "hi", voice: "alloy", model: "m" },
		]);
	});

	it("take Hugging Face's form of text generation by wire", async () => {
		const { options, requests } = serve({ "e.test": Response.json([{ generated_text: "b" }]) });
		const call = { endpointUrl: "https://e.test/generate", inputs: "a", parameters: { max_new_tokens: 3 } };
		expect(await textGeneration(call, { ...options, wire: "hf" })).toEqual({ generated_text: "b" });
		expect(requests).toMatchObject([
			{ url: "https://e.test/generate", body: { inputs: "a", parameters: { max_new_tokens: 3 } } },
		]);
	});

	it("are extended for text generation, and called unchanged for other tasks", async () => {
		const { options, requests } = serve({ "e.test/embed": Response.json([[0.5]]), "e.test": GENERATED });
		await textGeneration({ endpointUrl: "https://e.test", model: "m", inputs: "a" }, options);
		await featureExtraction({ endpointUrl: "https://e.test/embed", inputs: "a" }, options);
		expect(requests.map(({ url, body }) => [url, body])).toEqual([
			["https://e.test/v1/completions", { model: "m", prompt: "a" }],
			["https://e.test/embed", { inputs: "a" }],
		]);
	});
});

describe("look-ups on Hugging Face", () => {
	it("find the default model of a task", async () => {
		const { options, requests } = serve({
			"/api/tasks": Response.json({ "fill-mask": { models: [{ id: "org/model" }] } }),
			"/api/models/": mapping(["hf-inference", "fill-mask"]),
			"/hf-inference/": Response.json([]),
		});
		await fillMask({ provider: "hf-inference", accessToken: "hf_x", inputs: "a" }, options);
		expect(requests.map(({ url }) => url)).toEqual([
			"https://huggingface.co/api/tasks",
			"https://huggingface.co/api/models/org/model?expand[]=inferenceProviderMapping",
			"https://router.huggingface.co/hf-inference/models/hf-inference-id",
		]);
		const text = await failure(translation({ provider: "hf-inference", inputs: "a" }, options));
		expect(text).toBe("InputError: No default model defined for task translation, please define the model explicitly.");
	});

	it("happen once per model and token", async () => {
		const { options, requests } = serve({
			"/api/models/": mapping(["hf-inference", "text-generation"]),
			"/hf-inference/": GENERATED,
		});
		const call = (accessToken: string) =>
			textGeneration({ provider: "hf-inference", model: "org/model", accessToken, inputs: "a" }, options);
		await call("hf_a");
		await call("hf_a");
		await call("hf_b");
		expect(requests.filter(({ url }) => url.includes("/api/models/")).length).toBe(2);
	});

	it.each([
		[
			Response.json({ error: "Not found" }, { status: 404 }),
			"Failed to fetch inference provider mapping for model org/model: Not found",
			{ error: "Not found" },
		],
		[
			Response.json({ reason: 1 }, { status: 500 }),
			"Failed to fetch inference provider mapping for model org/model",
			{ reason: 1 },
		],
		[new Response("down", { status: 502 }), "Failed to fetch inference provider mapping for model org/model", "down"],
		[
			new Response("<html>"),
			"Failed to fetch inference provider mapping for model org/model: malformed API response, invalid JSON",
			"<html>",
		],
		[Response.json({}), "We have not been able to find inference provider information for model org/model.", "{}"],
	])("fail with Hugging Face's own message: %#", async (response, message, body) => {
		const { options } = serve({ "/api/models/": response });
		const error = await textGeneration({ model: "org/model", provider: "together", inputs: "a" }, options).catch(
			(reason: unknown) => reason,
		);
		expect(error).toMatchObject({
			name: "HubApiError",
			message,
			httpRequest: {
				url: "https://huggingface.co/api/models/org/model?expand[]=inferenceProviderMapping",
				method: "GET",
			},
			httpResponse: { body },
		});
	});

	it("use the same models for sentence similarity and feature extraction", async () => {
		const { options, requests } = serve({
			"/api/models/": mapping(["hf-inference", "feature-extraction"]),
			"/hf-inference/": Response.json([0.5]),
		});
		const inputs = { source_sentence: "a", sentences: ["b"] };
		await sentenceSimilarity({ provider: "hf-inference", model: "org/model", inputs }, options);
		expect(requests[1]?.url).toBe(
			"https://router.huggingface.co/hf-inference/models/hf-inference-id/pipeline/sentence-similarity",
		);
	});

	it("are skipped for models known beforehand, with a warning about staging", async () => {
		const { options, notices } = serve({
			"/api/models/": mapping(["hf-inference", "text-generation", { status: "staging" }]),
			"/hf-inference/": GENERATED,
		});
		await textGeneration({ provider: "hf-inference", model: "org/model", inputs: "a" }, options);
		expect(notices).toEqual([
			{
				type: "staging",
				message: "Model org/model is in staging mode for provider hf-inference. Meant for test purposes only.",
				model: "org/model",
				provider: "hf-inference",
			},
		]);
	});
});

describe("custom URLs", () => {
	it("replace hub and router, for polls too", async () => {
		const { options, requests } = serve({
			"/api/models/": mapping(["wavespeed", "text-to-image"]),
			"/result": Response.json({ data: { status: "completed", outputs: ["https://files.test/a"] } }),
			"files.test": new Response("x", { headers: { "content-type": "image/png" } }),
			"/wavespeed/": Response.json({ data: { urls: { get: "https://api.wavespeed.ai/p/1/result" } } }),
		});
		const args = { model: "org/model", provider: "wavespeed", accessToken: "hf_x", inputs: "a" };
		await textToImage(args, { ...options, hubUrl: "http://h.test:1/", routerUrl: "http://r.test:2/" });
		expect(requests.map(({ url, headers }) => [url, headers["Authorization"]])).toEqual([
			["http://h.test:1/api/models/org/model?expand[]=inferenceProviderMapping", "Bearer hf_x"],
			["http://r.test:2/wavespeed/api/v3/wavespeed-id", "Bearer hf_x"],
			["http://r.test:2/wavespeed/p/1/result", "Bearer hf_x"],
			["https://files.test/a", undefined],
		]);
	});
});

describe("a custom provider", () => {
	const mine = defineProvider({
		id: "mine",
		label: "Mine",
		baseUrl: "https://mine.test",
		tasks: { "fill-mask": { route: ({ model }) => `fill/${model}`, payload: ({ args }) => args, parse: () => [] } },
	});

	it("is called directly, with the model as given", async () => {
		const { options, requests } = serve({ "mine.test": Response.json([]) });
		expect(await fillMask({ provider: mine, model: "m", accessToken: "k", inputs: "a" }, options)).toEqual([]);
		expect(requests).toMatchObject([
			{ url: "https://mine.test/fill/m", headers: { Authorization: "Bearer k" }, body: { inputs: "a" } },
		]);
	});

	it.each([
		[{ ...mine, id: "Mine!" }, "A provider's id consists of lowercase letters, digits and hyphens"],
		[{ ...mine, id: "auto" }, "A provider's id consists of lowercase letters"],
		[{ ...mine, baseUrl: "mine.test" }, "must start with http:// or https://"],
	])("must be valid: %#", (provider, message) => {
		expect(() => defineProvider(provider)).toThrow(message);
	});
});

describe("the client", () => {
	it("keeps its token to itself", () => {
		const client = new InferenceClient("hf_secret", { billTo: "acme" });
		expect(client.accessToken).toBe("hf_secret");
		expect(JSON.stringify(client)).toBe('{"defaultOptions":{"billTo":"acme"}}');
		expect(Object.keys({ ...client })).toEqual(["defaultOptions"]);
	});

	it("passes token and options to every call, which may override them", async () => {
		const { options, requests } = serve({ "router.huggingface.co": Response.json(COMPLETION), "e.test": GENERATED });
		const client = new InferenceClient("hf_x", { ...options, billTo: "acme" });
		await client.chatCompletion({ model: "org/model", messages });
		await client.chatCompletion({ model: "org/model", messages, accessToken: "hf_y" }, { billTo: "other" });
		await client.endpoint("https://e.test").textGeneration({ model: "m", inputs: "a" });
		expect(requests.map(({ headers }) => [headers["Authorization"], headers["X-HF-Bill-To"]])).toEqual([
			["Bearer hf_x", "acme"],
			["Bearer hf_y", "other"],
			["Bearer hf_x", "acme"],
		]);
	});

	it("sends nothing before a stream is read", async () => {
		const { options, requests } = serve({});
		chatCompletionStream({ model: "org/model", messages }, options);
		await Promise.resolve();
		expect(requests).toEqual([]);
	});
});

describe("building requests without sending", () => {
	it("resolves the model, or accepts a resolved one", async () => {
		const { options, requests } = serve({ "/api/models/": mapping(["together", "conversational"]) });
		const helper = getProviderHelper("together", "conversational");
		const args = { accessToken: "hf_x", model: "org/model", messages };
		const built = await makeRequestOptions(args, helper, { ...options, includeCredentials: true });
		expect(built).toEqual({
			url: "https://router.huggingface.co/together/v1/chat/completions",
			info: {
				method: "POST",
				headers: {
					Authorization: "Bearer hf_x",
					"Content-Type": "application/json",
					"User-Agent": expect.stringMatching(/^modelhub\/\d/) as string,
				},
				body: JSON.stringify({ model: "together-id", messages }),
				credentials: "include",
				signal: null,
			},
		});
		expect(makeRequestOptionsFromResolvedModel("pm", helper, args).info.body).toBe(
			JSON.stringify({ model: "pm", messages }),
		);
		expect(requests.length).toBe(1);
	});
});

describe("request", () => {
	it("does not change the arguments of a task", async () => {
		const { options, requests } = serve({
			"/api/": mapping(["hf-inference", "image-segmentation"]),
			"/hf-inference/": Response.json(5),
		});
		const call = { provider: "hf-inference", model: "org/model", inputs: "AQID" };
		expect(await request(call, { ...options, task: "image-segmentation" })).toBe(5);
		expect(requests[1]?.body).toEqual({ inputs: "AQID" });
	});

	it("sends any request and checks nothing", async () => {
		const { options, requests, notices } = serve({ "e.test": Response.json({ any: "thing" }) });
		const answer = await request({ endpointUrl: "https://e.test", inputs: "a", other: 1 }, options);
		expect(answer).toEqual({ any: "thing" });
		expect(requests[0]?.body).toEqual({ inputs: "a", other: 1 });
		expect(notices).toEqual([
			{
				type: "deprecated",
				message:
					"The request method is deprecated and will be removed in a future version of modelhub. Use specific task functions instead.",
			},
		]);
	});
});

it("sends a chat without a model with the default of Hugging Face's list of tasks", async () => {
	const sent: unknown[] = [];
	const fetch: typeof globalThis.fetch = async (url, init) => {
		sent.push([String(url), init?.body && JSON.parse(String(init.body)).model]);
		if (String(url).endsWith("/api/tasks")) return Response.json({ conversational: { models: [{ id: "org/first" }] } });
		const message = { role: "assistant", content: "Hello" };
		return Response.json({
			id: "1",
			created: 1,
			model: "org/first",
			object: "chat.completion",
			choices: [{ index: 0, message, finish_reason: "stop" }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		});
	};
	await chatCompletion(
		{ accessToken: "hf_x", messages: [{ role: "user", content: "Hi" }] },
		{ fetch, hubUrl: "https://default-model.test" },
	);
	expect(sent).toEqual([
		["https://default-model.test/api/tasks", undefined],
		["https://router.huggingface.co/v1/chat/completions", "org/first"],
	]);
});
