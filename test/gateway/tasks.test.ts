import { describe, expect, it } from "vitest";
import { createGateway, createSpending, type Gateway } from "../../src/gateway/index.ts";
import { post } from "./ask.ts";

interface Sent {
	url: string;
	body: unknown;
}

/** A gateway, and what it sent to the service, which answers each request with this; `org/TASK` is a model for the task. */
function make(answer: () => Response): { gateway: Gateway; sent: Sent[] } {
	const sent: Sent[] = [];
	const gateway = createGateway({
		token: "hf_token_of_the_hub",
		offers: () => undefined,
		now: () => 1_700_000_000_999,
		call: { cache: new Map() },
		fetch: async (input, init) => {
			const task = /\/api\/models\/org\/([\w-]+)/.exec(String(input))?.[1];
			const entry = { status: "live", task, providerId: "m" };
			if (task)
				return Response.json({
					inferenceProviderMapping: { together: entry, "hf-inference": entry, deepinfra: entry },
				});
			const { body } = init ?? {};
			const form =
				body instanceof FormData
					? Object.fromEntries(
							[...body].map(([name, value]) => [
								name,
								typeof value === "string" ? value : `${value.type} ${value.size}`,
							]),
						)
					: undefined;
			const read =
				typeof body === "string"
					? (JSON.parse(body) as unknown)
					: body instanceof Blob
						? `${body.type} ${body.size}`
						: body;
			sent.push({ url: String(input), body: form ?? read });
			return answer();
		},
	});
	return { gateway, sent };
}

function form(fields: Readonly<Record<string, string | Blob | readonly string[]>>): FormData {
	const data = new FormData();
	for (const [name, value] of Object.entries(fields))
		for (const one of [value].flat() as (string | Blob)[]) data.append(name, one);
	return data;
}

const upload = (gateway: Gateway, path: string, fields: Parameters<typeof form>[0]): Promise<Response> =>
	gateway(new Request(`http://localhost${path}`, { method: "POST", body: form(fields) }));

const PNG = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], { type: "image/png" });
const PNG64 = "iVBORw0KGgo=";
const picture = (): Response => new Response(PNG, { headers: { "content-type": "image/png" } });

describe("images", () => {
	const ask = { model: "org/text-to-image:hf-inference", prompt: "a cat" };
	const both = { b64_json: PNG64, url: `data:image/png;base64,${PNG64}` };
	it.each<[more: object, parameters: (object | undefined)[], data: object[]]>([
		[{}, [{}], [both]],
		[
			{ n: 2, seed: 5, size: "64x32", response_format: "url" },
			[
				{ seed: 5, width: 64, height: 32 },
				{ seed: 6, width: 64, height: 32 },
			],
			[{ url: both.url }, { url: both.url }],
		],
		[
			{ seed: "5", size: "auto", response_format: "b64_json", quality: "high", accessToken: "x" },
			[{ quality: "high" }],
			[{ b64_json: PNG64 }],
		],
		[{ size: null, response_format: null, n: null, stream: false, partial_images: 1 }, [{}], [both]],
	])("of %j are asked for one by one", async (more, parameters, data) => {
		const { gateway, sent } = make(picture);
		const response = await post(gateway, "/v1/images/generations", { ...ask, ...more });
		expect(await response.json()).toEqual({ created: 1_700_000_000, data });
		expect(sent.map(({ body }) => body)).toEqual(parameters.map((own) => ({ inputs: "a cat", parameters: own })));
	});

	it("that are edited have their size beside the prompt", async () => {
		const { gateway, sent } = make(picture);
		const fields = {
			model: "org/image-to-image:hf-inference",
			"image[]": PNG,
			prompt: "5",
			size: "8x9",
			n: "2",
			seed: "1",
			stream: "true",
		};
		const text = await (await upload(gateway, "/v1/images/edits", fields)).text();
		const event = { type: "image_edit.completed", created_at: 1_700_000_000, b64_json: PNG64 };
		expect(text).toBe(`event: image_edit.completed\ndata: ${JSON.stringify(event)}\n\n`.repeat(2));
		const parameters = (seed: number): object => ({ prompt: "5", target_size: { width: 8, height: 9 }, seed });
		expect(sent.map(({ body }) => body)).toEqual(
			[1, 2].map((seed) => ({ inputs: PNG64, parameters: parameters(seed) })),
		);
	});
});

