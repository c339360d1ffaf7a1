import { describe, expect, it } from "vitest";
import { fetchModel, type HubOptions, type ModelSearch, searchModels, whoami } from "../../src/hub/index.ts";
import { type ScriptedAnswer, serve } from "../helpers/server.ts";

async function hub(...answers: ScriptedAnswer[]) {
	const server = await serve(...answers);
	const options: HubOptions = { hubUrl: `${server.url}/`, accessToken: "hf_verysecret" };
	return { server, options };
}

const CALLS: [string, (options: HubOptions) => Promise<unknown>, string, unknown][] = [
	["whoami", whoami, "/api/whoami-v2", { name: "ada" }],
	["fetchModel", (options) => fetchModel("o/m", options), "/api/models/o/m", { id: "o/m" }],
	[
		"fetchModel with fields",
		(options) => fetchModel("o/m", options, ["config", "gguf"]),
		"/api/models/o/m?expand[]=config&expand[]=gguf",
		{ id: "o/m" },
	],
	["searchModels", (options) => searchModels({ search: "a b" }, options), "/api/models?search=a+b", [{ id: "o/m" }]],
];

describe.each(CALLS)("%s", (_, call, path, body) => {
	it("sends the caller's token", async () => {
		const { server, options } = await hub({ body });
		expect(await call(options)).toEqual(body);
		expect(server.requests).toMatchObject([{ method: "GET", path }]);
		expect(server.requests[0]?.headers.authorization).toBe("Bearer hf_verysecret");
	});

	it("sends no token if there is none", async () => {
		const { server, options } = await hub({ body });
		await call({ ...options, accessToken: undefined });
		expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
	});

	it.each<[ScriptedAnswer, number, string | undefined]>([
		[{ status: 401, body: { error: "Invalid hf_verysecret" } }, 401, "Invalid [redacted]"],
		[{ status: 403, body: { message: "gated" } }, 403, "gated"],
		[{ status: 500, body: "<h1>" }, 500, undefined],
		[{ body: "<h1>" }, 200, "malformed API response, invalid JSON"],
		[{ body: 3 }, 200, "malformed API response, unexpected content"],
	])("fails on %j", async (answer, status, detail) => {
		const { server, options } = await hub(answer);
		const error: unknown = await call(options).catch((reason: unknown) => reason);
		expect(error).toMatchObject({
			name: "HubApiError",
			message: expect.stringMatching(/^Failed to /) as unknown,
			httpRequest: { url: server.url + path, method: "GET" },
			httpResponse: { status },
		});
		const { message, stack } = error as Error;
		if (detail === undefined) expect(message).not.toContain(":");
		else expect(message.endsWith(`: ${detail}`)).toBe(true);
		expect(JSON.stringify(error) + stack).not.toContain("verysecret");
	});
});

describe("searchModels", () => {
	it.each<[ModelSearch, string]>([
		[{}, ""],
		[{ limit: 5 }, "limit=5"],
		[{ sort: "downloads" }, "sort=downloads&direction=-1"],
		[{ limit: 2, expand: ["a", "b"] }, "limit=2&expand%5B%5D=a&expand%5B%5D=b"],
		[
			{
				search: "a&b",
				author: "o",
				filter: "gguf",
				pipelineTag: "fill-mask",
				inferenceProvider: "together",
				sort: "likes",
				limit: 1,
			},
			"search=a%26b&author=o&filter=gguf&pipeline_tag=fill-mask&inference_provider=together&sort=likes&direction=-1&limit=1",
		],
		[{ search: undefined, author: "o" }, "author=o"],
		[{ filter: ["gguf", "en"], limit: 1 }, "filter=gguf&filter=en&limit=1"],
	])("asks for %j", async (search, query) => {
		const { server, options } = await hub({ body: [] });
		expect(await searchModels(search, options)).toEqual([]);
		expect(server.requests[0]?.path.replace(/^\/api\/models\??/, "")).toBe(query);
	});

	it("rejects an object in place of a list", async () => {
		const { options } = await hub({ body: { error: "odd" } });
		await expect(searchModels({}, options)).rejects.toMatchObject({ name: "HubApiError" });
	});
});
