import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { BatchResult } from "../../../src/batch/index.ts";
import { ErrorCounts } from "../../../src/batch/journal-state.ts";
import { estimateAll } from "../../../src/cli/commands/batch/estimate.ts";
import { readMemberTexts } from "../../../src/cli/commands/batch/input/columns.ts";
import { formatOfName } from "../../../src/cli/commands/batch/input/formats.ts";
import { findMainColumn } from "../../../src/cli/commands/batch/input/row-columns.ts";
import { makeIndex, numbering, PartSum } from "../../../src/cli/commands/batch/parts/part-index.ts";
import { createLineMaker, findText } from "../../../src/cli/commands/batch/result-lines.ts";
import { parseShard, shardPath, suggestShard } from "../../../src/cli/commands/batch/shard.ts";
import { countCauses, describeFacts, describeSummary, roundSum, Tally } from "../../../src/cli/commands/batch/tally.ts";
import type { Context } from "../../../src/cli/context.ts";

describe("shards", () => {
	const slurm = (id: number, min: number, step: number, count: number): Record<string, string> => ({
		SLURM_ARRAY_TASK_ID: String(id),
		SLURM_ARRAY_TASK_MIN: String(min),
		SLURM_ARRAY_TASK_STEP: String(step),
		SLURM_ARRAY_TASK_COUNT: String(count),
	});
	const aws = { AWS_BATCH_JOB_ARRAY_INDEX: "2", AWS_BATCH_JOB_ARRAY_SIZE: "4" };

	it.each([
		["0/4", {}, "0/4"],
		["3/4", {}, "3/4"],
		["auto", slurm(0, 0, 1, 4), "0/4"],
		["auto", slurm(11, 5, 3, 3), "2/3"],
		// Tasks 5 to 7 of eight are started again.
		["auto/8", slurm(5, 5, 1, 3), "5/8"],
		["auto/3", slurm(8, 5, 3, 3), "1/3"],
		["auto", aws, "2/4"],
		["auto", { ...aws, SLURM_ARRAY_TASK_ID: "" }, "2/4"],
		["auto", { CLOUD_RUN_TASK_INDEX: "1", CLOUD_RUN_TASK_COUNT: "2" }, "1/2"],
		["auto/3", { JOB_COMPLETION_INDEX: "2" }, "2/3"],
	])("reads %s with %j", (text, env, wanted) => {
		const { index, count } = parseShard(text, env);
		expect(`${index}/${count}`).toBe(wanted);
	});

	it.each([
		["4/4", {}, "--shard 4/4 is out of range"],
		["0/0", {}, "--shard 0/0 is out of range"],
		["1", {}, "--shard 1 is not valid"],
		["auto/x", {}, "--shard auto/x is not valid"],
		["auto", {}, "--shard auto found no array job"],
		["auto", { JOB_COMPLETION_INDEX: "2" }, "JOB_COMPLETION_INDEX gives the number of this task, but not how many"],
		["auto", { SLURM_ARRAY_TASK_ID: "2" }, "SLURM_ARRAY_TASK_COUNT gives the number"],
		["auto/2", { JOB_COMPLETION_INDEX: "2" }, "JOB_COMPLETION_INDEX is out of range"],
		["auto", slurm(6, 5, 3, 3), "The Slurm array has gaps: task 6 from 5 in steps of 3 is not one of 3"],
		["auto", slurm(14, 5, 3, 3), "The Slurm array has gaps"],
		["auto", slurm(2, 5, 3, 3), "The Slurm array has gaps"],
	])("rejects %s with %j", (text, env, message) => {
		expect(() => parseShard(text, env)).toThrow(message);
	});

	it("are suggested in an array job", () => {
		expect(suggestShard({})).toBeUndefined();
		expect(suggestShard(aws)).toBe(
			"This is task 2 of 4 of a AWS Batch array, but it runs all rows. --shard auto runs only its share.",
		);
		expect(suggestShard({ JOB_COMPLETION_INDEX: "2" })).toContain("--shard auto/N runs only its share");
	});

	it.each([
		["/a.b/x.jsonl", "/a.b/x-00003-of-00016.jsonl"],
		["/a.b/x", "/a.b/x-00003-of-00016"],
		["x.tar.csv", "x.tar-00003-of-00016.csv"],
	])("write %s to %s", (path, wanted) => {
		expect(shardPath(path, { index: 3, count: 16 })).toBe(wanted);
	});
});

