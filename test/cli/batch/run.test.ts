import { existsSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ChatService, reply, startChatService } from "../../helpers/chat-service.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

let service: ChatService;
let home: Home;
let fail: ((prompt: string) => number | undefined) | undefined;

beforeAll(async () => {
	service = await startChatService({
		intercept: ({ prompt, response }) => {
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
	service.asked.clear();
	home = createHome();
	return () => home.remove();
});

interface Line {
	id: string;
	index: number;
	output?: { choices: { message: { content: string } }[] };
	error?: { kind: string; status?: number; message: string };
	[name: string]: unknown;
}

const path = (name: string): string => join(home.folder, name);
const write = (name: string, text: string | Uint8Array): void => writeFileSync(path(name), text);
const lines = (name: string): Line[] =>
	readFileSync(path(name), "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Line);
const batch = (args: string): Promise<Outcome> =>
	home.run(`hub batch ${args} -t chat -m m --endpoint ${service.url} --progress none`);
const texts = (name: string): Record<string, string | undefined> =>
	Object.fromEntries(lines(name).map(({ id, output }) => [id, output?.choices[0]?.message.content]));

describe("inputs", () => {
	const three = { a: "re: one", b: "re: two", c: "re: three" };
	it.each([
		["in.jsonl", '\uFEFF{"id":"a","text":"one"}\r\n\r\n{"id":"b","text":"two"}\n\n{"id":"c","text":"three"}'],
		["in.ndjson", '{"id":"a","text":"one"}\n{"custom_id":"b","text":"two"}\n{"id":"c","text":"three"}\n'],
		["in.json", '\n [{"id":"a","text":"one"}, {"id":"b","text":"two"},\n{"id":"c","text":"three"}]'],
		["in.csv", '\uFEFFid,text\r\na,one\r\nb,"two"\r\nc,three\r\n'],
		["in.tsv", "id\ttext\na\tone\nb\ttwo\nc\tthree\n"],
	])("reads %s", async (name, text) => {
		write(name, text);
		expect(await batch(`${name} -o out.jsonl`)).toMatchObject({ code: 0 });
		expect(texts("out.jsonl")).toEqual(three);
	});

	it("reads gzip with several members", async () => {
		const [first, second] = ['{"id":"a","text":"one"}\n{"id":"b","te', 'xt":"two"}\n{"id":"c","text":"three"}\n'];
		write("in.jsonl.gz", Buffer.concat([gzipSync(first ?? ""), gzipSync(second ?? "")]));
		expect(await batch("in.jsonl.gz -o out.jsonl")).toMatchObject({ code: 0 });
		expect(texts("out.jsonl")).toEqual(three);
	});

	it("numbers lines of a text, and rows across several files", async () => {
		write("in.txt", "one\n\ntwo\n");
		expect(await batch("in.txt -o out.jsonl")).toMatchObject({ code: 0 });
		expect(texts("out.jsonl")).toEqual({ "0": "re: one", "1": "re: two" });
		write("a.jsonl", '{"text":"one"}\n{"text":"two"}\n');
		write("b.jsonl", '{"text":"three"}\n');
		expect(await batch("a.jsonl b.jsonl -o both.jsonl")).toMatchObject({ code: 0 });
		expect(texts("both.jsonl")).toEqual({ "0": "re: one", "1": "re: two", "2": "re: three" });
	});

	it("makes each file of a folder a row, sorted and without hidden ones", async () => {
		mkdirSync(path("in/b"), { recursive: true });
		write("in/z.txt", "last");
		write("in/b/x.txt", "first");
		write("in/.hidden", "no");
		expect(await batch("in -o out.jsonl --fixed --concurrency 1")).toMatchObject({ code: 0 });
		expect(lines("out.jsonl").map(({ id, index }) => [id, index])).toEqual([
			["b/x.txt", 0],
			["z.txt", 1],
		]);
		expect(texts("out.jsonl")).toEqual({ "b/x.txt": "re: first", "z.txt": "re: last" });
	});

	it.each([
		["JSON lines", '{"id":7,"text":"one"}\n'],
		["text", "one\n"],
	])("recognizes %s on standard input", async (_, input) => {
		const { stdout, code } = await home.run(
			`hub batch - -t chat -m m --endpoint ${service.url} --progress none --text`,
			{ input },
		);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({ id: input.startsWith("{") ? "7" : "0", output: "re: one" });
	});

	it("reads the OpenAI batch format", async () => {
		const body = { model: "own/model", messages: [{ role: "user", content: "one" }], temperature: 0.5 };
		write("in.jsonl", `${JSON.stringify({ custom_id: "x", method: "POST", url: "/v1/chat/completions", body })}\n`);
		const { code } = await home.run(`hub batch in.jsonl -o out.jsonl --endpoint ${service.url} --progress none`);
		expect(code).toBe(0);
		expect(lines("out.jsonl")[0]).toMatchObject({ id: "x", model: "own/model" });
	});

	it("renders --prompt and --system from the columns", async () => {
		write("in.csv", "name,age\nAda,36\n");
		expect(
			await batch('in.csv -o out.jsonl --prompt "{{ name }} is {{ age }}" --system "{{ name|upper }}"'),
		).toMatchObject({
			code: 0,
		});
		expect(texts("out.jsonl")).toEqual({ "0": "re: Ada is 36" });
	});
});

describe("bad input", () => {
	it.each([
		["in.jsonl", '{"a":1,"b":2}\n', "", "Columns: a, b"],
		[
			"in.csv",
			`${Array.from({ length: 5000 }, (_, index) => `c${index}`).join(",")}\nx${",".repeat(4999)}\n`,
			"",
			"c28, c29 and 4970 more. Choose one",
		],
		["in.jsonl", '{"a":"x"}\n', "--column nope", 'no column "nope"'],
		["in.jsonl", '{"a":"x"}\n', "--id-column nope", 'no column "nope". Columns: a.'],
		["in.csv", "a,b\nx,y\n", "--column a --keep b,nope", 'no column "nope". Columns: a, b.'],
		["in.txt", "x\n", "--keep nope", 'no column "nope". Columns: text.'],
		["in.jsonl", '{"a":"x"}\n', '--prompt "{{ nope }}"', "Columns: a"],
		["in.jsonl", '{"a":"x"}\n', '--prompt "{{ nope"', "--prompt"],
		[
			"in.jsonl",
			'{"id":"x","t":"1"}\n{"id":"y","t":"1"}\n{"id":"x","t":"2"}\n',
			"",
			'Rows 1 and 3 have the same id "x"',
		],
		["in.json", '{"a":1}', "", "does not contain a JSON list"],
		["in.parquet", "no parquet", "", "is not a Parquet file"],
		["in.bin.gz", "x", "", "format of in.bin.gz is not known"],
		["in.csv", "a,a\n1,2\n", "", 'two columns named "a"'],
		["in.txt", "one\n", "--max-errors 101%", "a share up to 100%"],
		["in.txt", "one\n", "--max-errors 1.5", "a number of rows"],
		["in.jsonl", "no json\n", "", "Row 1"],
	])("rejects %s %j %s", async (name, text, options, message) => {
		write(name, text);
		const { code, stderr } = await batch(`${name} -o out.jsonl ${options}`);
		expect(stderr).toContain(message);
		expect(code).toBe(2);
		expect(service.asked.size).toBe(0);
	});

	it("does not use the number of an unreadable row as the id of another", async () => {
		write("in.csv", 'id,text\n1,one\n2,two,three\n3\n4,"four\n');
		expect(await batch("in.csv -o out.jsonl")).toMatchObject({ code: 1 });
		expect(lines("out.jsonl").map(({ index, id, error }) => [index, id, error?.kind])).toEqual(
			expect.arrayContaining([
				[0, "1", undefined],
				[1, "line:2", "input"],
				[2, "line:3", "input"],
				[3, "line:4", "input"],
			]),
		);
	});

	it("does not send the id of a row without other columns", async () => {
		write("in.jsonl", '{"id":"a","text":"one"}\n{"id":"b"}\n');
		expect(await batch("in.jsonl -o out.jsonl")).toMatchObject({ code: 1 });
		expect(lines("out.jsonl").find(({ id }) => id === "b")?.error?.message).toBe(
			'Row 2: No column is named text, prompt or another usual name. Columns: id. Choose one with --column id, or write --prompt "… {{ id }}".',
		);
		expect([...service.asked.keys()]).toEqual(["one"]);
	});

	it("fails only unreadable rows, with their number", async () => {
		write("in.jsonl", '{"text":"one"}\nno json\n{"other":1,"more":2}\n{"text":"two"}\n');
		expect(await batch("in.jsonl -o out.jsonl")).toMatchObject({ code: 1 });
		const failed = lines("out.jsonl").filter(({ error }) => error);
		expect(failed.map(({ id, error }) => [id, error?.kind])).toEqual([
			["line:2", "input"],
			["2", "input"],
		]);
		expect(failed[0]?.error?.message).toContain("Row 2");
	});

	it("rejects an output that is the input or was not written by hub", async () => {
		write("in.jsonl", '{"text":"one"}\n');
		write("other.txt", "precious\n");
		expect(await batch("in.jsonl -o in.jsonl")).toMatchObject({ code: 2 });
		expect(await batch("in.jsonl -o other.txt")).toMatchObject({ code: 2 });
		expect(readFileSync(path("other.txt"), "utf8")).toBe("precious\n");
		write("empty.jsonl", "");
		expect(await batch("in.jsonl -o empty.jsonl")).toMatchObject({ code: 0 });
	});
});

describe("resuming", () => {
	const many = (count: number): string =>
		Array.from({ length: count }, (_, index) => `{"text":"n${index}"}\n`).join("");

	it("sends no request twice", async () => {
		write("in.jsonl", many(30));
		await batch("in.jsonl -o out.jsonl");
		expect(await batch("in.jsonl -o out.jsonl --json")).toMatchObject({ code: 0 });
		expect([...service.asked.values()]).toEqual(Array(30).fill(1));
		expect(lines("out.jsonl")).toHaveLength(30);
	});

	it("drops a truncated last line and sends that row again", async () => {
		write("in.jsonl", many(10));
		await batch("in.jsonl -o out.jsonl");
		const text = readFileSync(path("out.jsonl"), "utf8");
		write("out.jsonl", text.slice(0, -20));
		expect(await batch("in.jsonl -o out.jsonl")).toMatchObject({ code: 0 });
		expect(new Set(lines("out.jsonl").map(({ id }) => id)).size).toBe(10);
		expect([...service.asked.values()].reduce((sum, count) => sum + count, 0)).toBe(11);
	});

	it("retries failed rows, and leaves one line per row", async () => {
		write("in.jsonl", many(10));
		fail = (prompt) => (prompt === "n3" || prompt === "n4" ? 400 : undefined);
		const first = await batch("in.jsonl -o out.jsonl --json");
		expect(first.code).toBe(1);
		expect(JSON.parse(first.stdout)).toMatchObject({ total: 10, done: 8, failed: 2, left: 0, running: false });
		expect(await batch("in.jsonl -o out.jsonl --keep-failed")).toMatchObject({ code: 1 });
		expect(service.asked.get("n3")).toBe(1);
		fail = undefined;
		expect(await batch("in.jsonl -o out.jsonl")).toMatchObject({ code: 0 });
		expect(lines("out.jsonl")).toHaveLength(10);
		expect(lines("out.jsonl").filter(({ error }) => error)).toEqual([]);
	});

	it("retries failed rows alone also if the input has changed", async () => {
		write("in.jsonl", many(3));
		fail = (prompt) => (prompt === "n1" ? 400 : undefined);
		expect(await batch("in.jsonl -o out.jsonl")).toMatchObject({ code: 1 });
		fail = undefined;
		service.asked.clear();
		write("in.jsonl", many(4));
		await batch("in.jsonl -o out.jsonl --retry-failed");
		expect([...service.asked.keys()]).toEqual(["n1"]);
		expect(Object.keys(texts("out.jsonl")).sort()).toEqual(["0", "1", "2"]);
	});

	it("rejects another run, and names the difference", async () => {
		write("in.jsonl", many(3));
		await batch("in.jsonl -o out.jsonl");
		const other = await batch("in.jsonl -o out.jsonl --temperature 1");
		expect(other).toMatchObject({ code: 2 });
		expect(other.stderr).toContain('parameters changed from {} to {"temperature":1}');
		expect(await batch("in.jsonl -o out.jsonl --force")).toMatchObject({ code: 0 });
		expect(await batch("in.jsonl -o out.jsonl --force")).toMatchObject({ code: 0 });
		expect(existsSync(path("out.jsonl.old")) && existsSync(path("out.jsonl.old.2"))).toBe(true);
	});

	it("resumes with other speed settings", async () => {
		write("in.jsonl", many(3));
		await batch("in.jsonl -o out.jsonl --limit 1");
		expect(await batch("in.jsonl -o out.jsonl --concurrency 2 --retries 1")).toMatchObject({ code: 0 });
		expect(lines("out.jsonl")).toHaveLength(3);
	});
});

describe("mistakes that affect every row", () => {
	it.each([
		[401, 3],
		[403, 3],
		[404, 4],
		[400, 4],
		[422, 4],
	])("stops for %i with exit code %i", async (status, code) => {
		write("in.jsonl", Array.from({ length: 500 }, (_, index) => `{"text":"n${index}"}\n`).join(""));
		fail = () => status;
		const result = await batch("in.jsonl -o out.jsonl");
		expect(result.code).toBe(code);
		expect(result.stderr).toContain("refused: n0");
		expect(service.asked.size).toBeLessThan(70);
	});

	it("reports them as hub infer does", async () => {
		write("in.jsonl", '{"text":"n0"}\n');
		for (const status of [401, 403, 404]) {
			fail = () => status;
			const end = (text: string): string => text.slice(text.indexOf("Error:"));
			const own = { env: { HF_TOKEN: "hf_of_the_environment" } };
			const asked = await home.run(`hub infer -t chat -m m --endpoint ${service.url} n0`, own);
			const run = await home.run(
				`hub batch in.jsonl -o out-${status}.jsonl -t chat -m m --endpoint ${service.url} --progress none`,
				own,
			);
			expect({ status, ...run, stderr: end(run.stderr) }).toEqual({ status, ...asked, stderr: end(asked.stderr) });
		}
	});
});

describe("outputs", () => {
	beforeEach(() => write("in.csv", 'id,text,n\nb,"one, two",1\na,three,2\n'));

	it("writes CSV with the columns, in the order of the input", async () => {
		expect(await batch("in.csv -o out.csv --keep-journal")).toMatchObject({ code: 0 });
		expect(readFileSync(path("out.csv"), "utf8")).toBe(
			'id,text,n,output,error\nb,"one, two",1,"re: one, two",\na,three,2,re: three,\n',
		);
		expect(lines("out.csv.jsonl")).toHaveLength(2);
		expect(await batch("in.csv -o out.csv --keep-journal")).toMatchObject({
			code: 0,
			stderr: expect.not.stringContaining("missing"),
		});
		unlinkSync(path("out.csv.jsonl"));
		const again = await batch("in.csv -o out.csv --keep-journal");
		expect(again.stderr).toMatch(/were in .*out\.csv\.jsonl, which is missing: all its rows run again/);
		expect(lines("out.csv.jsonl")).toHaveLength(2);
	});

	it.each(["", "--text"])("writes a column for each field of an answer that follows a schema: %s", async (more) => {
		const line = `hub batch in.csv -t chat --sandbox --schema "text, age int" -o out.csv --progress none ${more}`;
		expect(await home.run(line)).toMatchObject({ code: 0 });
		const [head, first] = readFileSync(path("out.csv"), "utf8").split("\n");
		// A field that is named as a column of the row has another name.
		expect(head).toBe("id,text,n,output_text,age,error");
		expect(first).toMatch(/^b,"one, two",1,"one, two",\d+,$/);
	});

	it.each(["csv", "tsv", "parquet", "arrow"])("merges shards with --schema into the same .%s", async (format) => {
		write("in.txt", "Ann is 30\nBob is 40\nCy is 50\n");
		const command = 'hub batch in.txt -t chat --sandbox --schema "name, age int" --progress none';
		expect(await home.run(`${command} -o whole.${format}`)).toMatchObject({ code: 0 });
		for (const shard of [0, 1])
			expect(await home.run(`${command} -o part.${format} --shard ${shard}/2`)).toMatchObject({ code: 0 });
		const parts = [0, 1].map((shard) => `part-0000${shard}-of-00002.${format}`);
		const { code } = await home.run(`hub batch merge ${parts.join(" ")} -o merged.${format}`);
		expect({
			code,
			isSame: readFileSync(path(`merged.${format}`)).equals(readFileSync(path(`whole.${format}`))),
		}).toEqual({ code: 0, isSame: true });
	});

	it.each(["csv", "tsv", "parquet", "arrow"])(
		"leaves one file of a whole .%s, and never pays for it again",
		async (format) => {
			const output = `out.${format}`;
			const own = (): string[] => readdirSync(home.folder).filter((name) => name.startsWith("out."));
			const { code, stderr } = await batch(`in.csv -o ${output}`);
			expect({ code, files: own() }).toEqual({ code: 0, files: [output] });
			expect(stderr).toContain(`${output}.jsonl and ${output}.batch.json were removed. --keep-journal keeps them`);
			const before = readFileSync(path(output));
			service.asked.clear();
			const refused = await batch(`in.csv -o ${output}`);
			expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("has no journal beside it") });
			const reused = await batch(`in.csv -o reused.jsonl --reuse ${output}`);
			// Nothing reads Arrow files.
			const formats = "Tables that --reuse reads are .csv, .tsv and .parquet.";
			if (format === "arrow") expect(reused).toMatchObject({ code: 2, stderr: expect.stringContaining(formats) });
			else expect(reused).toMatchObject({ code: 0, stderr: expect.stringContaining("2 reused") });
			expect((await home.run(`hub batch status ${output}`)).stderr).toContain("--keep-journal keeps it");
			expect(service.asked.size).toBe(0);
			expect(readFileSync(path(output)).equals(before)).toBe(true);
			expect(await batch(`in.csv -o ${output} --force --keep-journal`)).toMatchObject({ code: 0 });
			expect(own()).toEqual([output, `${output}.batch.json`, `${output}.jsonl`, `${output}.old`].sort());
			expect(await batch(`in.csv -o again.jsonl --reuse ${output}`)).toMatchObject({ code: 0 });
			expect([...service.asked.values()]).toEqual([1, 1]);
		},
	);

	it("keeps the journal of a table that lacks rows: failed ones, those behind --limit, those of other shards", async () => {
		fail = (prompt) => (prompt === "three" ? 422 : undefined);
		expect(await batch("in.csv -o failed.csv --fixed --concurrency 1")).toMatchObject({ code: 1 });
		fail = () => undefined;
		await batch("in.csv -o few.csv --limit 1");
		for (const shard of [0, 1]) await batch(`in.csv -o part.csv --shard ${shard}/2`);
		const parts = ["part-00000-of-00002.csv", "part-00001-of-00002.csv"];
		for (const output of ["failed.csv", "few.csv", ...parts]) {
			expect(existsSync(path(`${output}.jsonl`)), output).toBe(true);
			expect(existsSync(path(`${output}.batch.json`)), output).toBe(true);
		}
		expect(await batch("in.csv -o failed.csv")).toMatchObject({ code: 0 });
		expect(await batch("in.csv -o few.csv")).toMatchObject({ code: 0 });
		expect(await home.run(`hub batch merge ${parts.join(" ")} -o all.csv`)).toMatchObject({ code: 0 });
		for (const output of ["failed.csv", "few.csv", "all.csv"]) {
			expect(existsSync(path(`${output}.jsonl`)), output).toBe(false);
			expect(readFileSync(path(output), "utf8").split("\n"), output).toHaveLength(4);
		}
	});

	it("says in one line with --quiet that rows failed, and nothing without failures", async () => {
		fail = (prompt) => (prompt === "three" ? 422 : undefined);
		for (const output of ["-o out.jsonl", ""]) {
			const { code, stderr } = await batch(`in.csv ${output} --quiet --fixed --concurrency 1`);
			expect({ code, stderr }).toEqual({
				code: 1,
				stderr: expect.stringMatching(/^1 of 2 rows failed: 1 × \w+ \(422\): .*three.*\n$/) as string,
			});
		}
		expect((await home.run(`hub infer -t chat -m m --endpoint ${service.url} --quiet three`)).stderr).toMatch(
			/^Error: /,
		);
		fail = undefined;
		expect(await batch("in.csv -o out.jsonl --quiet")).toMatchObject({ code: 0, stderr: "" });
	});

	it("writes Parquet", async () => {
		expect(await batch("in.csv -o out.parquet")).toMatchObject({ code: 0 });
		const { asyncBufferFromFile, parquetReadObjects } = await import("hyparquet");
		const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path("out.parquet")) });
		expect(rows[0]).toMatchObject({ id: "b", text: "one, two", output: "re: one, two", error: null });
	});

	it("reads Parquet", async () => {
		await batch("in.csv -o out.parquet");
		expect(await batch("out.parquet -o again.jsonl --column text")).toMatchObject({ code: 0 });
		expect(texts("again.jsonl")).toEqual({ a: "re: three", b: "re: one, two" });
	});

	it("writes the OpenAI format, and resumes from it", async () => {
		expect(await batch("in.csv -o out.jsonl --format openai")).toMatchObject({ code: 0 });
		expect(
			lines("out.jsonl")
				.map(({ custom_id }) => custom_id)
				.sort(),
		).toEqual(["a", "b"]);
		expect(lines("out.jsonl")[0]).toMatchObject({ response: { status_code: 200 }, error: null });
		await batch("in.csv -o out.jsonl --format openai");
		expect(service.asked.get("three")).toBe(1);
	});

	it("keeps columns, plain text and order on request", async () => {
		expect(await batch("in.csv -o out.jsonl --text --keep n,text --ordered")).toMatchObject({ code: 0 });
		expect(lines("out.jsonl")).toMatchObject([
			{ id: "b", output: "re: one, two", input: { n: "1", text: "one, two" } },
			{ id: "a", output: "re: three", input: { n: "2", text: "three" } },
		]);
	});
});

