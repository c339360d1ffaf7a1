import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SchemaElement } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ChatService, reply, startChatService } from "../../helpers/chat-service.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

let service: ChatService;
let home: Home;
/** Of each call. */
let messages: unknown[];
let isFailing = false;
let beforeAnswer: () => void | Promise<void> = () => undefined;

beforeAll(async () => {
	service = await startChatService({
		intercept: async ({ prompt, response, body }) => {
			messages.push(body["messages"]);
			await beforeAnswer();
			if (!isFailing || prompt !== "bad") return false;
			reply(response, 400, { error: { message: "refused" } });
			return true;
		},
	});
});
afterAll(() => service.close());
beforeEach(() => {
	messages = [];
	isFailing = false;
	beforeAnswer = () => undefined;
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
const idOf = (line: string): string => (JSON.parse(line) as { id: string }).id;

/** Numbers as people write them; most change when they are parsed and printed. */
const NUMBERS = [
	"0",
	"-0",
	"7",
	"-7",
	"1.0",
	"1.50",
	"0.1",
	"1e5",
	"1E5",
	"1e+5",
	"1E400",
	"-1E400",
	"1e-400",
	"9007199254740992",
	"9007199254740993",
	"1234567890123456789",
	"1234567890123456788",
	"18446744073709551615",
	"123456789012345678901234567890",
	"3.14159265358979323846264338327950288",
	"0.1000000000000000055511151231257827",
];

describe("numbers of the input stay as they stand", () => {
	const jsonl = NUMBERS.map((number) => `{"text":"t \\"\\\\","n": {"of":[${number}]}, "id" : ${number} }`).join("\n");

	it("in ids and kept values of JSON lines, also after resuming", async () => {
		write("in.jsonl", jsonl);
		for (const keep of ["all", "id,n"]) {
			const name = `${keep.length}.jsonl`;
			expect(await batch(`in.jsonl -o ${name} --keep ${keep} --ordered`)).toMatchObject({ code: 0 });
			expect(lines(name).map(idOf)).toEqual(NUMBERS);
			for (const [index, number] of NUMBERS.entries()) {
				expect(lines(name)[index]).toContain(`{"of":[${number}]}`);
				expect(lines(name)[index]).toMatch(/"id" ?: ?[-\d]/);
			}
		}
		const asked = service.asked.size;
		expect(await batch("in.jsonl -o 3.jsonl --keep all --ordered")).toMatchObject({ code: 0 });
		expect(service.asked.size).toBe(asked);
	});

	it.each([
		['{"a":{"id":5},"text":"t","id":5.0}', "5.0"],
		['{"id":5.0,"text":"t","a":{"id":5}}', "5.0"],
		['{"id":5,"text":"t","id":5.0}', "5.0"],
		['{"text":"t\\",\\"id\\":5}","id": 5.0}', "5.0"],
		['{"text":"t","x\\"id":5,"id":-0}', "-0"],
		['{"id": 5, "text": "t"}', "5"],
		['{"text":"t", "id": 5}', "5"],
		['{"text":"t","id"  :  5 ,"b":[{"id":"}"}]}', "5"],
	])("in the id of %s", async (row, id) => {
		write("in.jsonl", row);
		expect(await batch("in.jsonl -o out.jsonl")).toMatchObject({ code: 0 });
		expect(lines("out.jsonl").map(idOf)).toEqual([id]);
	});

	it("from a JSON list", async () => {
		write("in.json", `[${jsonl.split("\n").join(",\r\n")}]`);
		expect(await batch("in.json -o out.jsonl --ordered --keep n")).toMatchObject({ code: 0 });
		expect(lines("out.jsonl").map(idOf)).toEqual(NUMBERS);
		for (const [index, number] of NUMBERS.entries())
			expect(lines("out.jsonl")[index]).toContain(`"input":{"n":{"of":[${number}]}}`);
	});

	it("in tables", async () => {
		write("in.jsonl", jsonl);
		expect(await batch("in.jsonl -o out.csv")).toMatchObject({ code: 0 });
		expect(
			lines("out.csv")
				.slice(1)
				.map((line) => line.split(",")[2]),
		).toEqual(NUMBERS);
	});

	it("from CSV", async () => {
		write("in.csv", `id,text\n${NUMBERS.map((number) => `${number},t`).join("\n")}\n`);
		expect(await batch("in.csv -o out.jsonl --ordered --keep id")).toMatchObject({ code: 0 });
		expect(lines("out.jsonl").map(idOf)).toEqual(NUMBERS);
		for (const [index, number] of NUMBERS.entries())
			expect(lines("out.jsonl")[index]).toContain(`"input":{"id":"${number}"}`);
	});
});

type Cell = [kind: Omit<SchemaElement, "name">, value: unknown, text: string];
const decimal = (type: "INT32" | "INT64", precision: number, scale: number): Cell[0] => ({
	type,
	converted_type: "DECIMAL",
	precision,
	scale,
});
const wide = (precision: number, scale: number): Cell[0] => ({
	...decimal("INT64", precision, scale),
	type: "FIXED_LEN_BYTE_ARRAY",
	type_length: 16,
});
const time = (unit: "MILLIS" | "MICROS" | "NANOS"): Cell[0] => ({
	type: "INT64",
	logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit },
});

/** Values of Parquet columns, the text that they have as an id and as a kept value. */
const CELLS: readonly Cell[] = [
	[{ type: "INT32" }, -7, "-7"],
	[{ type: "INT64" }, 7n, "7"],
	[{ type: "INT64" }, 9007199254740991n, "9007199254740991"],
	[{ type: "INT64" }, 9007199254740993n, "9007199254740993"],
	[{ type: "INT64" }, 1234567890123456789n, "1234567890123456789"],
	[{ type: "INT64" }, -9223372036854775808n, "-9223372036854775808"],
	[{ type: "INT64", converted_type: "UINT_64" }, 18446744073709551615n, "18446744073709551615"],
	[decimal("INT32", 9, 2), 150n, "1.50"],
	[decimal("INT32", 9, 2), -5n, "-0.05"],
	[decimal("INT64", 18, 0), 123456789012345678n, "123456789012345678"],
	[decimal("INT64", 18, 6), 123456789012345678n, "123456789012.345678"],
	[wide(38, 10), 12345678901234567890123456789012345678n, "1234567890123456789012345678.9012345678"],
	[wide(38, 10), -1n, "-0.0000000001"],
	[{ type: "FLOAT" }, Math.fround(0.1), "0.1"],
	[{ type: "FLOAT" }, Math.fround(16777217), "16777216"],
	[{ type: "FLOAT" }, Math.fround(3.4028235e38), "3.4028235e+38"],
	[{ type: "DOUBLE" }, 0.1, "0.1"],
	[{ type: "DOUBLE" }, 1e300, "1e+300"],
	[time("MILLIS"), 1_600_000_000_123n, "2020-09-13T12:26:40.123Z"],
	[time("MICROS"), 1_600_000_000_123_456n, "2020-09-13T12:26:40.123456Z"],
	[time("NANOS"), -1n, "1969-12-31T23:59:59.999999999Z"],
	[time("MICROS"), 9223372036854775807n, "9223372036854775807"],
];

it.each(CELLS.map((cell, index) => [index, ...cell] as const))(
	"a Parquet value keeps its text: %s %j",
	async (_index, kind, value, text) => {
		const schema = [
			{ name: "root", num_children: 2 },
			{ name: "id", repetition_type: "OPTIONAL", ...kind },
			{ name: "text", repetition_type: "REQUIRED", type: "BYTE_ARRAY", converted_type: "UTF8" },
		] as SchemaElement[];
		const columnData = [
			{ name: "id", data: [value, null] },
			{ name: "text", data: ["t", "u"] },
		];
		write("in.parquet", new Uint8Array(parquetWriteBuffer({ columnData, schema })));
		expect(await batch('in.parquet -o out.jsonl --ordered --keep id --prompt "{{ id }}"')).toMatchObject({ code: 0 });
		const [line = "", other = ""] = lines("out.jsonl");
		expect(idOf(line)).toBe(text);
		const isTime = text.endsWith("Z");
		expect(line).toContain(`"input":{"id":${isTime ? JSON.stringify(text) : text}}`);
		expect(other).toContain('"input":{"id":null}');
		// A model reads the same number.
		expect([...service.asked.keys()].map((prompt) => (isTime ? prompt : Number(prompt)))).toContain(
			isTime ? text : Number(text),
		);
	},
);

it("keeps exact numbers in lists of Parquet files", async () => {
	const schema = [
		{ name: "root", num_children: 2 },
		{ name: "n", repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
		{ name: "list", repetition_type: "REPEATED", num_children: 1 },
		{ name: "element", repetition_type: "OPTIONAL", ...decimal("INT64", 18, 2) },
		{ name: "text", repetition_type: "REQUIRED", type: "BYTE_ARRAY", converted_type: "UTF8" },
	] as SchemaElement[];
	const columnData = [
		{ name: "n", data: [[150n, 12345678901234567n, null]] },
		{ name: "text", data: ["t"] },
	];
	write("in.parquet", new Uint8Array(parquetWriteBuffer({ columnData, schema })));
	expect(await batch("in.parquet -o out.jsonl --keep n")).toMatchObject({ code: 0 });
	expect(read("out.jsonl")).toContain('"input":{"n":[1.50,123456789012345.67,null]}');
});

it("takes each file of a folder for a prompt: a text, or an image", async () => {
	mkdirSync(path("in"));
	write("in/a.txt", "What is it?");
	write("in/b.png", Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", "base64"));
	expect(await batch("in -o out.jsonl --ordered --system Short.")).toMatchObject({ code: 0 });
	const system = { role: "system", content: "Short." };
	expect(messages).toEqual([
		[system, { role: "user", content: "What is it?" }],
		[
			system,
			{
				role: "user",
				content: [{ type: "image_url", image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) } }],
			},
		],
	]);
});

describe("broken lines", () => {
	it.each([
		["in.jsonl", '{"id":"1","text":"a"}\n{broken\n{"id":"line:2","text":"b"}\n', ["1", "line:2.2", "line:2"]],
		["in.csv", "id,text\n1,a\nx,y,z\nb,c\n", ["1", "line:2", "b"]],
		["in.jsonl", '{"text":"a"}\n{broken\n', ["0", "line:2"]],
	])("get an id that no row has: %s", async (name, text, ids) => {
		write(name, text);
		expect(await batch(`${name} -o out.jsonl --ordered`)).toMatchObject({ code: 1 });
		expect(lines("out.jsonl").map(idOf)).toEqual(ids);
	});
});

it("escapes cells that a spreadsheet would run, not numbers", async () => {
	write("in.jsonl", '{"id":"=1+1","text":"@a","n":-5,"m":"-5","f":"-5+x"}\n');
	expect(await batch("in.jsonl -o out.csv --escape-formulas")).toMatchObject({ code: 0 });
	expect(lines("out.csv")[1]).toMatch(/^'=1\+1,'@a,-5,-5,'-5\+x,/);
	expect(await batch("in.jsonl -o plain.csv")).toMatchObject({ code: 0 });
	expect(lines("plain.csv")[1]).toMatch(/^=1\+1,@a,-5,-5,-5\+x,/);
});

it("runs only the failed rows with --retry-failed", async () => {
	isFailing = true;
	write("in.jsonl", '{"text":"good"}\n{"text":"bad"}\n');
	expect(await batch("in.jsonl -o out.jsonl")).toMatchObject({ code: 1 });
	isFailing = false;
	service.asked.clear();
	expect(await batch("in.jsonl -o out.jsonl --retry-failed")).toMatchObject({ code: 0 });
	expect([...service.asked.keys()]).toEqual(["bad"]);
	expect(lines("out.jsonl")).toHaveLength(2);
	expect(await batch("in.jsonl -o out.jsonl --retry-failed --keep-failed")).toMatchObject({ code: 2 });
});

it("refuses to merge a part that was made with --limit", async () => {
	write("in.txt", "1\n2\n3\n4\n5\n6\n7\n");
	await batch("in.txt -o out.jsonl --shard 0/2 --limit 2");
	await batch("in.txt -o out.jsonl --shard 1/2");
	const merge = "hub batch merge out-00000-of-00002.jsonl out-00001-of-00002.jsonl -o all.jsonl";
	const refused = await home.run(merge);
	expect(refused).toMatchObject({ code: 1 });
	expect(refused.stderr).toContain("--limit");
	expect(existsSync(path("all.jsonl"))).toBe(false);
	expect(await batch("in.txt -o out.jsonl --shard 0/2")).toMatchObject({ code: 0 });
	expect(await home.run(merge)).toMatchObject({ code: 0 });
	expect(lines("all.jsonl")).toHaveLength(7);
});

const utf16 = (text: string, isBig: boolean): Buffer => {
	const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
	return isBig ? bytes.swap16() : bytes;
};
const JSON_ROWS = '{"id":"ä1","text":"né €"}\n{"id":"ü2","text":"zwei 😀"}\n';
const TEXTS: Readonly<Record<string, string>> = {
	"in.jsonl": JSON_ROWS,
	"in.json": `[${JSON_ROWS.trim().split("\n").join(",\n")}]`,
	"in.csv": 'id,text\nä1,né €\nü2,"zwei 😀"\n',
	"in.txt": "né €\nzwei 😀\n",
};

describe("encodings", () => {
	const FORMATS = Object.keys(TEXTS);

	it.each(FORMATS)("%s: a byte order mark names UTF-8 and UTF-16", async (name) => {
		const text = TEXTS[name] ?? "";
		for (const bytes of [Buffer.from(`\ufeff${text}`), utf16(text, false), utf16(text, true)]) {
			service.asked.clear();
			writeFileSync(path(name), bytes);
			expect(await batch(`${name} -o out.jsonl --force --encoding latin1`)).toMatchObject({ code: 0 });
			expect([...service.asked.keys()].sort()).toEqual(["né €", "zwei 😀"]);
		}
	});

	it.each(FORMATS)("%s: a row that is not UTF-8 fails, and no other does", async (name) => {
		const text = (TEXTS[name] ?? "").replace("zwei 😀", "zw�ei");
		const bytes = Buffer.from(text);
		writeFileSync(
			path(name),
			Buffer.concat([
				bytes.subarray(0, bytes.indexOf("né") + 1),
				Buffer.of(0xe9),
				bytes.subarray(bytes.indexOf("né") + 3),
			]),
		);
		expect(await batch(`${name} -o out.jsonl --ordered`)).toMatchObject({ code: 1 });
		expect([...service.asked.keys()]).toEqual(["zw�ei"]);
		expect(lines("out.jsonl")[0]).toContain('"id":"line:1","index":0,"error":{"kind":"input"');
		expect(lines("out.jsonl")[0]).toContain("--encoding");
	});

	it.each([
		["latin1", Buffer.from("caf\xe9 \x80", "latin1"), "café €"],
		["windows-1252", Buffer.from("caf\xe9 \x80", "latin1"), "café €"],
		["UTF-16LE", Buffer.from("café €", "utf16le"), "café €"],
		["utf-16be", Buffer.from("café €", "utf16le").swap16(), "café €"],
		["shift_jis", Buffer.of(0x93, 0xfa, 0x96, 0x7b), "日本"],
	])("reads %s", async (encoding, bytes, text) => {
		for (const [head, tail, name] of [
			["", "", "in.txt"],
			['["', '"]', "in.json"],
			["text\n", "\n", "in.csv"],
		] as const) {
			const ends = [head, tail].map((end) => {
				const wide = Buffer.from(end, "utf16le");
				if (!/utf-16/i.test(encoding)) return Buffer.from(end);
				return encoding === "utf-16be" ? wide.swap16() : wide;
			});
			service.asked.clear();
			writeFileSync(path(name), Buffer.concat([ends[0] ?? "", bytes, ends[1] ?? ""] as Buffer[]));
			expect(await batch(`${name} -o out.jsonl --force --encoding ${encoding}`)).toMatchObject({ code: 0 });
			expect([...service.asked.keys()]).toEqual([text]);
		}
	});

	it("reports what is not valid in the encoding that was named, and goes on", async () => {
		writeFileSync(path("in.txt"), Buffer.of(0x93, 0xfa, 0x0a, 0x93, 0x0a, 0x41));
		expect(await batch("in.txt -o out.jsonl --ordered --encoding shift_jis")).toMatchObject({ code: 1 });
		expect(lines("out.jsonl").map((line) => line.includes('"error"'))).toEqual([false, true, false]);
	});

	it("continues a run only with its own encoding", async () => {
		writeFileSync(path("in.txt"), Buffer.from("\xe9\n", "latin1"));
		expect(await batch("in.txt -o out.jsonl --encoding latin1")).toMatchObject({ code: 0 });
		expect(await batch("in.txt -o out.jsonl --encoding windows-1252")).toMatchObject({ code: 0 });
		const other = await batch("in.txt -o out.jsonl --encoding koi8-r");
		expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("encoding changed") });
		expect([...service.asked.values()]).toEqual([1]);
	});

	it.each([
		["in.txt", "latn1", "Did you mean latin1?"],
		["in.txt", "utf-16-le", "Did you mean utf-16le?"],
		["in.txt", "utf16", "Did you mean utf-16?"],
		["in.txt", "nothing-like-it", "Encodings: utf-8"],
		[".", "latin1", "--encoding applies to"],
		["in.parquet", "latin1", "--encoding applies to"],
	])("refuses %s --encoding %s", async (name, encoding, hint) => {
		write("in.txt", "a\n");
		write("in.parquet", "PAR1");
		const refused = await batch(`${name} -o out.jsonl --encoding ${encoding}`);
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(hint) });
	});

	it("names a header that is not valid in its encoding", async () => {
		writeFileSync(path("in.csv"), Buffer.from("id,t\xe9xt\n1,a\n", "latin1"));
		expect(await batch("in.csv")).toMatchObject({ code: 2, stderr: expect.stringContaining("--encoding") });
	});
});

