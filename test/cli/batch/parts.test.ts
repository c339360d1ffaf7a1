import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cutLines } from "../../../src/cli/commands/batch/input/ranges.ts";
import { PartSum } from "../../../src/cli/commands/batch/parts/part-index.ts";
import { type ChatService, reply, startChatService } from "../../helpers/chat-service.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

let service: ChatService;
let home: Home;
let fail: ((prompt: string) => number | undefined) | undefined;
let refuse: (() => { status: number; body: object } | undefined) | undefined;

beforeAll(async () => {
	service = await startChatService({
		intercept: ({ prompt, response }) => {
			const refused = refuse?.();
			if (refused) {
				reply(response, refused.status, refused.body);
				return true;
			}
			const status = fail?.(prompt);
			if (status === undefined) return false;
			reply(response, status, { error: { message: `refused: ${prompt}` } });
			return true;
		},
	});
});
afterAll(() => service.close());
beforeEach(() => {
	fail = undefined;
	refuse = undefined;
	service.asked.clear();
	home = createHome();
	return () => home.remove();
});

const path = (name: string): string => join(home.folder, name);
const batch = (args: string): Promise<Outcome> =>
	home.run(`hub batch ${args} -t chat -m m --endpoint ${service.url} --progress none`);
const texts = (count: number): string => Array.from({ length: count }, (_, row) => `n${row}\n`).join("");

interface Line {
	id: string;
	index: number;
	output?: { choices: { message: { content: string } }[] };
	error?: unknown;
}

/** All lines of the parts in a folder, in no order. */
function partLines(folder: string): Line[] {
	const parts = readdirSync(path(folder)).filter((name) => name.endsWith(".jsonl.gz"));
	const text = parts.map((name) => gunzipSync(readFileSync(join(path(folder), name))).toString()).join("");
	return parseLines(text);
}
const parseLines = (text: string): Line[] =>
	text
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Line);
const merged = (): string[] =>
	parseLines(readFileSync(path("all.jsonl"), "utf8")).map(
		({ id, index, output }) => `${id} ${index} ${output?.choices[0]?.message.content}`,
	);
const expected = (count: number): string[] => Array.from({ length: count }, (_, row) => `${row} ${row} re: n${row}`);

