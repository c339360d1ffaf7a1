import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ChatService, reply, startChatService } from "../../helpers/chat-service.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

/** What was asked for and is not done is said, and the exit code says it. */

let service: ChatService;
let home: Home;
beforeAll(async () => {
	service = await startChatService({
		intercept: async ({ prompt, response }) => {
			if (!prompt.includes("bad")) return false;
			reply(response, 400, { error: { message: "refused" } });
			return true;
		},
	});
});
afterAll(() => service.close());
beforeEach(() => {
	service.asked.clear();
	home = createHome({ "in.jsonl": '{"id":"a","text":"one"}\n{"id":"b","text":"two"}\n' });
	return () => home.remove();
});

const batch = (args: string): Promise<Outcome> =>
	home.run(`hub batch ${args} -t chat -m m --endpoint ${service.url} --progress none`);
const write = (name: string, text: string): void => writeFileSync(join(home.folder, name), text);

describe("an option that a run would not use", () => {
	it.each([
		["--raw-output", "--raw-output needs a table"],
		["-o out.jsonl --raw-output", "--raw-output needs a table"],
		["-o out.parquet --escape-formulas", "--escape-formulas needs a .csv or .tsv file"],
		["-o out.jsonl --part-size 1MB", "--part-size needs a folder of parts"],
		["--format openai --keep all", "--keep needs lines of hub"],
		["--format openai --text", "--text needs lines of hub"],
		["--keep-failed", "--keep-failed needs the output of an earlier run"],
		["--force", "--force needs the output of an earlier run"],
		["--spread", "--spread needs several providers"],
		["--sample 3", "--sample needs --estimate"],
		["-o new.jsonl --retry-failed", "there is no earlier run in"],
		['-o "{{ id }}.jsonl"', "take no template"],
		["--files {id}", "take no template"],
		['--template "{{ id }}: {{ item.output }}"', "--template: 'id' is undefined"],
		["--poll 1", "--poll needs --via provider"],
		["--window 24h", "--window needs --via provider"],
		["--concurrency 2 --fixed --start 1", "--start needs a number of calls that adapts"],
	])("is refused: %s", async (args, message) => {
		expect(await batch(`in.jsonl ${args}`)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
		expect(service.asked.size).toBe(0);
	});

	it.each([
		..."--concurrency 2;--group 2;--rpm 5;--tpm 5;--cache;--reuse old.jsonl;--max-errors 1;--grace 3;--prune".split(
			";",
		),
	])("is refused with --via provider: %s", async (args) => {
		const outcome = await batch(`in.jsonl -o out.jsonl ${args} --via provider`);
		expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining("does not apply to --via provider") });
		expect(service.asked.size).toBe(0);
	});
});

describe("rows that have all of their arguments themselves", () => {
	const request =
		'{"custom_id":"1","url":"/v1/chat/completions","body":{"messages":[{"role":"user","content":"hi"}]}}\n';

	it.each([
		[request, '--prompt "{{ custom_id }}"', "--prompt adds nothing"],
		[request, '--system "Be kind"', "--system adds nothing"],
		[request, "--image a.png", "--image adds nothing"],
		['{"messages":[{"role":"user","content":"hi"}]}\n', "--image a.png", "--image adds nothing"],
		['[{"role":"user","content":"hi"}]\n', "--image a.png", "--image adds nothing"],
	])("%s refuse %s", async (row, args, message) => {
		write("in.jsonl", row);
		expect(await batch(`in.jsonl ${args}`)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
		expect(service.asked.size).toBe(0);
	});

	it("are not sent as requests of another task", async () => {
		write("in.jsonl", `${request}{"custom_id":"2","url":"/v1/embeddings","body":{"input":"x","messages":[]}}\n`);
		const outcome = await batch("in.jsonl");
		expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining("a request of feature-extraction") });
	});

	it("get --system in front of a list of messages", async () => {
		const systems: unknown[] = [];
		const other = await startChatService({
			intercept: async ({ body }) => {
				systems.push(body["messages"]);
				return false;
			},
		});
		write("in.jsonl", '[{"role":"user","content":"hi"}]\n');
		await home.run(`hub batch in.jsonl -t chat -m m --endpoint ${other.url} --system "Be kind" --progress none`);
		await other.close();
		expect(systems).toEqual([
			[
				{ role: "system", content: "Be kind" },
				{ role: "user", content: "hi" },
			],
		]);
	});
});

it.skipIf(process.platform === "win32")("what is no file in a folder fails as a row of its name", async () => {
	mkdirSync(join(home.folder, "in"));
	write("in/a.txt", "one");
	write("in/d.txt", "two");
	symlinkSync("gone", join(home.folder, "in/b.txt"));
	execFileSync("mkfifo", [join(home.folder, "in/c.txt")]);
	const outcome = await batch("in --ordered --keep all");
	expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining("2 of 4 done, 2 failed") });
	const rows = outcome.stdout.trim().split("\n");
	expect(rows.map((row) => (JSON.parse(row) as { id: string }).id)).toEqual(["a.txt", "b.txt", "c.txt", "d.txt"]);
	for (const row of rows.slice(1, 3))
		expect(JSON.parse(row)).toMatchObject({ error: { kind: "input" }, input: { file: expect.any(String) } });
	expect((await home.run(`hub infer -t chat -m m --endpoint ${service.url} -f in hi`)).stderr).toMatch(
		/Left out in\/b\.txt and 1 more, which are not files/,
	);
});

it("failed rows of a sample are told, and the estimate fails with them", async () => {
	write("in.jsonl", '{"text":"one"}\n{"text":"bad"}\n{"text":"three"}\n');
	const outcome = await batch("in.jsonl --estimate");
	expect(outcome).toMatchObject({ code: 1, stdout: expect.stringContaining("3 sampled") });
	expect(outcome.stderr).toContain("1 of 3 sampled rows failed:\n  1 × refused (400): ");
	expect(outcome.stderr).toContain("Without -o the results of the sample are not kept.");
	write("in.jsonl", '{"text":"one"}\n');
	expect(await batch("in.jsonl -o out.jsonl --estimate")).toMatchObject({ code: 0, stderr: "" });
});

it("a prompt that uses nothing of the rows is told, and an input without rows", async () => {
	const same = await batch('in.jsonl --prompt "Tell a joke"');
	expect(same).toMatchObject({ code: 0, stderr: expect.stringContaining("uses no column of the rows") });
	expect((await batch('in.jsonl --prompt "Tell a joke" --system "{{ text }}"')).stderr).not.toContain("uses no column");
	write("in.jsonl", "");
	expect((await batch("in.jsonl")).stderr).toContain("The input has no rows.");
});

it("is refused before the first call where --cache cannot be written", async () => {
	write("taken", "a file");
	const { code, stderr } = await batch("in.jsonl -o out.jsonl --cache taken");
	expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("Cannot write to taken") });
	expect(service.asked.size).toBe(0);
});
