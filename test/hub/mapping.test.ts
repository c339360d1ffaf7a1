import { describe, expect, it } from "vitest";
import { InferenceClientHubApiError } from "../../src/errors.ts";
import { BoundedCache, fetchMapping, type HubOptions } from "../../src/hub/index.ts";
import { type ScriptedAnswer, serve } from "../helpers/server.ts";

const TOKEN = "hf_verysecret";
const FIELDS = { providerId: "p", status: "live", task: "conversational" };
const FAILED = "Failed to fetch inference provider mapping for model o/m";
const NOT_FOUND = "We have not been able to find inference provider information for model o/m.";
const JSON_TYPE = { "content-type": "application/json" };

/** A hub on loopback and a cache of its own. */
async function hub(...answers: ScriptedAnswer[]) {
	const server = await serve(...answers);
	const options: HubOptions = { hubUrl: server.url, cache: new Map() };
	return { server, options };
}

describe("fetchMapping", () => {
	it.each([
		["a list", [{ provider: "a", ...FIELDS, extra: 1 }], [{ provider: "a", ...FIELDS, extra: 1 }]],
		[
			"an object, in key order",
			{ b: { ...FIELDS, type: "single-model" }, a: { ...FIELDS, adapter: "lora", adapterWeightsPath: "w" } },
			[
				{ provider: "b", hfModelId: "o/m", ...FIELDS },
				{ provider: "a", hfModelId: "o/m", ...FIELDS, adapter: "lora", adapterWeightsPath: "w" },
			],
		],
		["an empty list", [], []],
		["an empty object", {}, []],
		["entries that are none", [null, "x", { provider: "a", ...FIELDS }], [{ provider: "a", ...FIELDS }]],
	])("reads %s", async (_, inferenceProviderMapping, entries) => {
		const { server, options } = await hub({ body: { id: "o/m", inferenceProviderMapping } });
		expect(await fetchMapping("o/m", options)).toEqual(entries);
		expect(server.requests[0]).toMatchObject({
			method: "GET",
			path: "/api/models/o/m?expand[]=inferenceProviderMapping",
		});
	});

	it.each([
		[TOKEN, `Bearer ${TOKEN}`],
		["sk-verysecret", undefined],
		["HF_verysecret", undefined],
		["", undefined],
		[undefined, undefined],
	])("sends the token %s as %s", async (accessToken, authorization) => {
		const { server, options } = await hub({ body: { inferenceProviderMapping: [] } });
		await fetchMapping("o/m", { ...options, accessToken });
		expect(server.requests[0]?.headers.authorization).toBe(authorization);
	});

	it.each<[string, ScriptedAnswer, string, unknown]>([
		[
			"a JSON error",
			{ status: 404, body: { error: "No such model" } },
			`${FAILED}: No such model`,
			{ error: "No such model" },
		],
		["JSON without an error", { status: 500, body: { detail: "x" } }, FAILED, { detail: "x" }],
		[
			"an error that is no text",
			{ status: 500, body: { error: { message: "x" } } },
			FAILED,
			{ error: { message: "x" } },
		],
		["another content type", { status: 502, body: '{"error":"x"}' }, FAILED, '{"error":"x"}'],
		["invalid JSON with an error status", { status: 500, headers: JSON_TYPE, body: "<h1>" }, FAILED, "<h1>"],
		["a page", { body: "<h1>" }, `${FAILED}: malformed API response, invalid JSON`, "<h1>"],
		["nothing", { headers: JSON_TYPE }, `${FAILED}: malformed API response, invalid JSON`, ""],
		["no mapping", { body: { id: "o/m" } }, NOT_FOUND, '{"id":"o/m"}'],
		["a null mapping", { body: { inferenceProviderMapping: null } }, NOT_FOUND, '{"inferenceProviderMapping":null}'],
		["null", { headers: JSON_TYPE, body: "null" }, NOT_FOUND, "null"],
	])("fails on %s", async (_, answer, message, body) => {
		const { server, options } = await hub(answer);
		const error: unknown = await fetchMapping("o/m", options).catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(InferenceClientHubApiError);
		const { httpRequest, httpResponse } = error as InferenceClientHubApiError;
		expect((error as Error).message).toBe(message);
		expect(httpRequest).toEqual({
			url: `${server.url}/api/models/o/m?expand[]=inferenceProviderMapping`,
			method: "GET",
		});
		expect(httpResponse).toEqual({ requestId: "", status: answer.status ?? 200, body });
	});

	it("does not show a token that Hugging Face repeats", async () => {
		const { options } = await hub({ status: 401, body: { error: `bad token ${TOKEN}` } });
		const error = await fetchMapping("o/m", { ...options, accessToken: TOKEN }).catch((reason: unknown) => reason);
		expect(error).toMatchObject({ message: `${FAILED}: bad token [redacted]` });
		expect(JSON.stringify(error) + (error as Error).stack).not.toContain("verysecret");
	});

	it("sends one request for each model and token", async () => {
		const { server, options } = await hub({ body: { inferenceProviderMapping: [] } });
		const callers: [string, string | undefined][] = [
			["o/m", undefined],
			["o/m", "sk-any"],
			["o/m", "sk-other"],
			["o/m", TOKEN],
			["o/m", `${TOKEN}2`],
			["o/other", TOKEN],
		];
		for (const [model, accessToken] of [...callers, ...callers]) await fetchMapping(model, { ...options, accessToken });
		// Keys of providers are not shown to Hugging Face, so that they share the answer for nobody.
		expect(server.requests.map(({ path, headers }) => [path.split("?")[0], headers.authorization])).toEqual([
			["/api/models/o/m", undefined],
			["/api/models/o/m", `Bearer ${TOKEN}`],
			["/api/models/o/m", `Bearer ${TOKEN}2`],
			["/api/models/o/other", `Bearer ${TOKEN}`],
		]);
		expect(JSON.stringify([...(options.cache as Map<string, unknown>)])).not.toContain("verysecret");
	});

	it("sends a new request after a failure or when the cache dropped the entry", async () => {
		const { server, options } = await hub({ status: 500 }, { body: { inferenceProviderMapping: [] } });
		const caller = { ...options, cache: new BoundedCache(1) };
		await expect(fetchMapping("o/m", caller)).rejects.toThrow(FAILED);
		await fetchMapping("o/m", caller);
		await fetchMapping("o/n", caller);
		await fetchMapping("o/m", caller);
		expect(server.requests).toHaveLength(4);
	});

	it("caches without the cache option, separately for each hub", async () => {
		const answer = { body: { inferenceProviderMapping: [] } };
		for (const { server } of [await hub(answer), await hub(answer)]) {
			await fetchMapping("o/m", { hubUrl: `${server.url}/` });
			await fetchMapping("o/m", { hubUrl: server.url });
			expect(server.requests).toHaveLength(1);
		}
	});

	it("uses the caller's fetch and signal", async () => {
		const { options } = await hub({ ending: "silence" });
		const controller = new AbortController();
		const pending = fetchMapping("o/m", { ...options, signal: controller.signal });
		controller.abort(new Error("enough"));
		await expect(pending).rejects.toThrow("enough");
		const stand = async (): Promise<Response> => Response.json({ inferenceProviderMapping: [{ provider: "x" }] });
		expect(await fetchMapping("o/m", { ...options, fetch: stand })).toEqual([{ provider: "x" }]);
	});
});