describe("cost", () => {
	beforeEach(() => write("in.jsonl", Array.from({ length: 40 }, (_, index) => `{"text":"n${index}"}\n`).join("")));

	it("rejects --max-cost if no price is known", async () => {
		const { code, stderr } = await batch("in.jsonl -o out.jsonl --max-cost 1");
		expect(code).toBe(2);
		expect(stderr).toContain("endpoint");
		expect(service.asked.size).toBe(0);
	});

	it("stops in time, and continues with a higher limit", async () => {
		// 10 and 5 tokens: 0.01 dollars a row.
		const price = "--price 500,1000";
		const first = await batch(`in.jsonl -o out.jsonl ${price} --max-cost 0.2 --json`);
		expect(first.code).toBe(1);
		expect(JSON.parse(first.stdout)).toMatchObject({ done: 20 });
		expect((JSON.parse(first.stdout) as { cost_usd: number }).cost_usd).toBeCloseTo(0.2);
		expect(await batch(`in.jsonl -o out.jsonl ${price} --max-cost 0.1`)).toMatchObject({ code: 1 });
		expect(lines("out.jsonl")).toHaveLength(20);
		expect(await batch(`in.jsonl -o out.jsonl ${price} --max-cost 1`)).toMatchObject({ code: 0 });
		expect(lines("out.jsonl")).toHaveLength(40);
	});

	it("writes small amounts without exponents", async () => {
		const { code, stderr } = await batch(
			"in.jsonl -o out.jsonl --price 0.001,0.001 --max-cost 0.0000002 --concurrency 1",
		);
		expect(code).toBe(1);
		expect(stderr).toMatch(/0\.00000019\d* of 0\.0000002 USD are spent/);
	});

	it("writes vectors to Parquet as lists of 32-bit floats, and to CSV as JSON", async () => {
		write("two.txt", "one\ntwo words\n");
		const line = "hub batch two.txt -t embed -p together --sandbox --progress none --keep-journal -o";
		for (const output of ["e.parquet", "e.csv"]) expect(await home.run(`${line} ${output}`)).toMatchObject({ code: 0 });
		const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import("hyparquet");
		const file = await asyncBufferFromFile(path("e.parquet"));
		const rows = await parquetReadObjects({ file });
		const [[vector] = []] = lines("e.parquet.jsonl").map(({ output }) => output) as unknown as number[][][];
		expect(rows[0]?.["output"]).toEqual(vector?.map(Math.fround));
		const { schema } = await parquetMetadataAsync(file);
		expect(schema.find(({ name }) => name === "element")).toMatchObject({ type: "FLOAT", repetition_type: "REQUIRED" });
		expect(schema.find(({ name }) => name === "output")).toMatchObject({ logical_type: { type: "LIST" } });
		expect(readFileSync(path("e.csv"), "utf8")).toContain(`"[[${vector?.slice(0, 3).join(",")}`);
		// The table is an input like any other.
		expect(
			await home.run("hub batch e.parquet --column id -t embed -p together --sandbox -o again.jsonl"),
		).toMatchObject({ code: 0 });
	});

	it("writes Arrow files with vectors of a fixed size, and tells Parquet's readers of it", async () => {
		write("two.txt", "one\ntwo words\n");
		const line = "hub batch two.txt -t embed -p together --sandbox --progress none --keep-journal -o";
		for (const output of ["e.arrow", "e.parquet"])
			expect(await home.run(`${line} ${output}`)).toMatchObject({ code: 0 });
		const [[vector = []] = []] = lines("e.arrow.jsonl").map(({ output }) => output) as unknown as number[][][];
		const { tableFromIPC } = await import("@uwdata/flechette");
		const table = tableFromIPC(readFileSync(path("e.arrow")));
		expect(
			table.schema.fields.map(({ name, type }) => [name, type.typeId, "stride" in type ? type.stride : null]),
		).toEqual([
			["text", 5, null],
			["id", 5, null],
			["output", 16, vector.length],
			["error", 5, null],
		]);
		expect([...(table.get(0) as { output: Float32Array }).output]).toEqual(vector.map(Math.fround));
		const { asyncBufferFromFile, parquetMetadataAsync } = await import("hyparquet");
		const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path("e.parquet")));
		const schema = metadata.key_value_metadata?.find(({ key }) => key === "ARROW:schema")?.value ?? "";
		const read = tableFromIPC(Buffer.concat([Buffer.from(schema, "base64"), Buffer.from("ffffffff00000000", "hex")]));
		expect(read.schema).toEqual(table.schema);
		// A row without a vector: readers of Arrow would refuse the Parquet file by its schema.
		write("bad.jsonl", '{"text":"one"}\n{"text":""}\n');
		await home.run(
			"hub batch bad.jsonl -t embed -p together --sandbox --progress none --keep-failed --keep-journal -o bad.parquet",
		);
		const gap = await parquetMetadataAsync(await asyncBufferFromFile(path("bad.parquet")));
		expect(lines("bad.parquet.jsonl").some(({ error }) => error)).toBe(
			!gap.key_value_metadata?.some(({ key }) => key === "ARROW:schema"),
		);
	});

	it("reports the usage of embeddings, although their results lack it", async () => {
		write("two.txt", "one\ntwo words\n");
		const line = "hub batch two.txt -o e.jsonl -t embed -p together --sandbox --price 1000,1 --progress none --json";
		const { stdout, code } = await home.run(line);
		expect(code).toBe(0);
		const used = lines("e.jsonl").map(({ usage, cost_usd }) => ({ usage, cost_usd }));
		const tokens = used.map(({ usage }) => (usage as { input_tokens: number }).input_tokens);
		expect(tokens.every((count) => count > 0)).toBe(true);
		expect(used).toEqual(
			tokens.map((count) => ({ usage: { input_tokens: count, output_tokens: 0 }, cost_usd: count / 1000 })),
		);
		const sum = tokens.reduce((total, count) => total + count, 0);
		expect((JSON.parse(stdout) as { cost_usd: number }).cost_usd).toBeCloseTo(sum / 1000);
	});

	it("sends identical requests once with --cache", async () => {
		write("same.jsonl", Array.from({ length: 40 }, (_, index) => `{"text":"n${index % 3}"}\n`).join(""));
		expect(await batch("same.jsonl -o out.jsonl --cache")).toMatchObject({ code: 0 });
		expect([...service.asked.values()]).toEqual([1, 1, 1]);
		expect(lines("out.jsonl").filter(({ cached }) => cached)).toHaveLength(37);
		expect(texts("out.jsonl")["39"]).toBe("re: n0");
	});
});

