import { describe, expect, it } from "vitest";
import type { CannedReply, WireFixture } from "../../scripts/wire-fixtures/format.ts";
import type { Notice } from "../../src/index.ts";
import * as library from "../../src/index.ts";
import { buildResponse, fixtures, functionName, replay } from "./replay.ts";
import { failure, mapping, serve } from "./serve.ts";

/** Services that send several files where a task returns one. */

const FILE_TASKS = /^(text-to-image|image-to-image|image-text-to-image|text-to-video|image-to-video|text-to-speech)$/;
const FILE_MEMBERS = ["url", "b64_json", "image", "video_url"];

/** Lists of files in a response: URLs, or objects with one. */
function findFileLists(value: unknown, path: string[] = []): { path: string[]; items: unknown[] }[] {
	if (value === null || typeof value !== "object") return [];
	const isFile = (item: unknown): boolean =>
		(typeof item === "string" && /^https?:/.test(item)) ||
		(item !== null && typeof item === "object" && FILE_MEMBERS.some((name) => name in item));
	if (Array.isArray(value) && value.length > 0 && value.every(isFile)) return [{ path, items: value }];
	return Object.entries(value).flatMap(([name, member]) => findFileLists(member, [...path, name]));
}

function replaceAt(value: unknown, [name, ...rest]: readonly string[], list: unknown[]): unknown {
	if (name === undefined) return list;
	return { ...(value as object), [name]: replaceAt((value as Record<string, unknown>)[name], rest, list) };
}

const cases = [...fixtures]
	.filter(([name, { task }]) => name.endsWith(".basic.json") && FILE_TASKS.test(task))
	.flatMap(([name, fixture]) =>
		fixture.replies.flatMap((reply, step) =>
			findFileLists(reply.json).map(({ path, items }): [string, WireFixture, number, string[], unknown[]] => [
				name,
				fixture,
				step,
				path,
				items,
			]),
		),
	);

describe("a response with several files", () => {
	it("is tried at all providers that send lists", () => {
		const providers = new Set(cases.map(([, { provider }]) => provider));
		for (const provider of ["fal-ai", "together", "replicate", "wavespeed", "novita", "zai-org", "hyperbolic"])
			expect([...providers]).toContain(provider);
	});

	it.each(cases)("%s", async (_, fixture, step, path, [item]) => {
		const notices: Notice[] = [];
		let running: unknown;
		const name = functionName(fixture);
		const call = (library as unknown as Record<string, (args: never, options: never) => unknown>)[name];
		const watched = { [name]: (args: never, options: never) => (running = call?.(args, options)) };
		const json = replaceAt(fixture.replies[step]?.json, path, [item, item, item]);
		const { result, error } = await replay(watched, fixture, {
			options: { onNotice: (notice: Notice) => notices.push(notice) },
			answer: (index) => {
				if (index === step) return buildResponse({ ...fixture.replies[step], json } as CannedReply);
				if (index < fixture.replies.length) return undefined;
				return new Response(`file ${index}`, { headers: { "content-type": "image/png" } });
			},
		});
		expect(error).toBeUndefined();
		expect(result).toEqual(fixture.result);
		expect(notices.filter(({ type }) => type === "other-files")).toMatchObject([{ count: 2 }]);
		const others = await library.otherFiles(await running);
		expect(others.map((file) => file.size > 0)).toEqual([true, true]);
	});

	const images = (...data: object[]) =>
		serve({ "co/api/": mapping(["together", "text-to-image"]), "": Response.json({ data }) });
	const PNG = "iVBORw0KGgo=";
	const args = { model: "org/model", provider: "together", accessToken: "hf_x", inputs: "a boat" } as const;

	it("tells who asked for another form how to get all", async () => {
		const { options, notices } = images({ b64_json: PNG }, { b64_json: PNG });
		await library.textToImage(args, { ...options, outputType: "dataUrl" });
		expect(notices.find(({ type }) => type === "other-files")?.message).toContain('outputType "json"');
		const whole = images({ b64_json: PNG }, { b64_json: PNG });
		expect(await library.textToImage(args, { ...whole.options, outputType: "json" })).toMatchObject({
			data: [{ b64_json: PNG }, { b64_json: PNG }],
		});
		expect(whole.notices.filter(({ type }) => type === "other-files")).toEqual([]);
	});

	it("does not count items without a file, and has no others if it has one", async () => {
		const { options, notices } = images({ b64_json: PNG }, {}, { b64_json: "" });
		expect(await library.otherFiles(await library.textToImage(args, options))).toEqual([]);
		expect(notices.filter(({ type }) => type === "other-files")).toEqual([]);
	});

	it("fails to load what cannot be fetched, and keeps the first", async () => {
		const { options } = serve({
			"co/api/": mapping(["together", "text-to-image"]),
			"gone.png": new Response("gone", { status: 404 }),
			"": Response.json({ data: [{ b64_json: PNG }, { url: "https://files.test/gone.png" }] }),
		});
		const first = await library.textToImage(args, options);
		expect(first.size).toBeGreaterThan(0);
		expect(await failure(library.otherFiles(first))).toContain(
			"ProviderApiError: Failed to download https://files.test/gone.png",
		);
	});

	it("has no more than 64 files", async () => {
		const { options } = images(...Array.from({ length: 65 }, () => ({ b64_json: PNG })));
		const first = await library.textToImage(args, options);
		expect(await failure(library.otherFiles(first))).toContain("65 files, which is too many");
	});

	it("is refused where the first is no file", async () => {
		const { options } = images({}, { b64_json: PNG });
		expect(await failure(library.textToImage(args, options))).toContain("ProviderOutputError");
	});

	it("tells of answers that are not returned", async () => {
		const { options, notices } = serve({
			"co/api/": mapping(["hf-inference", "question-answering"]),
			"": Response.json([
				{ answer: "Ada", score: 0.6, start: 0, end: 3 },
				{ answer: "Bo", score: 0.3, start: 4, end: 6 },
			]),
		});
		const answer = await library.questionAnswering(
			{ ...args, provider: "hf-inference", inputs: { question: "Who?", context: "Ada Bo" }, parameters: { top_k: 2 } },
			options,
		);
		expect(answer).toMatchObject({ answer: "Ada" });
		expect(notices.find(({ type }) => type === "other-results")).toMatchObject({ count: 1 });
	});
});
