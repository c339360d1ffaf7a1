/** Forms in which clients other than ours ask. `test/clients` runs the clients themselves. */
import { describe, expect, it } from "vitest";
import { embed } from "../../src/sandbox/text/embedding.ts";
import { createAsker, HUB_KEY } from "./ask.ts";
import { image, recording } from "./samples.ts";

const { get, post, sandbox } = createAsker();
const KEY = { authorization: "Bearer key-sandbox" };
type Body = Record<string, unknown>;
const json = async (response: Promise<Response>): Promise<Body> => (await (await response).json()) as Body;
const messages = [{ role: "user", content: "What is 6 * 7?" }];

function send(
	path: string,
	method: string,
	body: BodyInit,
	headers: Record<string, string> = HUB_KEY,
): Promise<Response> {
	return sandbox(new Request(new URL(path, "http://sandbox.test"), { method, headers, body }));
}

function createForm(members: Record<string, string | Blob>): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(members)) form.append(name, value);
	return form;
}

async function readEvents(response: Promise<Response>): Promise<Body[]> {
	const text = await (await response).text();
	return [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = ""]) => JSON.parse(data) as Body);
}

describe("OpenAI's format", () => {
	it("edits an image, with image[] as well", async () => {
		for (const name of ["image", "image[]"]) {
			const form = createForm({ model: "gpt-image-1", prompt: "at night", [name]: image, n: "2", size: "32x32" });
			const { data } = (await json(send("/v1/images/edits", "POST", form))) as { data: { b64_json: string }[] };
			expect(data.map(({ b64_json }) => b64_json.slice(0, 5))).toEqual(["iVBOR", "iVBOR"]);
		}
	});

	it("rejects an edit without an image", async () => {
		const form = createForm({ model: "gpt-image-1", prompt: "at night" });
		expect((await send("/v1/images/edits", "POST", form)).status).toBe(400);
	});

	it("generates the requested number of images", async () => {
		const request = { model: "gpt-image-1", prompt: "a cat", size: "32x32", n: 3 };
		const { data } = (await json(post("/v1/images/generations", request))) as { data: { b64_json: string }[] };
		expect(data).toHaveLength(3);
	});

	const file = new File([recording], "speech.wav", { type: "audio/wav" });

	it("streams a transcription, the whole text last", async () => {
		const form = createForm({ model: "whisper-1", file, stream: "true" });
		const events = await readEvents(send("/v1/audio/transcriptions", "POST", form));
		const deltas = events.flatMap(({ type, delta }) => (type === "transcript.text.delta" ? [delta] : []));
		expect(deltas.length).toBeGreaterThan(1);
		expect(events.at(-1)).toEqual({ type: "transcript.text.done", text: deltas.join("") });
	});

	it.each([
		["srt", /^1\n00:00:00,000 --> 00:00:\d\d,\d{3}\nGood/],
		["vtt", /^WEBVTT\n\n00:00:00\.000 --> /],
	])("writes subtitles as %s", async (response_format, expected) => {
		const form = createForm({ model: "whisper-1", file, response_format });
		expect(await (await send("/v1/audio/transcriptions", "POST", form)).text()).toMatch(expected);
	});

	it("returns the reasoning of a reasoning model before the answer", async () => {
		const request = { model: "deepseek-ai/DeepSeek-R1", messages };
		const { choices, usage } = (await json(post("/v1/chat/completions", request))) as {
			choices: { message: Body }[];
			usage: Body;
		};
		const { reasoning_content, reasoning, content } = choices[0]?.message ?? {};
		expect(reasoning_content).toContain("What is 6 * 7?");
		// Clients that read both would show each word twice.
		expect(reasoning).toBeUndefined();
		expect(content).toBe("6 * 7 = 42");
		expect(usage["completion_tokens_details"]).toEqual({ reasoning_tokens: expect.any(Number) });
		const events = await readEvents(post("/v1/chat/completions", { ...request, stream: true }));
		const deltas = events.map((event) => (event["choices"] as { delta: Body }[])[0]?.delta ?? {});
		expect(deltas.map((delta) => delta["reasoning_content"] ?? "").join("")).toBe(reasoning_content);
		expect(deltas.filter((delta) => "reasoning" in delta)).toEqual([]);
		expect(deltas.map((delta) => delta["content"] ?? "").join("")).toBe(content);
	});

	it("counts reasoning towards the token limit, and omits it on request", async () => {
		const request = { model: "openai/gpt-oss-20b", messages };
		const short = await json(post("/v1/chat/completions", { ...request, max_tokens: 5 }));
		expect(short).toMatchObject({
			choices: [{ finish_reason: "length", message: { content: "" } }],
			usage: { completion_tokens: 5 },
		});
		const plain = await json(post("/v1/chat/completions", { ...request, reasoning_effort: "none" }));
		expect(JSON.stringify(plain)).not.toContain('"reasoning_content"');
	});

	it("uses the field name of the provider", async () => {
		const request = { model: "openai/gpt-oss-20b", messages };
		const { choices } = (await json(post("/@api.groq.com/openai/v1/chat/completions", request, KEY))) as {
			choices: { message: Body }[];
		};
		expect(choices[0]?.message).toHaveProperty("reasoning");
		expect(choices[0]?.message).not.toHaveProperty("reasoning_content");
		const nebius = await json(post("/@api.studio.nebius.ai/v1/chat/completions", request, KEY));
		expect(nebius).toMatchObject({ choices: [{ message: { reasoning_content: expect.any(String) } }] });
		expect(JSON.stringify(nebius)).not.toContain('"reasoning"');
	});

	it("follows a schema and continues a response in the Responses API", async () => {
		const schema = { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] };
		const text = { format: { type: "json_schema", name: "answer", schema } };
		const first = await json(post("/v1/responses", { model: "gpt-4o-mini", input: "What is 6 * 7?", text }));
		const [message] = first["output"] as { content: { text: string }[] }[];
		expect(JSON.parse(message?.content[0]?.text ?? "")).toEqual({ answer: expect.any(String) });
		const unknown = { model: "gpt-4o-mini", input: "x", previous_response_id: "resp_none" };
		expect((await post("/v1/responses", unknown)).status).toBe(400);
	});
});

