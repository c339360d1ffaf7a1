import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ChatService, reply, startChatService } from "../../helpers/chat-service.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

let service: ChatService;
let home: Home;
let isFailing = false;

beforeAll(async () => {
	service = await startChatService({
		intercept: ({ prompt, response }) => {
			if (!isFailing || prompt !== "bad") return false;
			reply(response, 400, { error: { message: "refused" } });
			return true;
		},
	});
});
afterAll(() => service.close());
beforeEach(() => {
	isFailing = false;
	service.asked.clear();
	home = createHome();
	return () => home.remove();
});

const path = (name: string): string => join(home.folder, name);
const write = (name: string, text: string): void => writeFileSync(path(name), text);
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