describe("shards", () => {
	const all = (): void =>
		write("in.jsonl", Array.from({ length: 10 }, (_, index) => `{"text":"n${index}"}\n`).join(""));

	it("merge to the result of a whole run", async () => {
		all();
		for (const index of [0, 1, 2]) {
			expect(await batch(`in.jsonl -o out.jsonl --shard ${index}/3`)).toMatchObject({ code: 0 });
		}
		expect(
			lines("out-00001-of-00003.jsonl")
				.map(({ index }) => index)
				.sort(),
		).toEqual([1, 4, 7]);
		const merge = (parts: string): Promise<Outcome> => home.run(`hub batch merge ${parts} -o merged.jsonl`);
		const [a, b, c] = [0, 1, 2].map((index) => `out-0000${index}-of-00003.jsonl`);
		const incomplete = await merge(`${a} ${c}`);
		expect(incomplete.code).toBe(1);
		expect(incomplete.stderr).toContain("missing: 1");
		expect(await merge(`${c} ${a} ${b}`)).toMatchObject({ code: 0 });
		expect(lines("merged.jsonl").map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
		expect(lines("merged.jsonl").map(({ output }) => output?.choices[0]?.message.content)[7]).toBe("re: n7");
		// A run that was stopped has a journal and no table.
		write("other.csv.jsonl", "{}\n");
		for (const [output, there] of [
			["merged.jsonl", "merged.jsonl"],
			["other.csv", "other.csv.jsonl"],
		]) {
			const again = await home.run(`hub batch merge ${a} ${b} ${c} -o ${output}`);
			expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining(`Error: ${there} already exists.`) });
		}
	});

	it("are checked for completeness", async () => {
		all();
		// Before the first result, a refusal ends the run, so that the part lacks its rows.
		fail = (prompt) => (prompt === "n1" ? 401 : undefined);
		await batch("in.jsonl -o out.jsonl --shard 0/2");
		await batch("in.jsonl -o out.jsonl --shard 1/2 --fixed --concurrency 1");
		const { code, stderr } = await home.run(
			"hub batch merge out-00000-of-00002.jsonl out-00001-of-00002.jsonl -o m.jsonl",
		);
		expect(code).toBe(1);
		expect(stderr).toContain("out-00001-of-00002.jsonl is not complete");
	});
});