describe("providers' own formats", () => {
	it("lists Together's models as a bare array", async () => {
		const models = (await (await get("/@api.together.xyz/v1/models", KEY)).json()) as Body[];
		expect(models[0]).toMatchObject({ object: "model", type: "image", organization: "black-forest-labs" });
		expect(models[0]?.["created"]).toBe(Date.UTC(2026, 0, 15, 12) / 1000);
	});

	it("chats in version 2 of Cohere's format", async () => {
		const request = { model: "command-r-plus", messages };
		expect(await json(post("/@api.cohere.com/v2/chat", request, KEY))).toMatchObject({
			finish_reason: "COMPLETE",
			message: { role: "assistant", content: [{ type: "text", text: "6 * 7 = 42" }] },
			usage: { tokens: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) } },
		});
		const events = await readEvents(post("/@api.cohere.com/v2/chat", { ...request, stream: true }, KEY));
		expect([...new Set(events.map(({ type }) => type))]).toEqual([
			"message-start",
			"content-start",
			"content-delta",
			"content-end",
			"message-end",
		]);
	});

	it("accepts an upload at fal.ai's storage after it was initiated", async () => {
		const start = { content_type: "image/png", file_name: "cat.png" };
		const { upload_url, file_url } = await json(
			post("/@rest.fal.ai/storage/upload/initiate", start, { authorization: "Key k" }),
		);
		expect((await send(String(upload_url), "PUT", image)).status).toBe(200);
		const stored = await sandbox(new Request(String(file_url)));
		expect(stored.headers.get("content-type")).toBe("image/png");
		expect((await stored.arrayBuffer()).byteLength).toBe(image.size);
		expect((await send("/@files/made-up.png", "PUT", image)).status).toBe(404);
		const tooLarge = await send(String(upload_url), "PUT", new Uint8Array(26 << 20));
		expect(tooLarge.status).toBe(413);
	});

	it("describes a model of Replicate", async () => {
		const model = await json(get("/@api.replicate.com/v1/models/black-forest-labs/flux-schnell", KEY));
		expect(model).toMatchObject({
			owner: "black-forest-labs",
			name: "flux-schnell",
			latest_version: { id: expect.any(String) },
		});
		expect((await get("/@api.replicate.com/v1/models/no-such/model", KEY)).status).toBe(404);
	});
});

