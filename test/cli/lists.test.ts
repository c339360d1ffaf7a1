import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ChatSession } from "../../src/cli/commands/chat/session.ts";
import { createContext } from "../../src/cli/context.ts";
import { type ScriptedAnswer, type ScriptedServer, startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

/** Lists of a service that are not in order, or not whole, as the commands show them. */

const withIndex = (index: unknown, item: object): object => (index === undefined ? item : { index, ...item });

let home: Home;
let server: ScriptedServer;
let answer: (body: { input?: string | string[]; stream?: boolean; n?: number }) => ScriptedAnswer;
const asked: { input?: string | string[]; stream?: boolean; n?: number }[] = [];
beforeAll(async () => {
	server = await startServer(({ body }) => {
		const fields = JSON.parse(body || "{}") as (typeof asked)[number];
		asked.push(fields);
		return answer(fields);
	});
	home = createHome({ "in.txt": "n0\nn1\nn2\nn3\nn4\nn5\n" });
});
afterAll(async () => {
	home.remove();
	await server.close();
});
beforeEach(() => {
	asked.length = 0;
});

/** A vector for each text that names its number, in an order and with indexes of its own. */
function embed(arrange: (data: object[]) => object[]): typeof answer {
	return ({ input = [] }) => {
		const data = [input].flat().map((text, index) => ({ index, embedding: [Number(text.slice(1)), 1] }));
		return { body: { data: arrange(data), usage: { prompt_tokens: 6, total_tokens: 6 } } };
	};
}
const spoil = (last: unknown) => (data: object[]) => [...data.slice(0, -1), { ...data.at(-1), index: last }];
const WRONG: [string, (data: object[]) => object[]][] = [
	["double", spoil(0)],
	["foreign", spoil(77)],
	["missing", (data) => data.slice(0, -1)],
	["one too many", (data) => [...data, { index: data.length, embedding: [9, 9] }]],
	["mixed", spoil(undefined)],
	["text", spoil("1")],
	["negative", spoil(-1)],
	["a prototype's", spoil("__proto__")],
	["none, and too few", (data) => data.slice(1).map((item) => ({ ...item, index: undefined }))],
];

describe("hub infer -t feature-extraction", () => {
	const run = () => home.run(`hub infer --json -t feature-extraction -m m --endpoint ${server.url}/v1 --retries 0 n3`);

	it("prints the vector of the text", async () => {
		answer = embed((data) => data);
		const { code, stdout, stderr } = await run();
		expect(code, stderr).toBe(0);
		expect(JSON.parse(stdout)).toEqual([[3, 1]]);
	});

	it.each(WRONG.filter(([name]) => name !== "double" && name !== "mixed"))(
		"refuses an index that is %s",
		async (_, arrange) => {
			answer = embed(arrange);
			const { code, stdout, stderr } = await run();
			expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
			expect(stderr).toContain("Received a malformed response");
		},
	);
});

describe("hub batch --group", () => {
	const run = (more = "") =>
		home.run(
			`hub batch in.txt -o out.jsonl --force --json --progress none -t feature-extraction -m m --endpoint ${server.url}/v1 --retries 0 ${more}`,
		);
	const lines = () =>
		readFileSync(join(home.folder, "out.jsonl"), "utf8")
			.trimEnd()
			.split("\n")
			.map(
				(line) => JSON.parse(line) as { index: number; output?: number[][]; error?: { kind: string; message: string } },
			);

	it.each<[string, (data: object[]) => object[]]>([
		["in order", (data) => data],
		["shuffled", (data) => [...data].reverse()],
		["shuffled otherwise", (data) => [...data.slice(2), ...data.slice(0, 2)]],
		["without an index", (data) => data.map((item) => ({ ...item, index: undefined }))],
	])("gives each row its own vector: %s", async (_, arrange) => {
		answer = embed(arrange);
		const { code, stdout, stderr } = await run("--group 6");
		expect(code, stderr).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ done: 6, failed: 0 });
		expect(asked.map(({ input }) => [input].flat().length)).toEqual([6]);
		for (const { index, output } of lines()) expect(output).toEqual([[index, 1]]);
	});

	it.each(WRONG)("never gives a row the vector of another: %s", async (_, arrange) => {
		answer = (body) => embed([body.input].flat().length > 1 ? arrange : (data) => data)(body);
		const { code, stdout, stderr } = await run("--group 6");
		// Rows of a list that is not whole are sent one by one.
		expect(code, stderr).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ done: 6, failed: 0 });
		for (const { index, output } of lines()) expect(output).toEqual([[index, 1]]);
	});

	it("counts rows without a vector of their own as failed", async () => {
		answer = embed(spoil(77));
		const { code, stdout } = await run("--group 3");
		expect(code).toBe(1);
		expect(JSON.parse(stdout)).toMatchObject({ done: 0, failed: 6 });
		expect(lines()).toHaveLength(6);
		for (const { error } of lines())
			expect(error).toMatchObject({ kind: "malformed", message: expect.stringContaining("the index 77") });
	});
});

const message = (content: string) => ({ message: { role: "assistant", content }, finish_reason: "stop" });
const whole = (...choices: object[]): ScriptedAnswer => ({
	body: { id: "c", created: 1, model: "m", choices, usage: null },
});
const streamed = (...chunks: object[][]): ScriptedAnswer => ({
	headers: { "content-type": "text/event-stream" },
	body: `${chunks.map((choices) => `data: ${JSON.stringify({ id: "c", created: 1, model: "m", choices })}\n\n`).join("")}data: [DONE]\n\n`,
});

