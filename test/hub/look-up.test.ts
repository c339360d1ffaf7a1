import { describe, expect, it } from "vitest";
import { fetchMapping, type HubOptions } from "../../src/hub/index.ts";
import { serve } from "../helpers/server.ts";

const MAPPING = { body: { inferenceProviderMapping: [{ provider: "a" }] } };
const tick = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("look-ups at the same time", () => {
	it("share one request for a model, token and cache", async () => {
		const server = await serve(MAPPING);
		const options: HubOptions = { hubUrl: server.url, cache: new Map() };
		const tokens = [undefined, "hf_1", undefined, "hf_1", "sk-other"];
		const answers = await Promise.all(tokens.map((accessToken) => fetchMapping("o/m", { ...options, accessToken })));
		expect(answers).toEqual(tokens.map(() => [{ provider: "a" }]));
		expect(server.requests.map(({ headers }) => headers.authorization).sort()).toEqual(["Bearer hf_1", undefined]);
		await fetchMapping("o/m", { ...options, cache: new Map() });
		expect(server.requests).toHaveLength(3);
	});

	it("fail together, and the next one sends a new request", async () => {
		const server = await serve({ status: 500 }, MAPPING);
		const options: HubOptions = { hubUrl: server.url, cache: new Map() };
		const settled = await Promise.allSettled([fetchMapping("o/m", options), fetchMapping("o/m", options)]);
		expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		expect(await fetchMapping("o/m", options)).toEqual([{ provider: "a" }]);
		expect(server.requests).toHaveLength(2);
	});

	it("are not ended when one caller aborts", async () => {
		let answer = (_: Response): void => undefined;
		let requests = 0;
		const ask = (): Promise<Response> => {
			requests++;
			return new Promise((resolve) => {
				answer = resolve;
			});
		};
		const options: HubOptions = { fetch: ask, cache: new Map() };
		const controller = new AbortController();
		const first = fetchMapping("o/m", { ...options, signal: controller.signal });
		const second = fetchMapping("o/m", options);
		controller.abort(new Error("enough"));
		await expect(first).rejects.toThrow("enough");
		answer(Response.json(MAPPING.body));
		expect(await second).toEqual([{ provider: "a" }]);
		expect(requests).toBe(1);
	});

	it("end when the last caller has left; a later one sends a new request", async () => {
		const server = await serve({ ending: "silence" }, MAPPING);
		const options: HubOptions = { hubUrl: server.url, cache: new Map() };
		const controllers = [new AbortController(), new AbortController()];
		const failures = controllers.map(({ signal }, index) =>
			expect(fetchMapping("o/m", { ...options, signal })).rejects.toThrow(`enough ${index}`),
		);
		while (server.requests.length === 0) await tick();
		for (const [index, controller] of controllers.entries()) controller.abort(new Error(`enough ${index}`));
		await Promise.all(failures);
		expect(await fetchMapping("o/m", options)).toEqual([{ provider: "a" }]);
		await server.requests[0]?.abandoned;
	});

	it("do not start if the signal is already aborted", async () => {
		const server = await serve(MAPPING);
		const signal = AbortSignal.abort(new Error("enough"));
		await expect(fetchMapping("o/m", { hubUrl: server.url, cache: new Map(), signal })).rejects.toThrow("enough");
		expect(server.requests).toEqual([]);
	});
});