describe("indexes of parts", () => {
	const whole = numbering({ index: 0, count: 1 }, false);
	const index = (done: string, failed: string): string =>
		JSON.stringify({ done, failed: [{ kind: "refused", status: 400, message: "no", rows: failed }], cost_usd: 0.5 });

	it("hold ranges of rows, without the gaps between those of a shard", () => {
		const sum = new PartSum();
		const dealt = numbering({ index: 1, count: 3 }, false);
		expect(sum.add(index("0-2,5", "3,7-8"), dealt)).toBe(true);
		const state = sum.toState();
		expect([...state.done.rows()]).toEqual([1, 4, 7, 16]);
		expect([...state.failed.rows()]).toEqual([10, 22, 25]);
		expect(state.errors).toEqual([{ kind: "refused", status: 400, message: "no", count: 3 }]);
		expect(JSON.parse(JSON.stringify(makeIndex(state, dealt)))).toEqual(JSON.parse(index("0-2,5", "3,7-8")));
		// Ranges of the input are numbered as they are.
		expect(numbering({ index: 1, count: 3 }, true).toRow(5)).toBe(5);
	});

	it("count a row once, and as failed only without a result", () => {
		const sum = new PartSum();
		sum.add(index("0-1", "2-3"), whole);
		sum.add(index("1-2", "0,3-4"), whole);
		const { done, failed, cost, errors } = sum.toState();
		expect([[...done.rows()], [...failed.rows()], cost, errors[0]?.count]).toEqual([[0, 1, 2], [3, 4], 1, 2]);
	});

	it.each(["1,0", "0,0", "2-1", "0-4294967295", "x", "1-", "-1", "0-2,2", "12345678901"])(
		"are damaged with the rows %s",
		(rows) => {
			expect(new PartSum().add(index(rows, ""), whole)).toBe(false);
			expect(new PartSum().add(index("", rows), whole)).toBe(false);
		},
	);

	it("are damaged beyond the last row", () => {
		expect([4, 5].map((last) => new PartSum().add(index("5", ""), whole, { last }))).toEqual([false, true]);
	});

	it("are damaged with more rows than the part can hold, and take little memory for one large number", () => {
		expect([9, 10].map((most) => new PartSum().add(index("0-7", "8-9"), whole, { most }))).toEqual([false, true]);
		const sum = new PartSum();
		const before = process.memoryUsage().arrayBuffers;
		expect(sum.add(index("7,4294967294", ""), whole, { most: 2 })).toBe(true);
		expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20);
		expect([...sum.toState().done.rows()]).toEqual([7, 4_294_967_294]);
	});
});

describe("estimates", () => {
	const result = (cost_usd: number | null, seconds = 2) => ({
		cost_usd,
		seconds,
		usage: { input_tokens: 10, output_tokens: 3 },
	});
	const sample = (rows: number | null, results: ReturnType<typeof result>[]) => ({
		only: new Set<number>(),
		rows,
		results,
		secondsBefore: 100,
		discount: undefined,
	});
	const tally = { seconds: 10, lanes: new Map([["a", { limit: 4 }]]) } as unknown as Tally;

	it("have the mean, with twice its standard error", () => {
		const all = estimateAll(sample(100, [result(1), result(3)]), tally, { concurrency: 8 });
		expect(all).toEqual({
			rows: 100,
			sampled: 2,
			cost_usd: { low: 0, expected: 200, high: 400 },
			seconds: { low: 25, expected: 50, high: 5500 },
			input_tokens: 1000,
			output_tokens: 300,
		});
		expect(estimateAll(sample(100, [result(2), result(3)]), tally, {})).toMatchObject({
			cost_usd: { low: 150, expected: 250, high: 350 },
			seconds: { low: 1.5625 },
		});
	});

	it("leave out what is not known", () => {
		expect(estimateAll(sample(null, [result(1)]), tally, {})).toMatchObject({ cost_usd: null, seconds: null });
		expect(estimateAll(sample(9, []), tally, {})).toMatchObject({ sampled: 0, cost_usd: null, input_tokens: null });
		expect(estimateAll(sample(9, [result(null)]), tally, {})).toMatchObject({ cost_usd: null, input_tokens: 90 });
	});

	it("have the window and the share of a batch service, except for the sample", () => {
		const whole = (window: string) =>
			estimateAll({ ...sample(10, [result(1), result(1)]), discount: { share: 0.5, window } }, tally, {});
		expect(whole("7d")).toMatchObject({ cost_usd: { expected: 6 }, seconds: { expected: 604_800, high: 604_800 } });
		expect(whole("24h")).toMatchObject({ seconds: { expected: 86_400 } });
		expect(whole("soon")).toMatchObject({ seconds: { high: 550 } });
	});
});