describe("a call of several requests", () => {
	it.each<[path: string, body: object]>([
		["/v1/completions", { model: "org/text-generation:together", prompt: ["paid", "bad", "slow"], max_tokens: 16 }],
		["/v1/completions", { model: "org/text-generation:together", prompt: ["bad", "paid", "slow"], max_tokens: 16 }],
	])("ends with the first that fails, and counts what was paid: %s %j", async (path, body) => {
		const ended: string[] = [];
		let fail = (): void => undefined;
		const failed = new Promise<void>((resolve) => {
			fail = resolve;
		});
		const spending = createSpending();
		const logged: unknown[] = [];
		const gateway = createGateway({
			token: "hf_token_of_the_hub",
			offers: () => [
				{ model: "org/text-generation", provider: "together", pricing: { input: 10_000, output: 20_000 } },
			],
			call: { cache: new Map() },
			budget: { usd: 100, per: "day" },
			spending,
			onCall: ({ cost_usd: cost, error }) => void logged.push([cost, error?.message]),
			fetch: async (input, init) => {
				const entry = { status: "live", task: "text-generation", providerId: "m" };
				if (String(input).includes("/api/models/"))
					return Response.json({ inferenceProviderMapping: { together: entry } });
				const { prompt } = JSON.parse(String(init?.body)) as { prompt: string };
				if (prompt === "paid") {
					return Response.json({
						model: "m",
						choices: [{ text: "a", finish_reason: "stop" }],
						usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
					});
				}
				if (prompt === "bad") {
					await failed;
					return Response.json({ error: { message: "Bad" } }, { status: 400 });
				}
				setTimeout(fail);
				return await new Promise((_, reject) => {
					init?.signal?.addEventListener("abort", () => {
						ended.push(prompt);
						reject(init.signal?.reason);
					});
				});
			},
		});
		const response = await post(gateway, path, body);
		expect([response.status, await response.json()]).toMatchObject([400, { error: { message: "Bad" } }]);
		expect(ended).toEqual(["slow"]);
		expect(gateway.inFlight).toBe(0);
		// Budgets count the call that was ended too: its input was sent.
		const [spent] = spending.entries();
		expect(spent?.usd).toBeGreaterThan(0.1);
		expect(logged).toEqual([[expect.closeTo(0.05), "Bad"]]);
	});
});

describe("speech", () => {
	const sound = new Blob(["RIFF"], { type: "audio/wav" });
	const words = { text: "Hi", segments: [{ start: 0, end: 1.5, text: "Hi" }] };
	it.each<[path: string, provider: string, fields: object, sent: unknown, answer: unknown]>([
		["transcriptions", "together", {}, { model: "m", file: "audio/wav 4" }, { text: "Hi" }],
		[
			"transcriptions",
			"together",
			{ response_format: "text", temperature: "0.5" },
			{ model: "m", file: "audio/wav 4", temperature: "0.5" },
			"Hi\n",
		],
		[
			"transcriptions",
			"together",
			{ response_format: "verbose_json", language: "en", timestamp_granularities: "word" },
			{ model: "m", file: "audio/wav 4", language: "en", response_format: "verbose_json" },
			{
				task: "transcribe",
				language: "en",
				duration: 1.5,
				text: "Hi",
				segments: [{ id: 0, start: 0, end: 1.5, text: "Hi" }],
			},
		],
		[
			"translations",
			"deepinfra",
			{ response_format: "verbose_json" },
			{ model: "m", file: "audio/wav 4", response_format: "verbose_json" },
			{ task: "translate", duration: 1.5, text: "Hi", segments: [{ id: 0, start: 0, end: 1.5, text: "Hi" }] },
		],
	])("%s at %s with %j", async (path, provider, fields, body, expected) => {
		const { gateway, sent } = make(() => Response.json(words));
		const all = { file: sound, model: `org/automatic-speech-recognition:${provider}`, ...fields };
		const text = await (await upload(gateway, `/v1/audio/${path}`, all)).text();
		expect(text).toBe(typeof expected === "string" ? expected : JSON.stringify(expected));
		expect(sent).toEqual([{ url: expect.stringMatching(new RegExp(`/audio/${path}$`)), body }]);
	});

	it("is a file of the type that the service names", async () => {
		for (const type of ["audio/flac", ""]) {
			const { gateway, sent } = make(
				() => new Response(new Uint8Array([1, 2, 3]), { headers: type ? { "content-type": type } : {} }),
			);
			const request = { model: "org/text-to-speech:hf-inference", input: "Hi", voice: "af", stream_format: "audio" };
			const response = await post(gateway, "/v1/audio/speech", request);
			expect(response.headers.get("content-type")).toBe(type || "application/octet-stream");
			expect((await response.arrayBuffer()).byteLength).toBe(3);
			expect(sent[0]?.body).toEqual({ inputs: "Hi", parameters: { voice: "af" } });
		}
	});
});