describe("status", () => {
	it("shows counts and failures from the files", async () => {
		write("in.jsonl", '{"text":"a"}\n{"text":"b"}\n');
		fail = (prompt) => (prompt === "b" ? 422 : undefined);
		await batch("in.jsonl -o out.jsonl --price 1,1");
		const { stdout, code } = await home.run("hub batch status out.jsonl --json");
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toEqual({
			total: 2,
			done: 1,
			failed: 1,
			left: 0,
			running: false,
			cost_usd: 0.000015,
			rows_per_second: expect.any(Number),
			errors: [{ kind: "refused", status: 422, message: expect.stringContaining("refused: b"), count: 1 }],
			causes: [{ kind: "refused", status: 422, count: 1 }],
		});
		expect(await home.run("hub batch status nothing.jsonl")).toMatchObject({ code: 2 });
	});
});

it("reads a quote within a cell literally", async () => {
	write("in.tsv", 'id\ttext\na\t5" disk\n');
	expect(await batch("in.tsv -o out.jsonl")).toMatchObject({ code: 0 });
	expect(texts("out.jsonl")).toEqual({ a: 're: 5" disk' });
});

describe("a command that stopped before its first result", () => {
	it("is a different run if its parameters change, and starts over with --force", async () => {
		write("in.jsonl", '{"text":"a"}\n');
		fail = () => 401;
		expect((await batch("in.jsonl -o out.jsonl")).code).not.toBe(0);
		fail = undefined;
		const refused = await batch("in.jsonl -o out.jsonl --temperature 1");
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("start over with --force") });
		expect(await batch("in.jsonl -o out.jsonl --temperature 1 --force")).toMatchObject({ code: 0 });
		expect(lines("out.jsonl")).toHaveLength(1);
	});
});