describe("hub infer -t chat", () => {
	const run = (more = "") => home.run(`hub infer -t chat -m m --endpoint ${server.url}/v1 --retries 0 ${more} Hi`);
	const delta = (index: unknown, content: string) => withIndex(index, { delta: { content } });

	it("prints all answers that were asked for, in their order", async () => {
		answer = () => whole({ index: 1, ...message("two") }, { index: 0, ...message("one") });
		expect(await run("--param n=2")).toEqual({ code: 0, stdout: "one\n\ntwo\n", stderr: "" });
		expect(asked[0]?.stream ?? false).toBe(false);
		const json = JSON.parse((await run("--param n=2 --json")).stdout) as { choices: { index: number }[] };
		expect(json.choices.map(({ index }) => index)).toEqual([0, 1]);
		const saved = await run("--param n=2 -o both.txt --force");
		expect(saved.code, saved.stderr).toBe(0);
		expect(readFileSync(join(home.folder, "both.txt"), "utf8")).toBe("one\n\ntwo\n");
	});

	it("says at the start that lines of events have one answer", async () => {
		const { code, stdout, stderr } = await run("--param n=2 --format ndjson");
		expect({ code, stdout, asked: asked.length }).toEqual({ code: 2, stdout: "", asked: 0 });
		expect(stderr).toContain("--format ndjson streams one answer, and n requests 2.");
	});

	it.each<[string, object[]]>([
		["too few", [{ index: 0, ...message("one") }]],
		[
			"missing",
			[
				{ index: 0, ...message("one") },
				{ index: 2, ...message("three") },
			],
		],
		[
			"double",
			[
				{ index: 0, ...message("one") },
				{ index: 0, ...message("two") },
			],
		],
		[
			"text",
			[
				{ index: "0", ...message("one") },
				{ index: "1", ...message("two") },
			],
		],
	])("refuses answers whose index is %s", async (_, choices) => {
		answer = () => whole(...choices);
		for (const more of ["", "--json"]) {
			const { code, stdout, stderr } = await run(`--param n=2 ${more}`);
			expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
			expect(stderr).toContain("Received a malformed response");
		}
	});

	it.each<[string, object[][], string]>([
		["missing", [[delta(0, "one")], [delta(2, "three")]], "one"],
		["text", [[delta(0, "one")], [delta("1", "two")]], "one"],
		["mixed", [[delta(0, "one")], [delta(1, "two")], [delta(undefined, "!")]], "one"],
	])("ends a stream with an error where an index is %s", async (_, chunks, shown) => {
		answer = () => streamed(...chunks);
		const { code, stdout, stderr } = await run();
		expect(stdout).toContain(shown);
		expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining("Received a malformed response") });
	});

	it("prints calls of tools in their order, and refuses those that are not whole", async () => {
		const calls = (...pieces: object[]) => [{ index: 0, delta: { tool_calls: pieces } }];
		const part = (index: number | undefined, id: string, name: string, args: string) =>
			withIndex(index, { id, function: { name, arguments: args } });
		answer = () => streamed(calls(part(1, "b", "second", "{}")), calls(part(0, "a", "first", "{}")));
		expect((await run()).stdout).toBe("first({})\nsecond({})\n");
		answer = () => streamed(calls(part(undefined, "b", "first", "{}")), calls(part(undefined, "a", "second", "{}")));
		expect((await run()).stdout).toBe("first({})\nsecond({})\n");
		const events = (await run("--format ndjson")).stdout
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		const found = events.filter(({ type }) => type === "tool_calls").flatMap(({ tool_calls: one }) => one);
		expect(found).toMatchObject([
			{ index: 0, name: "first" },
			{ index: 1, name: "second" },
		]);
		answer = () => streamed(calls(part(0, "a", "first", "{}")), calls(part(-1, "b", "second", "{}")));
		expect(await run()).toMatchObject({
			code: 5,
			stderr: expect.stringContaining("-1 is not a possible index in tool_calls"),
		});
	});
});

it("hub batch writes all answers of a row to a table", async () => {
	answer = () => whole({ index: 1, ...message("two") }, { index: 0, ...message("one") });
	const { code, stderr } = await home.run(
		`hub batch in.txt -o out.csv --force --progress none -t chat -m m --endpoint ${server.url}/v1 --retries 0 --param n=2`,
	);
	expect(code, stderr).toBe(0);
	const rows = readFileSync(join(home.folder, "out.csv"), "utf8");
	expect(rows.match(/"one\n\ntwo"/g)).toHaveLength(6);
});

it("hub chat refuses several answers before it sends, since a conversation goes on with one", async () => {
	const { stdin, stdout, stderr } = process;
	const { signal } = new AbortController();
	const context = createContext({ stdin, stdout, stderr, env: home.env, cwd: home.folder, signal });
	const options = { model: "m", endpoint: `${server.url}/v1`, param: ["n=3"], retries: 0 };
	const session = new ChatSession(options, context);
	const asking = session.answer(signal, () => undefined);
	await expect(asking).rejects.toThrow("A chat continues with one answer, and n requests 3.");
	expect(asked).toHaveLength(0);
});