describe("JSON lists", () => {
	it("are split at any byte, whatever their texts hold", async () => {
		write("in.json", ' [ {"text":"a,]}\\"\\\\",\r\n  "n": [1.0, {"x":[]}]} , "b,[", {"text":"c"}\n]\n');
		expect(await batch("in.json -o out.jsonl --ordered --keep all")).toMatchObject({ code: 0 });
		expect([...service.asked.keys()].sort()).toEqual(['a,]}"\\', "b,[", "c"]);
		expect(lines("out.jsonl")[0]).toContain('"input":{"text":"a,]}\\"\\\\","n": [1.0, {"x":[]}]}');
	});

	it.each([
		['[{"text":"a"}', "ends too early"],
		['[{"text":"a"},]', "item 1 of the list"],
		["[1}", "a } without a {"],
		['["a"] x', "there is more"],
		['{"text":"a"}', "does not contain a JSON list"],
		['[{"text":nope}]', "item 0 of the list"],
	])("%s is refused", async (text, problem) => {
		write("in.json", text);
		expect(await batch("in.json")).toMatchObject({ code: 2, stderr: expect.stringContaining(problem) });
	});
});

/** Number of rows that a manifest has from the count in the background. */
const countedRows = (output: string): unknown => {
	const manifest = JSON.parse(read(`${output}.batch.json`)) as { counts: { total: number | null } };
	return manifest.counts.total;
};