it("prices direct calls by the provider's model id, with the service's discount under --via provider", async () => {
	write("in.jsonl", '{"text":"a"}\n');
	const run = async (output: string, more: string): Promise<Line & { usage: Record<string, number> }> => {
		const line = `hub batch in.jsonl -o ${output} -t chat -p openai -m openai/gpt-4o-mini --sandbox --progress none ${more}`;
		expect(await home.run(line)).toMatchObject({ code: 0 });
		return lines(output)[0] as Line & { usage: Record<string, number> };
	};
	const { usage, cost_usd } = await run("direct.jsonl", "--direct --max-cost 1");
	const price = ((usage["input_tokens"] ?? 0) * 0.15 + (usage["output_tokens"] ?? 0) * 0.6) / 1e6;
	expect(cost_usd).toBeCloseTo(price, 12);
	const { cost_usd: half } = await run("via.jsonl", "--via provider --poll 0.05 --max-cost 1");
	expect(half).toBeCloseTo(price / 2, 12);
});

it("shows no cost of the sandbox, unless a budget tries one", async () => {
	write("in.jsonl", '{"text":"a"}\n');
	const line = "hub batch in.jsonl -t chat -m openai/gpt-4o-mini --sandbox --direct -p openai";
	for (const more of ["-o free.jsonl", "--estimate"]) {
		const { stdout, stderr } = await home.run(`${line} ${more}`);
		expect(stdout + stderr).not.toContain("$");
	}
	expect(lines("free.jsonl")[0]).toMatchObject({ cost_usd: null });
	expect((await home.run("hub batch status free.jsonl")).stdout).not.toContain("$");
	expect((await home.run(`${line} -o budget.jsonl --max-cost 1`)).stderr).toContain("$0.00");
});