describe("huggingface_hub's format", () => {
	it("answers about an image with fields next to inputs", async () => {
		const base64 = Buffer.from(await image.arrayBuffer()).toString("base64");
		const body = { inputs: base64, question: "What color is it?", image: base64 };
		const answers = await (await post("/hf-inference/models/sandbox/visual-question-answering", body)).json();
		const usual = { inputs: { question: body.question, image: base64 } };
		expect(answers).toEqual(await (await post("/hf-inference/models/sandbox/visual-question-answering", usual)).json());
	});

	it.each(["tabular-classification", "tabular-regression"])("accepts a bare table: %s", async (task) => {
		const table = { a: ["1", "5"], b: ["2", "9"] };
		const path = `/hf-inference/models/sandbox/${task}`;
		const usual = await (await post(path, { inputs: { data: table } })).json();
		expect(usual).toHaveLength(2);
		expect(await (await post(path, { table })).json()).toEqual(usual);
		expect(await (await post(path, { inputs: null, table })).json()).toEqual(usual);
	});

	it("returns a Novita video at once", async () => {
		const body = { prompt: "a star", width: 32, height: 32, num_frames: 2 };
		const { video } = (await json(post("/novita/v3/hf/wan-t2v", body))) as { video: { video_url: string } };
		const file = await sandbox(new Request(video.video_url));
		expect(file.headers.get("content-type")).toBe("video/mp4");
	});
});

describe("embeddings", () => {
	const cosine = (a: string, b: string): number => {
		const other = embed(b);
		return embed(a).reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
	};

	it("have length 1, or 0 if everything cancels out in a single dimension", () => {
		const lengths = [..."!?.,;:"].map((sign) => Math.hypot(...embed(sign, 1)));
		expect([...new Set(lengths)].sort()).toEqual([0, 1]);
		expect(Math.hypot(...embed("A cat sleeps."))).toBeCloseTo(1, 10);
	});

	it("are closer for texts that share words, or parts of them", () => {
		expect(cosine("The cat sleeps.", "A cat slept.")).toBeGreaterThan(cosine("The cat sleeps.", "Stocks rise."));
		expect(cosine("sleeping", "sleeps")).toBeGreaterThan(0.5);
		expect(cosine("harbor", "engine")).toBeLessThan(0.3);
	});
});

describe("zero-shot classification", () => {
	const ask = (texts: number, labels: number): Promise<Response> =>
		post("/hf-inference/models/sandbox/zero-shot-classification", {
			inputs: Array.from({ length: texts }, (_, index) => `text ${index}`),
			parameters: { candidate_labels: Array.from({ length: labels }, (_, index) => `label ${index}`) },
		});

	it("limits texts times labels", async () => {
		const refused = await ask(201, 100);
		expect(refused.status).toBe(400);
		expect(await refused.json()).toEqual({ error: "Texts times labels must be at most 20000." });
		expect(await (await ask(100, 100)).json()).toHaveLength(100);
	});
});

describe("names that every object has are not values", () => {
	const upload = async (): Promise<string> => {
		const form = createForm({ purpose: "batch", file: new File([""], "in.jsonl") });
		return String((await json(send("/v1/files", "POST", form)))["id"]);
	};

	it.each<[name: string, answer: () => Promise<Response>, status: number]>([
		["a size", () => post("/v1/images/generations", { model: "flux", prompt: "x", size: "constructor" }), 400],
		[
			"a format of subtitles",
			() => {
				const file = new File([recording], "speech.wav");
				const form = createForm({ model: "whisper-1", file, response_format: "constructor" });
				return send("/v1/audio/transcriptions", "POST", form);
			},
			400,
		],
		[
			"a type of embeddings",
			() => {
				const request = { model: "cohere/embed-v4", texts: ["x"], embedding_types: ["constructor"] };
				return post("/@api.cohere.com/v2/embed", request, KEY);
			},
			422,
		],
		[
			"an endpoint of a batch",
			async () => post("/v1/batches", { input_file_id: await upload(), endpoint: "constructor" }),
			400,
		],
	])("%s", async (_, answer, status) => {
		const response = await answer();
		expect(response.status).toBe(status);
		expect(await response.text()).toContain("Invalid");
	});
});
