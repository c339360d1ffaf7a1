import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ChatService, startChatService } from "../../helpers/chat-service.ts";
import { plantLock } from "../../helpers/locks.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

let service: ChatService;
let home: Home;

beforeAll(async () => {
	service = await startChatService();
});
afterAll(() => service.close());
beforeEach(() => {
	service.asked.clear();
	home = createHome();
	return () => home.remove();
});

const path = (name: string): string => join(home.folder, name);
const write = (name: string, text: string | Uint8Array): void => writeFileSync(path(name), text);
const read = (name: string): string => readFileSync(path(name), "utf8");
const lines = (name: string): string[] => read(name).split("\n").filter(Boolean);
const batch = (args: string): Promise<Outcome> =>
	home.run(`hub batch ${args} -t chat -m m --endpoint ${service.url} --progress none`);
const asked = (): string[] => [...service.asked.keys()].sort();

const PROMPTS = ["a", "b", "c", "d"];

/** Runs four rows, and returns the lines of their results. */
async function finish(output = "out.jsonl"): Promise<string[]> {
	write("in.txt", PROMPTS.map((prompt) => `${prompt}\n`).join(""));
	const own = output.endsWith(".jsonl") ? "" : "--keep-journal";
	expect(await batch(`in.txt -o ${output} --ordered ${own}`)).toMatchObject({ code: 0 });
	service.asked.clear();
	return lines(output.endsWith(".jsonl") ? output : `${output}.jsonl`);
}

/** What may happen to the lines of an output: how each one is changed, and which rows are lost. */
const DAMAGE: readonly [string, (lines: string[]) => string | Uint8Array, number[], string[]][] = [
	["a line cut in the middle", ([a, b = "", c, d]) => `${a}\n${b.slice(0, 20)}\n${c}\n${d}\n`, [2], ["b"]],
	["a line glued to the next", ([a, b = "", c, d]) => `${a}\n${b.slice(0, 40)}${c}\n${d}\n`, [2], ["b", "c"]],
	["a line of zeros", ([a, b, c = "", d]) => `${a}\n${b}\n${"\0".repeat(c.length)}\n${d}\n`, [3], ["c"]],
	[
		"zeros in the middle of lines",
		([a, b = "", c = "", d]) => `${a}\n${b.replace(/re: b/, "\0\0\0\0\0")}\n${c.replace(/re: c/, "re\0c")}\n${d}\n`,
		[2, 3],
		["b", "c"],
	],
	[
		"a byte that is no text",
		([a = "", b, c, d]) => Buffer.from(`${a.replace("re: a", "\xff")}\n${b}\n${c}\n${d}\n`, "latin1"),
		[1],
		["a"],
	],
	[
		"a number of no row",
		([a, b, c, d = ""]) => `${a}\n${b}\n${c}\n${d.replace(/"index":3/, '"index":99999999999999')}\n`,
		[4],
		["d"],
	],
	["somebody's note", ([a, b, c, d]) => `# notes\n${a}\n${b}\n${c}\n{"my":1}\n${d}\n`, [1, 5], []],
	["a last line that was cut", ([a, b, c, d = ""]) => `${a}\n${b}\n${c}\n${d.slice(0, -9)}`, [4], ["d"]],
	["every line", (all) => all.map((line) => `${line.slice(1)}\n`).join(""), [1, 2, 3, 4], PROMPTS],
	["the line feeds and marks of an editor", (all) => `\ufeff${all.join("\r\n")}`, [], []],
];