describe("wrong names", () => {
	it.each(["x.feather", "x.XLSX"])("rejects a table it cannot write: %s", async (output) => {
		write("in.jsonl", '{"text":"a"}\n');
		const { code, stderr } = await batch(`in.jsonl -o ${output}`);
		expect([code, stderr.includes(`does not write ${output.slice(1).toLowerCase()} files`)]).toEqual([2, true]);
		expect(existsSync(path(output))).toBe(false);
	});

	it("rejects a table of lines in the OpenAI format", async () => {
		write("in.jsonl", '{"text":"a"}\n');
		const { code, stderr } = await batch("in.jsonl -o out.csv --format openai");
		expect({ code, stderr }).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("--format openai does not apply"),
		});
	});

	it("names a missing output folder", async () => {
		write("in.jsonl", '{"text":"a"}\n');
		const { code, stderr } = await batch("in.jsonl -o missing/out.jsonl");
		expect({ code, stderr }).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/The folder .*missing does not exist/),
		});
	});

	it("does not guess the format of a single text file", async () => {
		write("rows.dat", '{"text":"a"}\n');
		const { code, stderr } = await batch("rows.dat -o out.jsonl");
		expect({ code, stderr }).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("The format of rows.dat is not known"),
		});
		expect(await batch("rows.dat -o out.jsonl --input-format jsonl")).toMatchObject({ code: 0 });
	});
});

