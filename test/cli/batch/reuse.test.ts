import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createManifest } from "../../../src/batch/manifest.ts";
import { CacheFolder } from "../../../src/cli/commands/batch/cache-folder.ts";
import { followInput } from "../../../src/cli/commands/batch/changed-input.ts";
import type { Plan } from "../../../src/cli/commands/batch/plan.ts";
import { requestKeys } from "../../../src/cli/commands/batch/result-cache.ts";
import type { Context } from "../../../src/cli/context.ts";
import { scanJournal } from "../../../src/node-journal.ts";
import { type ChatService, startChatService } from "../../helpers/chat-service.ts";
import { FREE_LOCK } from "../../helpers/locks.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

let service: ChatService;
let home: Home;

beforeAll(async () => {
	service = await startChatService({});
});
afterAll(() => service.close());
beforeEach(() => {
	service.asked.clear();
	home = createHome();
	return () => home.remove();
});

interface Line {
	id: string;
	index: number;
	output?: { choices: { message: { content: string } }[] };
	input?: object;
	[name: string]: unknown;
}

const path = (name: string): string => join(home.folder, name);
const write = (name: string, text: string): void => writeFileSync(path(name), text);
const lines = (name: string): Line[] =>
	readFileSync(path(name), "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Line)
		.sort((a, b) => a.index - b.index);
const batch = (args: string): Promise<Outcome> =>
	home.run(`hub batch ${args} -t chat -m m --endpoint ${service.url} --progress none`);
const texts = (name: string): (readonly [string, number, string | undefined])[] =>
	lines(name).map(({ id, index, output }) => [id, index, output?.choices[0]?.message.content]);
const rows = (...prompts: string[]): string => prompts.map((text) => `${JSON.stringify({ text })}\n`).join("");
const named = (prompts: Record<string, string>): string =>
	Object.entries(prompts)
		.map(([id, text]) => `${JSON.stringify({ id, text })}\n`)
		.join("");
const answers = (...prompts: string[]): unknown[] =>
	prompts.map((text, index) => [String(index), index, `re: ${text}`]);

/** Runs a batch over an input, changes the input, and runs it again. Returns the prompts of the second run. */
async function change(before: string, after: string, flags = ""): Promise<{ asked: string[]; outcome: Outcome }> {
	write("in.jsonl", before);
	expect(await batch(`in.jsonl -o out.jsonl ${flags.replace("--prune", "")}`)).toMatchObject({ code: 0 });
	service.asked.clear();
	write("in.jsonl", after);
	const outcome = await batch(`in.jsonl -o out.jsonl ${flags}`);
	return { asked: [...service.asked.keys()].sort(), outcome };
}

describe("a finished table without a journal", () => {
	it.each(["csv", "tsv", "parquet"])(
		"gives the rows of a .%s that are the same, and says what it cannot know",
		async (format) => {
			write("in.csv", 'text,n,note\n"one, ""two""",1,\nthree,2.50,x\n');
			expect(await batch(`in.csv -o out.${format}`)).toMatchObject({ code: 0 });
			service.asked.clear();
			write("in.csv", 'text,n,note\nnew,3,\nthree,2.50,x\n"one, ""two""",1,\nthree,2.51,x\n');
			const { code, stderr } = await batch(`in.csv -o again.jsonl --reuse out.${format}`);
			expect(code).toBe(0);
			expect(stderr).toContain("2 reused");
			expect(stderr.replaceAll(/\s+/g, " ")).toContain(
				`out.${format} has no journal to show its requests: rows with the same n, note and text reuse its results, whichever model and prompt made them.`,
			);
			expect([...service.asked.keys()].sort()).toEqual(["new", "three"]);
			expect(texts("again.jsonl")).toEqual(answers("new", "three", 'one, "two"', "three"));
			// A table of a table shows the same.
			expect(await batch(`in.csv -o last.csv --reuse out.${format} --reuse again.jsonl`)).toMatchObject({ code: 0 });
			expect(readFileSync(path("last.csv"), "utf8")).toContain('"one, ""two""",1,,2,"re: one, ""two""",');
			expect(service.asked.size).toBe(2);
		},
	);

	it("gives nothing to rows with other columns, and not the rows that failed", async () => {
		write("table.csv", "text,output,error\na,re: a,\nb,,timeout: too slow\n");
		write("in.jsonl", `${rows("a", "b")}${JSON.stringify({ text: "a", more: 1 })}\n`);
		const { code, stderr } = await batch("in.jsonl -o again.jsonl --reuse table.csv");
		expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("1 reused") });
		expect([...service.asked]).toEqual([
			["b", 1],
			["a", 1],
		]);
	});

	it("gives the files that it names, if they are there", async () => {
		write("in.csv", "text\na lighthouse\na boat\n");
		const run = (more: string) => home.run(`hub batch in.csv --sandbox -t text-to-image --progress none ${more}`);
		expect(await run("-o images.csv")).toMatchObject({ code: 0 });
		const [kept = "", removed = ""] = readdirSync(path("images.csv.files"));
		rmSync(join(path("images.csv.files"), removed));
		const { code, stderr } = await run("-o again.csv --reuse images.csv");
		expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("1 reused") });
		expect(readdirSync(path("again.csv.files"))).toHaveLength(2);
		const [before, after] = ["images", "again"].map((name) => readFileSync(join(path(`${name}.csv.files`), kept)));
		expect(after?.equals(before ?? Buffer.of())).toBe(true);
	});

	it("gives vectors, records and whole results as the table has them", async () => {
		write("in.csv", "text\none\ntwo\n");
		const lines = {
			"feature-extraction": "--sandbox -t feature-extraction",
			translation: "--sandbox -t translation",
			chat: "--sandbox -t chat --raw-output",
		};
		for (const [task, options] of Object.entries(lines)) {
			const run = (more: string) => home.run(`hub batch in.csv ${options} --progress none ${more}`);
			expect.soft(await run(`-o ${task}.csv`), task).toMatchObject({ code: 0 });
			const again = await run(`-o ${task}-2.csv --reuse ${task}.csv`);
			expect.soft(again, task).toMatchObject({ code: 0, stderr: expect.stringContaining("2 reused") });
			const [first, second] = [`${task}.csv`, `${task}-2.csv`].map((name) => readFileSync(path(name), "utf8"));
			expect.soft(second, task).toBe(first);
		}
	});
});