describe("hub batch repair", () => {
	it.each(DAMAGE)("keeps the other lines: %s", async (_name, damage, dropped, redone) => {
		const whole = await finish();
		const text = Buffer.from(damage([...whole]));
		write("out.jsonl", text);
		const outcome = await home.run("hub batch repair out.jsonl --json");
		const backup = dropped.length > 0 ? `${path("out.jsonl")}.old` : null;
		const kept = whole.filter((_line, index) => !redone.includes(PROMPTS[index] ?? ""));
		expect(JSON.parse(outcome.stdout)).toEqual({ kept: kept.length, dropped, manifest: "kept", backup });
		expect(lines("out.jsonl")).toEqual(kept);
		if (backup !== null) expect(readFileSync(backup)).toEqual(text);
		expect(await batch("in.txt -o out.jsonl --ordered")).toMatchObject({ code: 0 });
		expect(asked()).toEqual(redone);
		expect(lines("out.jsonl").map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(["0", "1", "2", "3"]);
	});

	it("tells people what it dropped, and finds nothing to do the second time", async () => {
		const [a, , c, d] = await finish();
		write("out.jsonl", `${a}\nx\n${c}\ny\n${d}\n`);
		const { stderr } = await home.run("hub batch repair out.jsonl");
		expect(stderr).toContain("Kept 3 lines of out.jsonl. Dropped 2 damaged: line 2, 4.");
		expect(stderr).toContain("Run the same hub batch command again");
		expect((await home.run("hub batch repair out.jsonl")).stderr).toContain("needs no repair: 3 lines are whole");
		expect(existsSync(path("out.jsonl.old.2"))).toBe(false);
	});

	it.each([
		["missing", undefined],
		["cut off", '{"version":1,"finger'],
		["of another type", '{"version":1,"fingerprint":{},"inputs":7}'],
	])("restores a manifest that is %s, beside a table too", async (_name, manifest) => {
		for (const output of ["out.jsonl", "out.csv"]) {
			const [a, b] = await finish(output);
			write(output === "out.csv" ? "out.csv.jsonl" : output, `${a}\n${b}\n`);
			if (manifest === undefined) rmSync(path(`${output}.batch.json`));
			else write(`${output}.batch.json`, manifest);
			for (const command of [`batch in.txt -o ${output} -t chat -p sandbox`, `batch status ${output}`]) {
				const refused = await home.run(`hub ${command}`);
				expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("Run hub batch repair ") });
				expect(refused.stderr).not.toContain("--force");
			}
			const repaired = await home.run(`hub batch repair ${output}`);
			expect(repaired).toMatchObject({ code: 0, stderr: expect.stringContaining("The manifest was lost") });
			const own = output === "out.csv" ? "--keep-journal" : "";
			expect(await batch(`in.txt -o ${output} --ordered ${own}`)).toMatchObject({ code: 0 });
			expect(asked()).toEqual(["c", "d"]);
			expect(lines(output)).toHaveLength(output === "out.csv" ? 5 : 4);
			const changed = await batch(`in.txt -o ${output} --ordered --temperature 1`);
			expect(changed).toMatchObject({ code: 2, stderr: expect.stringContaining("another run") });
		}
	});

	it("is advised for zeros in the middle of a line, which a crash of the machine leaves", async () => {
		const whole = await finish();
		const text = whole.map((line) => `${line}\n`).join("");
		write("out.jsonl", text.replace("re: c", "\0\0\0\0\0"));
		expect(await batch("in.txt -o out.jsonl --ordered")).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/Line 3 of .*out\.jsonl is damaged.\n.*hub batch repair /),
		});
	});

	it("is what every error about damage advises", async () => {
		const whole = await finish();
		write("out.jsonl", `${whole[0]}\nx\n`);
		expect(await batch("in.txt -o out.jsonl --ordered")).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/Line 2 of .*out\.jsonl is damaged.\n.*hub batch repair /),
		});
		expect((await home.run("hub batch status out.jsonl")).stderr).toContain("hub batch repair ");
		await batch("in.txt -o p.jsonl --shard 0/2");
		await batch("in.txt -o p.jsonl --shard 1/2");
		const part = "p-00000-of-00002.jsonl";
		const merge = `hub batch merge ${part} p-00001-of-00002.jsonl -o all.jsonl`;
		const good = read(part);
		write(part, `x\n${good}`);
		expect(await home.run(merge)).toMatchObject({ code: 2, stderr: expect.stringContaining("hub batch repair ") });
		write(part, good);
		renameSync(path(`${part}.batch.json`), path("aside"));
		expect(await home.run(merge)).toMatchObject({ code: 2, stderr: expect.stringContaining("hub batch repair ") });
		await home.run(`hub batch repair ${part}`);
		expect(await home.run(merge)).toMatchObject({ code: 2, stderr: expect.stringContaining("not continued yet") });
		expect(await batch("in.txt -o p.jsonl --shard 0/2")).toMatchObject({ code: 0 });
		expect(await home.run(merge)).toMatchObject({ code: 0 });
	});

	it("does not make a table of damaged lines", async () => {
		const [a = "", ...others] = await finish("out.csv");
		const damaged = [a.replace('"output":{', '"output":{{'), ...others.slice(0, 2)];
		write("out.csv.jsonl", damaged.map((line) => `${line}\n`).join(""));
		const before = read("out.csv");
		const refused = await batch("in.txt -o out.csv --ordered");
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("hub batch repair ") });
		expect(read("out.csv")).toBe(before);
		await home.run("hub batch repair out.csv");
		expect(await batch("in.txt -o out.csv --ordered")).toMatchObject({ code: 0 });
		expect(read("out.csv").split("\n")).toHaveLength(6);
	});

	it("makes the index of a part again that claims rows which the part does not have", async () => {
		write("in.txt", PROMPTS.map((prompt) => `${prompt}\n`).join(""));
		expect(await batch("in.txt -o parts/ --shard 0/1")).toMatchObject({ code: 0 });
		const [index = ""] = readdirSync(path("parts/_state")).filter((name) => name.startsWith("part-"));
		const whole = read(`parts/_state/${index}`);
		expect((await home.run("hub batch repair parts/")).stderr).toContain("needs no repair");
		for (const done of ["0-4294967293", "0-9", "0-2"]) {
			write(`parts/_state/${index}`, JSON.stringify({ ...(JSON.parse(whole) as object), done }));
			expect((await home.run("hub batch repair parts/")).stderr).toContain("index of 1 of 1 parts was made again");
			expect(read(`parts/_state/${index}`)).toBe(whole);
		}
	});

	it("leaves files of others as they are", async () => {
		write("mine.jsonl", '{"id":"x"}\n{"id":"y"}\n');
		for (const command of ["repair", "status"]) {
			for (const name of ["mine.jsonl", "none.jsonl", "."]) {
				const refused = await home.run(`hub batch ${command} ${name}`);
				expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("is not an output of hub batch") });
			}
		}
		expect(read("mine.jsonl")).toBe('{"id":"x"}\n{"id":"y"}\n');
	});
});

