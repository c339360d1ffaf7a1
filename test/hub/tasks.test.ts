import { describe, expect, it } from "vitest";
import { fetchDefaultModel, fetchDefaultTask, type HubOptions } from "../../src/hub/index.ts";
import { type ScriptedAnswer, serve } from "../helpers/server.ts";

async function hub(...answers: ScriptedAnswer[]) {
	const server = await serve(...answers);
	const options: HubOptions = { hubUrl: server.url, cache: new Map(), accessToken: "sk-verysecret" };
	return { server, options };
}

const TASKS = {
	"fill-mask": { models: [{ id: "o/first" }, { id: "o/second" }] },
	other: { models: [] },
	"no-models": {},
	odd: { models: [{ id: 3 }] },
};

describe("fetchDefaultModel", () => {
	it("takes the first model of the task, with one request and without the token", async () => {
		const { server, options } = await hub({ body: TASKS });
		expect(await fetchDefaultModel("fill-mask", options)).toBe("o/first");
		expect(await fetchDefaultModel("fill-mask", options)).toBe("o/first");
		expect(server.requests).toMatchObject([{ method: "GET", path: "/api/tasks" }]);
		expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
	});

	it.each(["conversational", "other", "no-models", "odd", "toString"])("finds no model for %s", async (task) => {
		const { options } = await hub({ body: TASKS });
		await expect(fetchDefaultModel(task, options)).rejects.toMatchObject({
			name: "InputError",
			message: `No default model defined for task ${task}, please define the model explicitly.`,
		});
	});

	it.each([
		[{ status: 500, body: "down" }, "down"],
		[{ status: 404, body: { error: "x" } }, '{"error":"x"}'],
		[{ body: "<h1>" }, "<h1>"],
	])("fails on %j, and tries again on the next call", async (answer, body) => {
		const { options } = await hub(answer, { body: TASKS });
		await expect(fetchDefaultModel("fill-mask", options)).rejects.toMatchObject({
			name: "HubApiError",
			message: "Failed to load tasks definitions from Hugging Face Hub.",
			httpResponse: { body },
		});
		expect(await fetchDefaultModel("fill-mask", options)).toBe("o/first");
	});
});

describe("fetchDefaultTask", () => {
	it("reads the model's task with any token, and caches it for ten minutes", async () => {
		const { server, options } = await hub({ body: { pipeline_tag: "fill-mask" } });
		let time = 0;
		const caller = { ...options, now: () => time };
		for (const minutes of [0, 9.99, 10, 19]) {
			time = minutes * 60_000;
			expect(await fetchDefaultTask("o/m", caller)).toBe("fill-mask");
		}
		expect(server.requests).toHaveLength(2);
		expect(server.requests[0]).toMatchObject({ path: "/api/models/o/m?expand[]=pipeline_tag" });
		expect(server.requests[0]?.headers.authorization).toBe("Bearer sk-verysecret");
		await fetchDefaultTask("o/m", { ...caller, accessToken: undefined });
		expect(server.requests[2]?.headers).not.toHaveProperty("authorization");
	});

	it.each<[string, ScriptedAnswer]>([
		["no task", { body: {} }],
		["an error", { status: 404, body: { pipeline_tag: "x" } }],
		["a page", { body: "<h1>" }],
		["a closed connection", { ending: "refuse" }],
	])("returns null for %s, and tries again on the next call", async (_, answer) => {
		const { options } = await hub(answer, { body: { pipeline_tag: "fill-mask" } });
		expect(await fetchDefaultTask("o/m", options)).toBeNull();
		expect(await fetchDefaultTask("o/m", options)).toBe("fill-mask");
	});

	it.each(["http://x", "https://x", "/local"])("sends no request to another service about %s", async (model) => {
		const { server, options } = await hub({ body: { pipeline_tag: "fill-mask" } });
		expect(await fetchDefaultTask(model, options)).toBeNull();
		expect(server.requests).toEqual([]);
	});

	it("does not mistake an abort for a missing task", async () => {
		const { options } = await hub({ ending: "silence" });
		const pending = fetchDefaultTask("o/m", { ...options, signal: AbortSignal.abort(new Error("enough")) });
		await expect(pending).rejects.toThrow("enough");
	});
});