describe("an input that changed", () => {
	it.each([
		["one row more", rows("a", "b", "c"), rows("a", "b", "c", "d"), ["d"]],
		["a row at the start", rows("a", "b", "c"), rows("d", "a", "b", "c"), ["d"]],
		["a changed row", rows("a", "b", "c"), rows("a", "x", "c"), ["x"]],
		["another order", rows("a", "b", "c"), rows("c", "a", "b"), []],
		["the same prompt twice", rows("a", "b"), rows("a", "b", "a"), []],
	])("asks only what is missing: %s", async (_, before, after, wanted) => {
		const { asked, outcome } = await change(before, after);
		expect(outcome).toMatchObject({ code: 0 });
		expect(asked).toEqual(wanted);
		const prompts = after
			.trim()
			.split("\n")
			.map((line) => (JSON.parse(line) as { text: string }).text);
		expect(texts("out.jsonl")).toEqual(answers(...prompts));
	});

	it.each(["--keep all", "--format openai", "--text --keep text"])("also with %s", async (flags) => {
		const { asked, outcome } = await change(rows("a", "b"), rows("b", "c", "a"), flags);
		expect(outcome).toMatchObject({ code: 0 });
		expect(asked).toEqual(["c"]);
		write("fresh.jsonl", rows("b", "c", "a"));
		await batch(`fresh.jsonl -o fresh.out.jsonl ${flags}`);
		const shown = (name: string): unknown[] =>
			lines(name).map(({ id, custom_id, index, output, input }) => [
				id,
				custom_id,
				index,
				JSON.stringify(output),
				input,
			]);
		expect(new Set(shown("out.jsonl"))).toEqual(new Set(shown("fresh.out.jsonl")));
	});

	it("keeps the results of rows that are gone, tells of them, and removes them with --prune", async () => {
		const { asked, outcome } = await change(named({ a: "one", b: "two", c: "three" }), named({ c: "three", a: "new" }));
		expect(asked).toEqual(["new"]);
		expect(outcome.stderr).toContain("1 row keeps its result, 1 is new, changed or unfinished");
		expect(outcome.stderr).toContain("1 row is no longer in it: this run keeps their results; --prune removes them");
		expect(outcome.stderr).toContain("2 of 2 done");
		expect(texts("out.jsonl")).toEqual([
			["c", 0, "re: three"],
			["a", 1, "re: new"],
			["b", 2, "re: two"],
		]);
		const status = await home.run("hub batch status out.jsonl --json");
		expect(JSON.parse(status.stdout)).toMatchObject({ total: 2, done: 2, failed: 0, left: 0 });
		service.asked.clear();
		expect(await batch("in.jsonl -o out.jsonl --prune")).toMatchObject({ code: 0 });
		expect(service.asked.size).toBe(0);
		expect(texts("out.jsonl").map(([id]) => id)).toEqual(["c", "a"]);
		const manifest = JSON.parse(readFileSync(path("out.jsonl.batch.json"), "utf8")) as { change: object };
		expect(manifest.change).toMatchObject({ kept: 2, open: 0, gone: 1, isPruned: true });
	});

	it("does not take a numbered row that is gone for a changed one", async () => {
		const { asked } = await change(rows("a", "b", "c"), rows("b", "c"));
		expect(asked).toEqual([]);
		expect(texts("out.jsonl")).toEqual([...answers("b", "c"), ["2", 2, "re: a"]]);
		expect((await change(rows("a", "b", "c"), rows("b", "c"), "--prune")).outcome.code).toBe(0);
	});

	it("follows tables and shards", async () => {
		write("in.csv", "id,text\na,one\nb,two\n");
		await batch("in.csv -o out.csv --keep-journal");
		write("in.csv", "id,text\nb,two\nc,three\na,one\n");
		service.asked.clear();
		expect(await batch("in.csv -o out.csv --keep-journal")).toMatchObject({ code: 0 });
		expect([...service.asked.keys()]).toEqual(["three"]);
		expect(
			readFileSync(path("out.csv"), "utf8")
				.split("\n")
				.slice(1, 4)
				.map((line) => line.split(",")[0]),
		).toEqual(["b", "c", "a"]);
		write("in.jsonl", rows("a", "b", "c", "d"));
		for (const shard of [0, 1]) await batch(`in.jsonl -o s.jsonl --shard ${shard}/2`);
		write("in.jsonl", rows("a", "b", "c", "d", "e", "f"));
		service.asked.clear();
		for (const shard of [0, 1]) await batch(`in.jsonl -o s.jsonl --shard ${shard}/2`);
		expect([...service.asked.keys()].sort()).toEqual(["e", "f"]);
		expect(
			await home.run("hub batch merge s-00000-of-00002.jsonl s-00001-of-00002.jsonl -o whole.jsonl"),
		).toMatchObject({ code: 0 });
		expect(texts("whole.jsonl")).toEqual(answers("a", "b", "c", "d", "e", "f"));
	});

	it("follows no other stream of standard input, whose rows would get the results of others", async () => {
		for (const more of ["a b", "a b c"]) {
			write("in.jsonl", rows(...more.split(" ")));
			expect(await batch("- -o out.jsonl < in.jsonl")).toMatchObject({ code: 0 });
		}
		write("in.jsonl", rows("a", "x", "c", "d"));
		const other = await batch("- -o out.jsonl < in.jsonl");
		expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("row 2 of standard input is different") });
		expect(texts("out.jsonl")).toEqual(answers("a", "b", "c"));
		expect(await batch("- -o out.jsonl --force < in.jsonl")).toMatchObject({ code: 0 });
		expect(texts("out.jsonl")).toEqual(answers("a", "x", "c", "d"));
	});

	it("keeps every result if it is stopped meanwhile", async () => {
		const stop = new AbortController();
		const request = requestKeys({ task: "image-classification", resolved: [] })({ inputs: "read" }, "m");
		const journal = ["0", "1"].map(
			(id, index) => `{"id":"${id}","index":${index},"output":[],"request":"${request}"}\n`,
		);
		write("out.jsonl", journal.join(""));
		const read = async (): Promise<string> => {
			stop.abort(new Error("stopped"));
			return Promise.reject(stop.signal.reason);
		};
		const source = {
			isFile: true,
			marks: [],
			read: async function* () {
				yield [{ value: "a.png" }, { value: "b.png" }];
			},
		};
		const rules = {
			task: "image-classification",
			idColumn: "id",
			images: [],
			files: { read },
			parameters: {},
			cwd: "",
		};
		const plan = { source, rules, task: rules.task, targets: [{ model: "m" }], resolved: [] } as unknown as Plan;
		const state = scanJournal(path("out.jsonl"));
		const manifest = createManifest({}, []);
		const opened = { journal: path("out.jsonl"), manifest, state, inputChange: "changed", lock: FREE_LOCK };
		const context = { signal: stop.signal, cwd: home.folder } as Context;
		await expect(followInput(plan, path("out.jsonl"), opened, {}, context)).rejects.toThrow("stopped");
		expect(readFileSync(path("out.jsonl"), "utf8")).toBe(journal.join(""));
		expect(readdirSync(home.folder).filter((name) => name.endsWith(".part"))).toEqual([]);
	});

	it("refuses lines without requests, which cannot be compared", async () => {
		write("in.jsonl", rows("a"));
		await batch("in.jsonl -o out.jsonl");
		write("out.jsonl", readFileSync(path("out.jsonl"), "utf8").replace(/,"request":"\w+"/, ""));
		write("in.jsonl", rows("a", "b"));
		const old = await batch("in.jsonl -o out.jsonl");
		expect(old).toMatchObject({ code: 2, stderr: expect.stringContaining("does not record its requests") });
		expect(lines("out.jsonl")).toHaveLength(1);
	});
});