describe("--estimate", () => {
	it("runs a sample, keeps its results, and estimates cost and time of all rows", async () => {
		write("in.jsonl", Array.from({ length: 200 }, (_, index) => `{"text":"n${index}"}\n`).join(""));
		const { stdout, code } = await batch("in.jsonl -o out.jsonl --estimate --sample 20 --price 500,1000 --json");
		expect(code).toBe(0);
		const estimate = JSON.parse(stdout) as { cost_usd: { low: number; expected: number; high: number } };
		expect(estimate).toMatchObject({ rows: 200, sampled: 20, input_tokens: 2000, output_tokens: 1000 });
		expect(estimate.cost_usd.expected).toBeCloseTo(2);
		expect(estimate.cost_usd.low).toBeLessThanOrEqual(estimate.cost_usd.high);
		expect(
			lines("out.jsonl")
				.map(({ index }) => index)
				.sort((a, b) => a - b)[19],
		).toBe(195);
		const again = await batch("in.jsonl -o out.jsonl --estimate --sample 20 --price 500,1000 --json");
		expect(JSON.parse(again.stdout)).toMatchObject({
			rows: 200,
			sampled: 20,
			cost_usd: estimate.cost_usd,
			input_tokens: 2000,
			output_tokens: 1000,
		});
		expect(await batch("in.jsonl -o out.jsonl")).toMatchObject({ code: 0 });
		expect([...service.asked.values()].every((count) => count === 1)).toBe(true);
	});
});