describe("/v1/tasks", () => {
	const labels = (): Response => Response.json([{ label: "cat", score: 1 }]);
	it.each<[path: string, fields: Parameters<typeof form>[0] | string, sent: unknown]>([
		["image-classification", { image: PNG }, "image/png 8"],
		["image-classification", { file: new Blob([PNG], { type: "" }) }, "image/png 8"],
		["image-classification", { file: new Blob(["x"]), image: PNG }, "image/png 8"],
		["image-classification", { inputs: PNG, parameters: '{"top_k":2}' }, { inputs: PNG64, parameters: { top_k: 2 } }],
		[
			"visual-question-answering",
			{ inputs: '{"question":"What?"}', image: PNG },
			{ inputs: { question: "What?", image: PNG64 } },
		],
		["image-classification", JSON.stringify({ inputs: `data:image/png;base64,${PNG64}` }), "image/png 8"],
		["fill-mask", JSON.stringify({ inputs: "data:,[MASK]", stream: true }), { inputs: "data:,[MASK]" }],
	])("%s of %j sends what the task takes", async (task, fields, expected) => {
		const isQuestion = task.startsWith("visual");
		const { gateway, sent } = make(() =>
			isQuestion
				? Response.json([{ answer: "a cat", score: 1 }])
				: task === "fill-mask"
					? Response.json([{ score: 1, sequence: "a", token: 1, token_str: "a" }])
					: labels(),
		);
		const model = `org/${task}:hf-inference`;
		const path = `/v1/tasks/${task}`;
		const response =
			typeof fields === "string"
				? await post(gateway, path, { model, ...(JSON.parse(fields) as object) })
				: await upload(gateway, path, { model, ...fields });
		expect(response.status, await response.clone().text()).toBe(200);
		expect(sent.map(({ body }) => body)).toEqual([expected]);
	});

	it("answers with files as base64, and refuses what does not fit the task", async () => {
		const { gateway, sent } = make(picture);
		const made = await post(gateway, "/v1/tasks/text-to-image", {
			model: "org/text-to-image",
			provider: "hf-inference",
			inputs: "a cat",
		});
		expect(await made.json()).toEqual({ type: "image/png", size: 8, data: PNG64 });
		expect(sent).toHaveLength(1);
		const refused = await post(gateway, "/v1/tasks/zero-shot-classification", {
			model: "org/zero-shot-classification",
			inputs: 5,
		});
		const { error } = (await refused.json()) as { error: { param: string; message: string } };
		expect([refused.status, error.param]).toEqual([400, "parameters.candidate_labels"]);
		expect(error.message).toMatch(/^"parameters\.candidate_labels" is missing/);
	});
});

it.each([
	["a[]=1&a[]=x&a[]=true&b[]=[1]", { a: [1, "x", true], b: [[1]] }],
	["n=1.5e3&m=-2&o=0x10&p=tru&q=[1,&r=&s= 1", { n: 1500, m: -2, o: "0x10", p: "tru", q: "[1,", r: "", s: " 1" }],
	[
		"prompt=5&inputs=true&language=1&user=2&size=3",
		{ prompt: "5", inputs: "true", language: "1", user: "2", size: "3" },
	],
	['j={"a":[1]}&k=[true]&l=NULL', { j: { a: [1] }, k: [true], l: "NULL" }],
])("the fields of a form are values: %s", async (text, expected) => {
	const { gateway, sent } = make(() => Response.json([]));
	const fields: Record<string, string[]> = { inputs: ["x"], model: ["org/text-classification:hf-inference"] };
	for (const pair of text.split("&")) {
		const at = pair.indexOf("=");
		const name = pair.slice(0, at);
		fields[name] = [...(name === "inputs" ? [] : (fields[name] ?? [])), pair.slice(at + 1)];
	}
	await upload(gateway, "/v1/tasks/text-classification", fields);
	expect(sent[0]?.body).toEqual({ inputs: "x", ...expected });
});