describe("a line of a row that the run does not have", () => {
	const renumber = (line: string, index: number): string => line.replace(/"index":\d+/, `"index":${index}`);
	const INPUTS: readonly [string, string][] = [
		["a file", "in.txt"],
		["a stream", "- < in.txt"],
	];
	/** What another line is, and how many rows lost theirs. */
	const STRAYS: readonly [string, (whole: readonly string[]) => string[], number][] = [
		["besides all others", ([a = "", ...more]) => [a, ...more, renumber(a, 4)], 0],
		["in place of a row's", ([a = "", ...more]) => [renumber(a, 4), ...more], 1],
		["with the largest number", ([a = "", ...more]) => [renumber(a, 4294967294), ...more], 1],
	];
	const cases = STRAYS.flatMap(([name, change, lost]) =>
		INPUTS.flatMap(([kind, input]) =>
			["out.jsonl", "out.csv"].map((output) => ({ name, kind, output, input, change, lost })),
		),
	);

	it.each(cases)("$name is no result of it, for $kind and $output", async ({ output, input, change, lost }) => {
		write("in.txt", PROMPTS.map((prompt) => `${prompt}\n`).join(""));
		const run = (): Promise<Outcome> => batch(`${input} -o ${output} --ordered`);
		const journal = output.replace(".csv", ".csv.jsonl");
		expect(
			await batch(`${input} -o ${output} --ordered ${output === "out.csv" ? "--keep-journal" : ""}`),
		).toMatchObject({
			code: 0,
		});
		const before = change(lines(journal));
		write(journal, `${before.join("\n")}\n`);
		if (input === "in.txt") {
			const { stdout, stderr } = await home.run(`hub batch status ${output}`);
			expect(stdout).toContain(`${4 - lost} of 4 done`);
			expect(stderr).toContain("which is none of the 4 rows of its run. Run hub batch repair");
		}
		const table = output === "out.csv" ? read(output) : "";
		const refused = await run();
		expect(refused).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/4 of 4 done, 0 failed.*which is none of the 4 rows of its run/s),
		});
		expect(lines(journal)).toEqual([...before, ...PROMPTS.slice(0, lost).map(() => expect.stringContaining("re: a"))]);
		if (table !== "") expect(read(output)).toBe(table);
		expect((await home.run(`hub batch repair ${output}`)).stderr).toContain("Dropped 1 damaged");
		expect(await run()).toMatchObject({ code: 0, stderr: expect.stringContaining("4 of 4 done, 0 failed") });
		expect(output === "out.csv" ? read(output).trim().split("\n").slice(1) : lines(output)).toHaveLength(4);
	});

	it.each([4, 1, 4294967294])("is not merged: %i", async (index) => {
		write("in.txt", PROMPTS.map((prompt) => `${prompt}\n`).join(""));
		for (const shard of [0, 1]) await batch(`in.txt -o p.jsonl --shard ${shard}/2`);
		const part = "p-00000-of-00002.jsonl";
		const [a = "", ...more] = lines(part);
		write(part, `${[a, ...more, renumber(a, index)].join("\n")}\n`);
		const merge = `hub batch merge ${part} p-00001-of-00002.jsonl -o all.jsonl`;
		expect(await home.run(merge)).toMatchObject({
			code: 2,
			stderr: expect.stringContaining(
				`${part} has a line for row ${index + 1}, which is none of the 2 rows of its run`,
			),
		});
		expect(await batch("in.txt -o p.jsonl --shard 0/2")).toMatchObject({ code: 2 });
		expect(await home.run(`hub batch repair ${part} --json`)).toMatchObject({
			stdout: expect.stringContaining('"dropped":[3]'),
		});
		expect(await batch("in.txt -o p.jsonl --shard 0/2")).toMatchObject({ code: 0 });
		expect(await home.run(merge)).toMatchObject({ code: 0 });
		expect(lines("all.jsonl")).toHaveLength(4);
	});

	it("is taken out of a folder of parts", async () => {
		write("in.txt", PROMPTS.map((prompt) => `${prompt}\n`).join(""));
		const run = (): Promise<Outcome> => batch("in.txt -o parts/");
		expect(await run()).toMatchObject({ code: 0 });
		const [part = ""] = readdirSync(path("parts")).filter((name) => name.endsWith(".gz"));
		const text = gunzipSync(readFileSync(path(`parts/${part}`))).toString();
		const damaged = text.replace('"index":3', '"index":7');
		write(`parts/${part}`, gzipSync(damaged));
		const index = `parts/_state/${part.replace(".jsonl.gz", ".json")}`;
		write(index, read(index).replace('"0-3"', '"0-2,7"'));
		expect((await home.run("hub batch status parts/")).stderr).toContain("row 8, which is none of the 4 rows");
		expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining("4 of 4 done") });
		expect(await home.run("hub batch merge parts/ -o all.jsonl")).toMatchObject({ code: 2 });
		expect((await home.run("hub batch repair parts/")).stderr).toContain("parts lost damaged lines");
		expect(await run()).toMatchObject({ code: 0, stderr: expect.stringContaining("4 of 4 done") });
		expect(await home.run("hub batch merge parts/ -o all.jsonl")).toMatchObject({ code: 0 });
		expect(lines("all.jsonl")).toHaveLength(4);
	});

	it("is not one that --limit leaves out, or that the input no longer has", async () => {
		await finish();
		expect(await batch("in.txt -o out.jsonl --limit 2")).toMatchObject({
			code: 0,
			stderr: expect.stringContaining("2 of 2 done, 0 failed"),
		});
		expect((await home.run("hub batch status out.jsonl")).stdout).toContain("2 of 2 done");
		expect((await home.run("hub batch repair out.jsonl")).stderr).toContain("needs no repair: 4 lines");
		write("in.txt", "b\nx\n");
		for (let turn = 0; turn < 2; turn++) {
			expect(await batch("in.txt -o out.jsonl")).toMatchObject({
				code: 0,
				stderr: expect.stringContaining("2 of 2 done, 0 failed"),
			});
		}
		expect((await home.run("hub batch repair out.jsonl")).stderr).toContain("needs no repair: 5 lines");
	});
});

/** Whether the output is another process's, which repair and runs refuse alike. */
it.runIf(existsSync("/proc/self/stat")).each([
	["of a live process", {}, 1],
	["of a process that has ended", { pid: "1", started: "1" }, 0],
])("a lock %s", async (_name, change, code) => {
	write("in.txt", "a\n");
	await batch("in.txt -o out.jsonl");
	await plantLock(join(home.folder, "out.jsonl"), change);
	const outcomes = [await home.run("hub batch repair out.jsonl"), await batch("in.txt -o out.jsonl")];
	expect(outcomes.map((outcome) => outcome.code)).toEqual([code, code]);
	for (const { stderr } of outcomes) expect(stderr.includes("Another process uses")).toBe(code === 1);
});