describe("reports", () => {
	const error = (message: string, status?: number) => ({
		kind: "refused" as const,
		message,
		...(status && { status }),
	});
	const failed = (message: string, status?: number) => ({
		id: "",
		index: 0,
		usage: null,
		attempts: 1,
		seconds: 0,
		error: error(message, status),
		row: { id: "" },
	});

	it("count failures by their text without the row's number, the most frequent first", () => {
		const tally = new Tally(5, 2, 0.25);
		tally.add(failed("Row 3: no", 400), true);
		tally.add(failed("other"), false);
		tally.add(failed("Row 10: no", 400), false);
		const { errors, ...summary } = tally.summary();
		expect(errors).toEqual([
			{ kind: "refused", status: 400, message: "no", count: 2 },
			{ kind: "refused", message: "other", count: 1 },
		]);
		expect(summary).toMatchObject({ done: 5, failed: 4, left: null, cost_usd: 0.25, running: false });
		expect(tally.lastError).toMatchObject({ message: "no", count: 2 });
		expect(new Tally(0, 0, 3).summary().cost_usd).toBeNull();
		expect(new Tally(1, 0, 0).summary().cost_usd).toBeNull();
	});

	it("tell apart so many causes and no more", () => {
		const counts = new ErrorCounts();
		for (const message of ["a", "b", "a", "c", "d", "b"]) counts.of(error(message, 400), 2).count++;
		expect(counts.list().map(({ message, count }) => [message, count])).toEqual([
			["a", 2],
			["b", 2],
			["other messages", 2],
		]);
		counts.of(error("e"));
		expect(counts.list()).toHaveLength(3);
		const causes = countCauses([
			{ ...error("a", 400), count: 1 },
			{ ...error("b"), count: 2 },
			{ ...error("c", 400), count: 3 },
		]);
		expect(causes).toEqual([
			{ kind: "refused", status: 400, count: 4 },
			{ kind: "refused", count: 2 },
		]);
	});

	it("say only what there is", () => {
		const summary = {
			total: null,
			done: 1,
			failed: 0,
			left: null,
			running: false,
			cost_usd: null,
			rows_per_second: null,
			errors: [],
		};
		expect(describeSummary(summary)).toEqual(["1 done, 0 failed"]);
		const long = { ...error("x\n".repeat(90), 400), count: 2 };
		const all = {
			...summary,
			total: 5,
			left: 2,
			running: true,
			rows_per_second: 3,
			reused: 1,
			errors: [long, long],
			causes: [long],
		};
		expect(describeSummary(all)).toEqual([
			"1 of 5 done, 0 failed, 2 left; running; 3 rows/s; 1 reused from earlier or identical requests",
			"  Failed: 2 × refused (400)",
			...Array(2).fill(`  2 × refused (400): ${"x ".repeat(80)}…`),
		]);
		expect(describeSummary({ ...summary, total: 1, left: 0 })).toEqual(["1 of 1 done, 0 failed"]);
	});

	it("expect the cost of all rows from that of those that ended", () => {
		const facts = {
			total: 40,
			done: 9,
			failed: 1,
			rows_per_second: 2,
			tokens_per_second: 5,
			cost_usd: 1,
			expected_cost_usd: 4,
			seconds_left: 15,
			lanes: [],
			last_error: null,
		};
		expect(describeFacts(facts)).toBe("9/40 done, 1 failed, 2 rows/s, 5 tokens/s, $1.00 of $4.00, 15 s left");
		const none = {
			...facts,
			total: null,
			failed: 0,
			tokens_per_second: 0,
			expected_cost_usd: null,
			seconds_left: null,
		};
		expect(describeFacts(none)).toBe("9 done, 2 rows/s, $1.00");
		expect(roundSum(0.1 + 0.2)).toBe(0.3);
	});
});