describe("the log", () => {
	const logged = (): Record<string, unknown>[] => {
		const folder = path(".local/share/hub/log");
		if (!existsSync(folder)) return [];
		return readdirSync(folder).flatMap((name) =>
			readFileSync(join(folder, name), "utf8")
				.trimEnd()
				.split("\n")
				.map((line) => JSON.parse(line) as Record<string, unknown>),
		);
	};

	it("gets one line per run, without the content of its rows", async () => {
		write("in.txt", Array.from({ length: 12 }, (_, row) => `secret prompt ${row}`).join("\n"));
		fail = (prompt) => (prompt.endsWith(" 5") ? 400 : undefined);
		await batch("in.txt -o out.jsonl --log --price 1,1");
		const usage = { input_tokens: expect.any(Number), output_tokens: expect.any(Number) };
		expect(logged()).toMatchObject([
			{
				id: expect.stringMatching(/^[a-z0-9]+$/),
				command: "batch",
				task: "conversational",
				model: "m",
				host: `127.0.0.1:${new URL(service.url).port}`,
				usage,
				rows: { done: 11, failed: 1 },
			},
		]);
		expect(logged()[0]?.["cost_usd"]).toBeGreaterThan(0);
		expect(JSON.stringify(logged())).not.toContain("secret prompt");
		const { stdout } = await home.run("hub logs --json");
		expect(JSON.parse(stdout)).toHaveLength(1);
	});

	it("stays empty by default", async () => {
		write("in.txt", "one\ntwo\n");
		await batch("in.txt -o out.jsonl");
		expect(logged()).toEqual([]);
	});
});