describe("--reuse", () => {
	it("takes finished rows of other outputs, in any order and beside other settings of the run", async () => {
		write("in.jsonl", rows("a", "b", "c"));
		await batch("in.jsonl -o first.jsonl");
		write("in.jsonl", rows("c", "d"));
		await batch("in.jsonl -o second/");
		service.asked.clear();
		write("all.jsonl", named({ w: "d", x: "new", y: "b", z: "c" }));
		const { stderr, code } = await batch("all.jsonl -o out.jsonl --reuse first.jsonl --reuse second/ --concurrency 2");
		expect(code).toBe(0);
		expect([...service.asked.keys()]).toEqual(["new"]);
		expect(stderr).toContain("3 reused from earlier or identical requests");
		expect(texts("out.jsonl").map(([, , text]) => text)).toEqual(["re: d", "re: new", "re: b", "re: c"]);
		expect(lines("out.jsonl").map(({ reused, attempts, cost_usd }) => [reused, attempts, cost_usd])).toEqual([
			[true, 0, 0],
			[undefined, 1, lines("out.jsonl")[1]?.["cost_usd"]],
			[true, 0, 0],
			[true, 0, 0],
		]);
		// What was reused can be reused.
		service.asked.clear();
		await batch("all.jsonl -o again.jsonl --reuse out.jsonl");
		expect(service.asked.size).toBe(0);
	});

	it.each([
		["another parameter", "--temperature 0.5"],
		["another instruction", "--system short"],
		["another prompt", '--prompt "now {{ text }}"'],
	])("does not take results of %s", async (_, flags) => {
		write("in.jsonl", rows("a"));
		await batch("in.jsonl -o first.jsonl");
		service.asked.clear();
		expect(await batch(`in.jsonl -o out.jsonl --reuse first.jsonl ${flags}`)).toMatchObject({ code: 0 });
		expect(lines("out.jsonl")[0]?.["reused"]).toBeUndefined();
		expect(service.asked.size).toBe(1);
	});

	it("names an output that is none, and one that has only texts", async () => {
		write("in.jsonl", rows("a"));
		expect(await batch("in.jsonl -o out.jsonl --reuse in.jsonl")).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("in.jsonl is not an output of hub batch"),
		});
		write("lost.jsonl", '{"id":"0","index":0,"output":"x"}\n');
		expect(await batch("in.jsonl -o out.jsonl --reuse lost.jsonl")).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/lost.jsonl.batch.json is missing.\s+Hint: Run hub batch repair/),
		});
		await batch("in.jsonl -o text.jsonl --text");
		expect(await batch("in.jsonl -o out.jsonl --reuse text.jsonl")).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("has only texts"),
		});
	});
});

