import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SIGNATURES } from "../../../src/catalogue/signatures.ts";
import { completion } from "../../helpers/chat-service.ts";
import { type ScriptedServer, startServer } from "../../helpers/server.ts";
import { createHome, type Home } from "../../helpers/session.ts";

/** The model of chats for which none is named. */
const DEFAULT = SIGNATURES.conversational.defaultModel ?? "";
const KEY = "hf_RowsOwnKey0123456789abcdef";
let home: Home;
let service: ScriptedServer;
/** Whether the router names the provider of an answer. */
let isNamed: boolean;
/** The answer of chats. */
let answer: object;
beforeEach(async () => {
	answer = completion("ok");
	isNamed = true;
	home = createHome();
	service = await startServer(({ path }) => {
		if (path.startsWith("/api/models/")) {
			const entry = { status: "live", task: "conversational", providerId: "m" };
			return { body: { inferenceProviderMapping: { groq: entry } } };
		}
		if (path === "/v1/models") {
			const offers = Object.entries({ [DEFAULT]: 1, "org/priced": 1, "org/dear": 1000 });
			const data = offers.map(([id, price]) => ({
				id,
				providers: [{ provider: "groq", status: "live", pricing: { input: price, output: price } }],
			}));
			return { body: { data } };
		}
		if (/\/chat\/completions$/.test(path))
			return { body: answer, headers: isNamed ? { "x-inference-provider": "groq" } : {} };
		if (/\/completions$/.test(path)) return { body: { model: "m", choices: [{ text: "ok", finish_reason: "stop" }] } };
		return { body: { data: [{ embedding: [0.5] }], model: "m" } };
	});
});
afterEach(async () => {
	await service.close();
	home.remove();
});

const messages = [{ role: "user", content: "Hi" }];
const request = (id: string, body: object, url = "/v1/chat/completions"): string =>
	`${JSON.stringify({ custom_id: id, method: "POST", url, body })}\n`;

const write = (text: string): void => writeFileSync(join(home.folder, "in.jsonl"), text);
const run = (more: string, env: Record<string, string> = {}) =>
	home.run(`hub batch in.jsonl -o out.jsonl --progress none --retries 0 ${more}`, { env: { HF_TOKEN: KEY, ...env } });
const results = (): Record<string, unknown>[] =>
	readFileSync(join(home.folder, "out.jsonl"), "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as Record<string, unknown>);
const bodies = (): unknown[] =>
	service.requests.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body) as unknown);
const endpoint = (): string => `--endpoint ${service.url}/v1`;
const routed = (): Record<string, string> => ({ HF_ENDPOINT: service.url, HUB_ROUTER_URL: service.url });

