import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import zlib from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ChatService, startChatService } from "../../helpers/chat-service.ts";
import { createHome, type Home } from "../../helpers/session.ts";

let home: Home;
beforeEach(() => {
	home = createHome({ "in.txt": "a cat\na dog\n", "in.jsonl.zst": "no zstd" });
});
afterEach(() => home.remove());

const lines = (): { id: string; output?: unknown; error?: unknown }[] =>
	readFileSync(join(home.folder, "out.jsonl"), "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as { id: string });

it.each([
	["", 10],
	["/default/train", 8],
	["/default/test", 2],
])("reads hf://datasets/sandbox/reviews%s", async (part, count) => {
	const line = `hub batch hf://datasets/sandbox/reviews${part} -o out.jsonl -t classify --sandbox --progress none`;
	expect(await home.run(line)).toMatchObject({ code: 0 });
	expect(new Set(lines().map(({ id }) => id)).size).toBe(count);
	expect(lines().every(({ output }) => Array.isArray(output))).toBe(true);
});

it("reads the rows of a built-in sample, and resumes from there", async () => {
	const line = "hub batch sample:reviews.jsonl -o out.jsonl -t classify --sandbox --progress none";
	expect(await home.run(line)).toMatchObject({ code: 0 });
	expect(lines()).toHaveLength(3);
	expect((await home.run(line)).code).toBe(0);
	expect(lines()).toHaveLength(3);
	const refused = await home.run(line.replace("reviews.jsonl", "cat.png"));
	expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("has no rows") });
});

it("reads datasets from the sandbox with -p sandbox", async () => {
	const line = "hub batch hf://datasets/sandbox/reviews -o out.jsonl -t classify -p sandbox --limit 2 --progress none";
	expect(await home.run(line)).toMatchObject({ code: 0 });
});

it("lists the configs and splits of a dataset", async () => {
	const line = "hub batch hf://datasets/sandbox/questions/other -o out.jsonl -t chat --sandbox --progress none";
	const { code, stderr } = await home.run(line);
	expect(stderr).toContain("default/train");
	expect(code).toBe(2);
});

it.skipIf("createZstdDecompress" in zlib)("says which Node version reads .zst", async () => {
	const { code, stderr } = await home.run("hub batch in.jsonl.zst -o out.jsonl -t chat --sandbox --progress none");
	expect(stderr).toContain("Node 22.15");
	expect(code).toBe(2);
});

it("saves images next to the output", async () => {
	const line = "hub batch in.txt -o out.jsonl -t text-to-image --sandbox --progress none";
	expect(await home.run(line)).toMatchObject({ code: 0 });
	for (const { id, output } of lines()) {
		const { file, type, size } = output as { file: string; type: string; size: number };
		expect([file, type]).toEqual([`out.jsonl.files/${id}.png`, "image/png"]);
		expect(statSync(join(home.folder, file)).size).toBe(size);
	}
	expect(lines()).toHaveLength(2);
	expect(existsSync(join(home.folder, "out.jsonl.files/1.png"))).toBe(true);
});

it("exits with 6 at the deadline, and writes no line for dropped calls", async () => {
	const service: ChatService = await startChatService({ intercept: ({ prompt }) => prompt === "a dog" });
	const line = `hub batch in.txt -o out.jsonl -t chat -m m --endpoint ${service.url} --deadline 2 --grace 0.1 --progress none`;
	const { code, stderr } = await home.run(line);
	await service.close();
	expect(stderr).toContain("deadline of 2 s");
	expect(stderr).toContain("--deadline SECONDS");
	expect(code).toBe(6);
	expect(lines().map(({ id }) => id)).toEqual(["0"]);
});

it("prints numbers in a prompt as Python does, in the order of the row", async () => {
	const row = '{"a":1.0,"b":12345678901234567890,"d":{"b":1,"2":2,"1":3},"c":[1e2,-0.0]}';
	writeFileSync(join(home.folder, "numbers.jsonl"), `${row}\n`);
	const prompt = "--prompt 'Say {{ a }} {{ b }} {{ d }} {{ c }}'";
	const service = await startChatService();
	const line = `hub batch numbers.jsonl -o out.jsonl -t chat -m m --endpoint ${service.url} ${prompt} --progress none`;
	expect(await home.run(line)).toMatchObject({ code: 0 });
	await service.close();
	expect([...service.asked.keys()]).toEqual(["Say 1.0 12345678901234567890 {'b': 1, '2': 2, '1': 3} [100.0, -0.0]"]);
});

it.each(["in.txt", "- < in.txt"])("reads no more than --max-input: %s", async (input) => {
	const { code, stderr } = await home.run(
		`hub batch ${input.replace("- <", "- --max-input 6 -o out.jsonl -t chat --sandbox --progress none <")}${
			input.startsWith("-") ? "" : " --max-input 6 -o out.jsonl -t chat --sandbox --progress none"
		}`,
	);
	expect(stderr).toMatch(/is larger than 6 bytes/);
	expect(code).toBe(2);
});

it("refuses a folder without files, before anything is written", async () => {
	mkdirSync(join(home.folder, "photos"));
	writeFileSync(join(home.folder, "photos/.hidden"), "");
	const { code, stderr } = await home.run("hub batch photos/ -o out.jsonl -t chat --sandbox --progress none");
	expect(stderr).toContain("The folder photos/ has no files.");
	expect(code).toBe(2);
	expect(existsSync(join(home.folder, "out.jsonl.batch.json"))).toBe(false);
});