describe("inputs", () => {
	it.each([
		["a.ndjson", "jsonl", undefined],
		["d.csv/A.JSONL.GZ", "jsonl", "gz"],
		["b.tsv.zst", "tsv", "zst"],
		["jsonl", undefined, undefined],
		["x.files", undefined, undefined],
		["x.constructor", undefined, undefined],
	])("%s is %s, packed as %s", (name, format, compression) => {
		expect(formatOfName(name)).toEqual(format && { format, compression });
	});

	it.each(["a.png.gz", "a.parquet.gz", "gz.gz"])("cannot be %s", (name) => {
		expect(() => formatOfName(name)).toThrow();
	});

	it.each([
		[{ a: 1 }, undefined, 1],
		[{ a: 1, text: 2, prompt: 3 }, undefined, 2],
		[{ id: 7, a: 1 }, undefined, 1],
		[{ id: 7, a: 1, url: 4 }, undefined, 4],
		[{ id: 7, a: 1 }, "id", 7],
	])("of %j with the column %s have %j", (row, column, wanted) => {
		const columns: Record<string, unknown> = row;
		expect(columns[findMainColumn(columns, column, "id")]).toBe(wanted);
	});

	it.each([
		[{ id: 7 }, undefined, "--column id,"],
		[{ id: 7, a: 1, b: 2 }, undefined, "--column a,"],
		[{ a: 1 }, "toString", 'There is no column "toString"'],
	])("of %j with the column %s are asked for", (row, column, message) => {
		expect(() => findMainColumn(row, column, "id")).toThrow(message);
	});

	it("keep values as they stand", () => {
		const json = ' { "a" : 1.50 , "b\\u0022" : "x,}\\"" ,"c":[1,{"d":"]"}],"a":12345678901234567890}';
		expect([...readMemberTexts(json)]).toEqual([
			["a", "12345678901234567890"],
			['b"', '"x,}\\""'],
			["c", '[1,{"d":"]"}]'],
		]);
	});
});

it.each([
	["a-1.b", "a-1.b"],
	["x".repeat(196), "x".repeat(196)],
	["x".repeat(197), `${"x".repeat(183)}-[0-9a-f]{12}`],
	["A", "a-[0-9a-f]{12}"],
	["../é/b", "_/?_b-[0-9a-f]{12}"],
	["a.", "a.-[0-9a-f]{12}"],
	["", "-[0-9a-f]{12}"],
	["con", "_con-[0-9a-f]{12}"],
	["lpt1.x", "_lpt1.x-[0-9a-f]{12}"],
	["console", "console"],
])("saves the file of the row %j under a name for every system", async (id, wanted) => {
	const folder = mkdtempSync(join(tmpdir(), "hub-names-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const lines = createLineMaker({ files: "f" }, join(folder, "o.jsonl"), { cwd: folder } as Context);
	const output = new Blob(["x"], { type: "image/png" });
	await lines.make({ id, index: 0, output, attempts: 1, seconds: 0, row: { id } } as BatchResult);
	expect(readdirSync(join(folder, "f"))).toEqual([expect.stringMatching(new RegExp(`^${wanted}\\.png$`))]);
});

describe("texts of outputs", () => {
	it.each([
		["x", "x"],
		[{ choices: [{ message: { content: "a" } }] }, "a"],
		[{ choices: [{ message: { content: [{ type: "text", text: "a" }] } }] }, "a"],
		[[{ label: "b", score: 1 }], "b"],
		[{ answer: "c", label: "b" }, "c"],
		[{ generated_text: 1, text: "d" }, "d"],
		[{ score: 1 }, undefined],
		[[1, 2], undefined],
		[null, undefined],
	])("of %j: %s", (output, wanted) => {
		expect(findText(output)).toBe(wanted);
	});
});