describe("--cache FOLDER", () => {
	it("asks nothing twice, in any run", async () => {
		write("in.jsonl", rows("a", "b", "a"));
		expect(await batch("in.jsonl -o out.jsonl --cache kept")).toMatchObject({ code: 0 });
		expect([...service.asked.values()]).toEqual([1, 1]);
		write("in.jsonl", rows("c", "b", "a"));
		expect(await batch("in.jsonl -o other.jsonl --cache kept")).toMatchObject({ code: 0 });
		expect(Object.fromEntries(service.asked)).toEqual({ a: 1, b: 1, c: 1 });
		expect(lines("other.jsonl").map(({ cached }) => cached)).toEqual([undefined, true, true]);
		const [folder = ""] = readdirSync(path("kept"));
		const [entry = ""] = readdirSync(path(`kept/${folder}`));
		expect(statSync(path(`kept/${folder}/${entry}`)).mode & 0o777).toBe(0o600);
		expect(statSync(path("kept")).mode & 0o777).toBe(0o700);
		// A torn entry counts as missing.
		for (const sub of readdirSync(path("kept"))) {
			for (const name of readdirSync(path(`kept/${sub}`))) {
				const file = path(`kept/${sub}/${name}`);
				writeFileSync(file, readFileSync(file).subarray(0, -3));
			}
		}
		expect(await batch("in.jsonl -o third.jsonl --cache kept")).toMatchObject({ code: 0 });
		expect(Object.fromEntries(service.asked)).toEqual({ a: 2, b: 2, c: 2 });
	});

	it("works without a file for the results", async () => {
		write("in.jsonl", rows("a", "b"));
		await batch("in.jsonl --cache kept");
		const { stdout, code } = await batch("in.jsonl --cache kept");
		expect(code).toBe(0);
		expect(
			stdout
				.trim()
				.split("\n")
				.map((line) => (JSON.parse(line) as Line)["cached"]),
		).toEqual([true, true]);
		expect(service.asked.get("a")).toBe(1);
	});

	it("stays below its size, and keeps what was used last", () => {
		// Results take whole blocks of the disk.
		const most = 400_000;
		const cache = new CacheFolder(path("kept"), most);
		const key = (number: number): string => number.toString(16).padStart(32, "0");
		const result = { id: "", index: 0, usage: null, attempts: 1, seconds: 0, row: { id: "" } };
		const size = (): number =>
			readdirSync(path("kept"))
				.flatMap((sub) =>
					readdirSync(path(`kept/${sub}`)).map((name) => statSync(path(`kept/${sub}/${name}`)).blocks * 512),
				)
				.reduce((sum, one) => sum + one, 0);
		for (let number = 0; number < 400; number++) {
			cache.set(key(number), { ...result, output: "x".repeat(1000) });
			expect(size()).toBeLessThanOrEqual(most);
		}
		expect(size()).toBeGreaterThan(most / 2);
		expect(cache.get(key(399))).toMatchObject({ output: "x".repeat(1000) });
		expect(cache.get(key(0))).toBeUndefined();
		cache.set(key(500), { ...result, output: "y".repeat(most) });
		expect(cache.get(key(500))).toBeUndefined();
		expect(existsSync(path("kept"))).toBe(true);
	});
});