describe("a row in OpenAI's form", () => {
	it("does not replace the request, and the command's parameters count", async () => {
		const data = JSON.stringify({ model: "evil/model", messages, max_tokens: 1_000_000, n: 128 });
		write(
			request("a", { messages, data, max_completion_tokens: 1_000_000, max_tokens: 500, min_p: 0.1, stream: true }),
		);
		const { code, stderr } = await run(`-m org/model --max-tokens 7 ${endpoint()}`);
		expect({ code, stderr }).toEqual({
			code: 0,
			stderr: expect.stringMatching(/^Left out of rows: data, max_completion_tokens \(the call decides it\), stream/),
		});
		expect(stderr.match(/Left out/g)).toHaveLength(1);
		expect(bodies()).toEqual([{ model: "org/model", messages, min_p: 0.1, max_tokens: 7 }]);
		expect(results()).toMatchObject([{ id: "a", model: "org/model" }]);
	});

	it("of a completion cannot exceed --max-tokens by OpenAI's name of it", async () => {
		write(request("a", { prompt: "Once", max_tokens: 1_000_000, parameters: { model: "evil" } }, "/v1/completions"));
		const { stderr } = await run(`-m org/model --max-tokens 7 ${endpoint()}`);
		expect(stderr).toContain("Left out of rows: max_tokens (the call decides it), parameters.");
		expect(bodies()).toEqual([{ model: "org/model", prompt: "Once", max_tokens: 7 }]);
	});

	it("says once what was left out of rows that come late", async () => {
		const plain = Array.from({ length: 30 }, (_, index) => request(`${index}`, { messages })).join("");
		const late = ["x", "y"].map((id) => request(id, { messages, endpointUrl: "http://127.0.0.1:1" })).join("");
		write(plain + late);
		const { stderr } = await run(`-m org/model ${endpoint()}`);
		expect(stderr.match(/endpointUrl/g)).toHaveLength(1);
		expect(bodies()).toHaveLength(32);
	});

	it.each([
		["image-classification", "/v1/chat/completions", "a request of chat; this run is of image-classification"],
		[
			"automatic-speech-recognition",
			"/v1/other",
			"in the form of OpenAI's batches; this run is of automatic-speech-recognition",
		],
		["chat", "/v1/embeddings", "a request of feature-extraction; this run is of chat"],
	])("is no input of %s: %s", async (task, url, problem) => {
		write(request("a", { messages, inputs: `${service.url}/admin`, input: "x" }, url));
		const { code, stderr } = await run(`-t ${task} -m org/model --endpoint ${service.url}`);
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(problem) });
		expect(service.requests).toEqual([]);
	});

	it.each([
		["/v1/completions", "The body has no prompt."],
		["/v1/embeddings", "The body has no input."],
	])("needs what %s works on", async (url, problem) => {
		write(request("a", { user: "me" }, url));
		expect(await run(`-m org/model ${endpoint()}`)).toMatchObject({
			code: 2,
			stderr: expect.stringContaining(problem),
		});
	});

	it("is priced by the model that it names, and fails with --max-cost where that has no price", async () => {
		const models = ["org/priced", "org/dear", "org/unknown"];
		write(models.map((model) => request(model, { model, messages })).join(""));
		expect((await run("--max-cost 1", routed())).code).toBe(1);
		const found = Object.fromEntries(
			results().map(({ id, model, cost_usd, error }) => [id, { model, cost_usd, error }]),
		);
		// 10 tokens in, 5 out.
		expect(found).toEqual({
			"org/priced": { model: "org/priced", cost_usd: 0.000015 },
			"org/dear": { model: "org/dear", cost_usd: 0.015 },
			"org/unknown": {
				error: { kind: "input", message: expect.stringContaining("The price of org/unknown, which the row names") },
			},
		});
		expect(
			bodies()
				.map((body) => (body as { model: string }).model)
				.sort(),
		).toEqual(["org/dear", "org/priced"]);
	});

	it("counts with the highest price where the router does not say which provider answered, and says so once", async () => {
		isNamed = false;
		const rows = ["a", "b", "c", "d"];
		write(rows.map((id) => request(id, { model: "org/dear", messages, max_tokens: 5 })).join(""));
		const { code, stderr } = await run("--max-cost 0.065 --concurrency 1", routed());
		expect(code).toBe(1);
		expect(stderr.match(/do not report their cost/g)).toHaveLength(1);
		// Two rows are 0.03 USD, and a third one would pass the limit.
		expect(results().map(({ cost_usd }) => cost_usd)).toEqual([0.015, 0.015]);
		expect(bodies()).toHaveLength(2);
	});

	it("is sent to its model without a limit of cost, or with a price", async () => {
		write(request("a", { model: "org/unknown", messages }));
		expect((await run("--max-cost 1 --price 2,2", routed())).code).toBe(0);
		expect(results()).toMatchObject([{ model: "org/unknown", cost_usd: 0.00003 }]);
	});
});

describe("a row with arguments", () => {
	it("keeps its other columns to itself, and its parameters to those of the model", async () => {
		write(
			`${JSON.stringify({ inputs: "Once", label: "x", data: "raw", parameters: { model: "evil", min_p: 0.2 } })}\n`,
		);
		const { code, stderr } = await run(`-t text-generation -m org/model ${endpoint()}`);
		expect({ code, stderr }).toEqual({
			code: 0,
			stderr: expect.stringContaining("Left out of rows: parameters.model."),
		});
		expect(bodies()).toEqual([{ model: "org/model", min_p: 0.2, prompt: "Once" }]);
	});

	it.each([
		[['{"a":1}', '{"a":2}'], undefined],
		[['{"a":1}', "no"], { kind: "schema", message: expect.stringContaining("Answer 2 of 2 does not follow") }],
	])("has each of its answers checked against --schema: %s", async (texts, error) => {
		const choices = texts.map((content, index) => ({ index, message: { content }, finish_reason: "stop" }));
		answer = { ...completion(""), choices };
		write(`${JSON.stringify({ messages, n: 2 })}\n`);
		const { code } = await run(`-t chat -m org/model --schema "a int" ${endpoint()}`);
		expect({ code, error: results()[0]?.["error"] }).toEqual({ code: error ? 1 : 0, error });
	});

	it("of a chat has the members of a chat", async () => {
		write(`${JSON.stringify({ messages, temperature: 0.5, data: "raw", label: "x", stream: true })}\n`);
		expect(await run(`-t chat -m org/model ${endpoint()}`)).toMatchObject({ code: 0 });
		expect(bodies()).toEqual([{ model: "org/model", messages, temperature: 0.5 }]);
	});
});