const MANY = Array.from({ length: 300 }, (_, index) => `row ${index}`);

describe("the rows of a file are counted while the run has no terminal", () => {
	it.each([
		["in.txt", `\n \n${MANY.join("\r\n")}\n\t\n\u3000\n`, "", 300],
		["in.jsonl", MANY.map((text) => JSON.stringify({ text })).join("\n"), "", 300],
		["in.jsonl", MANY.map((text) => JSON.stringify({ text })).join("\n"), "--limit 70", 70],
		["in.jsonl", MANY.map((text, id) => JSON.stringify({ id, text })).join("\n"), "--limit 70", 70],
		["in.csv", `text\n"a\nb"\n${MANY.join("\n")}\n`, "", 301],
		["in.json", JSON.stringify(MANY), "", 300],
	])("%s: %#", async (name, text, options, total) => {
		write(name, text);
		let counted: unknown = null;
		// The first answer waits for the count; without one, the test ends with its time.
		beforeAnswer = async () => {
			while (counted === null) {
				await new Promise((resolve) => setTimeout(resolve, 2));
				counted = countedRows("out.jsonl");
			}
		};
		expect(await batch(`${name} -o out.jsonl ${options}`)).toMatchObject({ code: 0 });
		expect(counted).toBe(total);
		expect(countedRows("out.jsonl")).toBe(total);
	});

	it("in UTF-16, and for a shard", async () => {
		writeFileSync(path("in.txt"), utf16(`${MANY.join("\n")}\n\n`, true));
		beforeAnswer = async () => {
			while (countedRows("out-00001-of-00007.jsonl") === null) await new Promise((resolve) => setTimeout(resolve, 2));
			expect(countedRows("out-00001-of-00007.jsonl")).toBe(43);
		};
		expect(await batch("in.txt -o out.jsonl --shard 1/7")).toMatchObject({ code: 0 });
	});
});

it("counts the failed rows by cause in hub batch status", async () => {
	isFailing = true;
	write("in.jsonl", '{"text":"bad"}\n{"text":"good"}\n{broken\n{also\n{"text":"bad"}\n[1]\n');
	expect(await batch("in.jsonl -o out.jsonl")).toMatchObject({ code: 1 });
	const { stdout } = await home.run("hub batch status out.jsonl --json");
	expect(JSON.parse(stdout)).toMatchObject({
		failed: 5,
		causes: [
			{ kind: "input", count: 3 },
			{ kind: "refused", status: 400, count: 2 },
		],
	});
	expect((await home.run("hub batch status out.jsonl")).stdout).toContain("  Failed: 3 × input, 2 × refused (400)\n");
});