describe("a folder of parts", () => {
	it("holds closed parts, is told by status, and is merged in the order of the input", async () => {
		writeFileSync(path("in.txt"), texts(300));
		expect(await batch("in.txt -o out/ --part-size 10KB")).toMatchObject({ code: 0 });
		expect(readdirSync(path("out")).filter((name) => name.startsWith("part-")).length).toBeGreaterThan(2);
		expect(readdirSync(join(path("out"), "_state")).filter((name) => name.startsWith("work"))).toEqual([]);
		expect(
			partLines("out")
				.map(({ index }) => index)
				.sort((a, b) => a - b),
		).toEqual([...Array(300).keys()]);
		const status = await home.run("hub batch status out --json");
		expect(JSON.parse(status.stdout)).toMatchObject({
			total: 300,
			done: 300,
			failed: 0,
			left: 0,
			shards: { ended: 1 },
		});
		expect(await home.run("hub batch merge out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(merged()).toEqual(expected(300));
	});

	it("holds Parquet of one set of columns, which is read, continued, reused and merged", async () => {
		writeFileSync(path("in.txt"), texts(200));
		fail = (prompt) => (prompt === "n7" ? 400 : undefined);
		const run = "in.txt -o out/ --format parquet --part-size 8KB";
		for (const shard of [0, 1]) await batch(`${run} --shard ${shard}/2`);
		fail = undefined;
		service.asked.clear();
		expect(await batch(`${run} --shard 0/2`)).toMatchObject({ code: 0 });
		expect([...service.asked.keys()]).toEqual(["n7"]);
		const parts = readdirSync(path("out")).filter((name) => name.startsWith("part-"));
		expect(parts.length).toBeGreaterThan(4);
		expect(parts.filter((name) => !/^part-0000[01]-of-00002-\d{6}-[0-9a-f]{16}\.parquet$/.test(name))).toEqual([]);
		const rows: Record<string, unknown>[] = [];
		for (const name of parts)
			rows.push(
				...(await parquetReadObjects({ file: await asyncBufferFromFile(join(path("out"), name)), compressors })),
			);
		expect(new Set(rows.map((row) => Object.keys(row).join()))).toEqual(new Set(["id,index,output,error,line"]));
		const good = rows.filter(({ error }) => error === null).sort((a, b) => Number(a["index"]) - Number(b["index"]));
		expect(good.map(({ id, index, output }) => `${id} ${index} ${output}`)).toEqual(expected(200));
		expect(rows.filter(({ error }) => error !== null)).toMatchObject([
			{ id: "7", error: expect.stringMatching(/^refused: .*refused: n7$/) },
		]);
		expect(await home.run("hub batch merge out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(merged()).toEqual(expected(200));
		service.asked.clear();
		expect(await batch("in.txt -o again.jsonl --reuse out")).toMatchObject({ code: 0 });
		expect(service.asked.size).toBe(0);
		// Parts of one folder have one format.
		expect((await batch("in.txt -o out/ --shard 0/2")).stderr).toContain('form changed from "parquet" to "jsonl"');
		expect((await batch("in.txt -o x.jsonl --format parquet")).code).toBe(2);
	});

	it("goes on from the indexes alone: finished rows are not asked again, failed ones are", async () => {
		writeFileSync(path("in.txt"), texts(60));
		fail = (prompt) => (/^n\d*7$/.test(prompt) ? 400 : undefined);
		expect(await batch("in.txt -o out/")).toMatchObject({ code: 1 });
		const first = await home.run("hub batch status out --json");
		expect(JSON.parse(first.stdout)).toMatchObject({ done: 54, failed: 6, causes: [{ kind: "refused", count: 6 }] });
		// A resumed run does not need the parts.
		for (const name of readdirSync(path("out"))) if (name.endsWith(".gz")) writeFileSync(join(path("out"), name), "");
		fail = undefined;
		service.asked.clear();
		expect(await batch("in.txt -o out/")).toMatchObject({ code: 0 });
		expect([...service.asked.keys()].sort()).toEqual(["n17", "n27", "n37", "n47", "n57", "n7"]);
	});

	it("takes what a killed process left on this machine", async () => {
		writeFileSync(path("in.txt"), texts(40));
		expect(await batch("in.txt -o out/ --limit 10")).toMatchObject({ code: 0 });
		const state = join(path("out"), "_state");
		const part = readdirSync(path("out")).find((name) => name.endsWith(".gz")) ?? "";
		const manifest = readdirSync(state).find((name) => name.startsWith("shard")) ?? "";
		// As if the process had been killed before its part was written: its lines are in its working folder.
		const work = await findWork(state);
		mkdirSync(work, { recursive: true });
		const lines = gunzipSync(readFileSync(join(path("out"), part)));
		writeFileSync(join(work, "rows-000000.jsonl"), Buffer.concat([lines, Buffer.from('{"id":"cut')]));
		rmSync(join(path("out"), part));
		expect(existsSync(join(state, manifest))).toBe(true);
		service.asked.clear();
		expect(await batch("in.txt -o out/")).toMatchObject({ code: 0 });
		expect(service.asked.size).toBe(30);
		expect(await home.run("hub batch merge out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(merged()).toEqual(expected(40));
	});

	/** The name of the working folder: a run that is locked out by a holder elsewhere names none, so one is watched. */
	async function findWork(state: string): Promise<string> {
		let found = "";
		fail = () => {
			found ||= readdirSync(state).find((name) => name.startsWith("work")) ?? "";
			return undefined;
		};
		await batch("in.txt -o out/ --limit 11");
		fail = undefined;
		for (const name of readdirSync(path("out"))) {
			if (!name.includes("000001-")) continue;
			rmSync(join(path("out"), name));
		}
		return join(state, found);
	}

	it("counts rows once that two machines ran, the first result first", async () => {
		writeFileSync(path("in.txt"), texts(20));
		expect(await batch("in.txt -o out/")).toMatchObject({ code: 0 });
		expect(await batch("in.txt -o twin/ --temperature 0")).toMatchObject({ code: 0 });
		for (const folder of ["", "_state"]) {
			for (const name of readdirSync(join(path("twin"), folder))) {
				if (!name.startsWith("part-")) continue;
				const bytes = readFileSync(join(path("twin"), folder, name));
				writeFileSync(join(path("out"), folder, name.replace("-000000-", "-000001-")), bytes);
			}
		}
		expect(partLines("out")).toHaveLength(40);
		expect(await home.run("hub batch merge out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(merged()).toEqual(expected(20));
	});

	it("refuses another provider", async () => {
		writeFileSync(path("in.txt"), texts(1));
		const run = "hub batch in.txt -o out/ -t chat -m Qwen/Qwen2.5-7B-Instruct --sandbox --progress none";
		expect(await home.run(`${run} -p groq`)).toMatchObject({ code: 0 });
		for (const other of ["-p together", ""])
			expect((await home.run(`${run} ${other}`)).stderr).toContain("belongs to another run: providers changed");
		expect(await home.run(`${run} -p groq`)).toMatchObject({ code: 0 });
	});

	it.each([
		["another run", "in.txt -o out/ --temperature 0.5", /belongs to another run: parameters changed/],
		["a changed input", "other.txt -o out/", /belongs to another run/],
		["a folder with other files", "in.txt -o photos/", /photos has other files, such as cat\.png/],
		["a folder with other files for a shard", "in.txt -o photos/ --shard 1/2", /photos has other files, such as cat/],
		["--force", "in.txt -o out/ --force", /--force does not apply to a folder/],
		["--ordered", "in.txt -o out/ --ordered", /--ordered does not apply to a folder/],
	])("refuses %s", async (_what, args, message) => {
		writeFileSync(path("in.txt"), texts(3));
		writeFileSync(path("other.txt"), texts(4));
		mkdirSync(path("photos"));
		writeFileSync(join(path("photos"), "cat.png"), "x");
		expect(await batch("in.txt -o out/")).toMatchObject({ code: 0 });
		const { code, stderr } = await batch(args);
		expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(message) as string });
	});
});

describe("shards that are ranges", () => {
	const rows = 101;
	const files: Record<string, string | Uint8Array> = {
		"in.txt": `\uFEFF${texts(50)}\r\n  \n${texts(rows).split("\n").slice(50).join("\r\n")}`,
		"in.jsonl": Array.from({ length: rows }, (_, row) => `{"text":"n${row}"}`).join("\n\n"),
		"in.parquet": new Uint8Array(
			parquetWriteBuffer({
				columnData: [{ name: "text", data: Array.from({ length: rows }, (_, row) => `n${row}`) }],
				rowGroupSize: 10,
			}),
		),
		"few.parquet": new Uint8Array(
			parquetWriteBuffer({ columnData: [{ name: "text", data: Array.from({ length: rows }, (_, row) => `n${row}`) }] }),
		),
		// Cells with line ends cannot be cut.
		"in.csv": `text\n${Array.from({ length: rows }, (_, row) => `"n${row}"\n`).join("")}`,
	};

	it.each(Object.keys(files))("cover %s exactly, with the numbers of the whole input", async (name) => {
		writeFileSync(path(name), files[name] ?? "");
		for (const shard of [2, 0, 3, 1]) {
			expect(await batch(`${name} -o out/ --shard ${shard}/4`)).toMatchObject({ code: 0 });
			if (shard !== 1) {
				const early = await home.run("hub batch merge out -o all.jsonl");
				expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining("of 4 parts are given") as string });
			}
		}
		expect([...service.asked.values()].every((count) => count === 1)).toBe(true);
		expect(await home.run("hub batch merge out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(merged()).toEqual(expected(rows));
	});

	it("reads several files as one input, and more shards than rows", async () => {
		writeFileSync(path("a.jsonl"), '{"text":"n0"}\n{"text":"n1"}');
		writeFileSync(path("b.jsonl"), '{"text":"n2"}\n');
		for (let shard = 0; shard < 6; shard++) {
			expect(await batch(`a.jsonl b.jsonl -o out/ --shard ${shard}/6`)).toMatchObject({ code: 0 });
		}
		expect(await home.run("hub batch merge out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(merged()).toEqual(expected(3));
	});

	it("cuts at the ends of lines, wherever chunks end", async () => {
		const bytes = Buffer.from("a\nbb\n\nccc\ndddd\ne");
		for (let chunk = 1; chunk < bytes.length; chunk++) {
			const read = async function* (): AsyncGenerator<Uint8Array> {
				for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
			};
			for (let count = 1; count < 20; count++) {
				const cuts = await cutLines([{ size: bytes.length, read }], count);
				const pieces = cuts.slice(1).map((cut, place) => {
					const from = cuts[place];
					return bytes.subarray(from?.file === 0 ? from.offset : bytes.length, cut.file === 0 ? cut.offset : undefined);
				});
				expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
				for (const [place, piece] of pieces.entries()) {
					const isAtEnd = piece.length === 0 || piece.at(-1) === 10 || cuts[place + 1]?.file === 1;
					expect({ chunk, count, place, isAtEnd }).toMatchObject({ isAtEnd: true });
					const lines = piece.toString().split("\n").filter(Boolean).length;
					expect((cuts[place + 1]?.row ?? 0) - (cuts[place]?.row ?? 0)).toBe(lines);
				}
			}
		}
	});

	it("shares --max-cost, --rpm and --tpm among the shards, and says so", async () => {
		writeFileSync(path("in.txt"), texts(4));
		const { code, stderr } = await batch("in.txt -o out/ --shard 0/4 --rpm 4000 --max-cost 2 --price 1,1");
		expect({ code, stderr }).toMatchObject({
			code: 0,
			stderr: expect.stringContaining("For each of 4 shards: --max-cost 2 is 0.5, --rpm 4000 is 1000.") as string,
		});
	});
});

describe("an index of a part", () => {
	const plain = { toRow: (row: number) => row, toNumber: (row: number) => row };
	const index = (done: string): string => JSON.stringify({ done, failed: [], cost_usd: 0 });
	it.each(["5-3", "3,2", "0-99999999999", "0-4294967295", "x", "1-", "-1", "0-9,9", "10-12"])(
		"is refused with rows %s",
		(done) => {
			expect(new PartSum().add(index(done), plain, { last: 11 })).toBe(false);
		},
	);
	it("adds up rows and what failed, and forgets failures that a later part has as results", () => {
		const sum = new PartSum();
		const failed = [{ kind: "refused", status: 400, message: "no", rows: "3-4" }];
		expect(sum.add(JSON.stringify({ done: "0-2,7", failed, cost_usd: 0.5 }), plain, { last: 11 })).toBe(true);
		expect(sum.add(index("4"), plain, { last: 11 })).toBe(true);
		const { done, failed: left, errors, cost } = sum.toState();
		expect([...done.rows()]).toEqual([0, 1, 2, 4, 7]);
		expect([...left.rows()]).toEqual([3]);
		expect({ errors, cost }).toEqual({
			errors: [{ kind: "refused", status: 400, message: "no", count: 1 }],
			cost: 0.5,
		});
	});
});

describe("a gateway with a budget", () => {
	it("stops the shards when the budget is spent, with no failed rows, and they go on when it is open again", async () => {
		writeFileSync(path("in.txt"), texts(40));
		let left = 25;
		const spent = {
			message: "The budget of this gateway is spent.",
			type: "insufficient_quota",
			code: "insufficient_quota",
		};
		refuse = () => (left-- > 0 ? undefined : { status: 429, body: { error: spent } });
		const codes: number[] = [];
		for (let shard = 0; shard < 4; shard++) {
			const { code, stderr } = await batch(`in.txt -o out/ --shard ${shard}/4`);
			codes.push(code);
			if (code !== 0) expect(stderr).toContain("The budget of this gateway is spent.");
		}
		expect(codes.filter((code) => code === 0)).toHaveLength(2);
		const status = await home.run("hub batch status out --json");
		expect(JSON.parse(status.stdout)).toMatchObject({ done: 25, failed: 0 });
		refuse = undefined;
		for (let shard = 0; shard < 4; shard++)
			expect(await batch(`in.txt -o out/ --shard ${shard}/4`)).toMatchObject({ code: 0 });
		expect(await home.run("hub batch merge out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(merged()).toEqual(expected(40));
	});
});
