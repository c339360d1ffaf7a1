import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.ts";
import { type ChatService, startChatService } from "../../helpers/chat-service.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

interface Seen {
	method: string;
	path: string;
	authorization: string | undefined;
	body: Buffer;
}

let model: ChatService;
let home: Home;
let seen: Seen[];
let conflicts: number;
let sandbox: ReturnType<typeof createSandbox>;
/** A sandbox in place of Hugging Face, on loopback. */
const server = createServer((request: IncomingMessage, response) => {
	const answer = async (): Promise<void> => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks);
		const { method = "GET", url = "/", headers } = request;
		seen.push({ method, path: url, authorization: headers.authorization, body });
		if (url.includes("/commit/") && conflicts-- > 0) return void response.writeHead(412).end("{}");
		const given = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string");
		const init = body.length > 0 ? { body: new Uint8Array(body) } : {};
		const answered = await sandbox(`${address()}${url}`, { method, headers: Object.fromEntries(given), ...init });
		response.writeHead(answered.status, Object.fromEntries(answered.headers));
		response.end(Buffer.from(await answered.arrayBuffer()));
	};
	answer().catch((error: unknown) => response.destroy(error as Error));
});
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
	model = await startChatService({});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
	await model.close();
	server.closeAllConnections();
	server.close();
});
beforeEach(() => {
	[seen, conflicts, sandbox] = [[], 0, createSandbox()];
	model.asked.clear();
	home = createHome();
	return () => home.remove();
});

const run = (args: string): Promise<Outcome> =>
	home.run(`hub batch ${args}`, { env: { HF_ENDPOINT: address(), HF_TOKEN: "hf_sandbox" } });
const batch = (args: string): Promise<Outcome> => run(`${args} -t chat -m m --endpoint ${model.url} --progress none`);

it("writes parts to a dataset in shards, shows their state, merges them, and reads the file back", async () => {
	writeFileSync(join(home.folder, "in.txt"), Array.from({ length: 30 }, (_, row) => `n${row}\n`).join(""));
	conflicts = 1;
	for (let shard = 0; shard < 2; shard++) {
		expect(await batch(`in.txt -o hf://datasets/me/results/run --shard ${shard}/2`)).toMatchObject({ code: 0 });
	}
	const status = await run("status hf://datasets/me/results/run --json");
	expect(JSON.parse(status.stdout)).toMatchObject({ total: 30, done: 30, shards: { ended: 2 } });
	expect(await run("merge hf://datasets/me/results/run -o all.jsonl")).toMatchObject({ code: 0 });
	const lines = readFileSync(join(home.folder, "all.jsonl"), "utf8").split("\n").filter(Boolean);
	expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(
		Array.from({ length: 30 }, (_, row) => String(row)),
	);
	expect([...model.asked.values()].every((count) => count === 1)).toBe(true);
	// A part and its index go in one commit.
	const commits = seen.filter(({ path }) => path.includes("/commit/")).map(({ body }) => body.toString());
	const withPart = commits.find((text) => text.includes(".jsonl.gz"));
	expect(
		withPart
			?.trim()
			.split("\n")
			.map((line) => (JSON.parse(line) as { key: string }).key),
	).toEqual(["header", "file", "lfsFile"]);
});

it("uploads parts by themselves, without the token", async () => {
	writeFileSync(join(home.folder, "in.txt"), "one\n");
	expect(await batch("in.txt -o hf://datasets/me/results")).toMatchObject({ code: 0 });
	const uploads = seen.filter(({ path }) => path.includes("/lfs/"));
	const kinds = uploads.map(({ method, authorization }) => `${method} ${authorization ?? "without"}`);
	expect(kinds).toEqual(["POST Bearer hf_sandbox", "PUT without"]);
});

it("reads a file of a dataset, in shards too", async () => {
	const content = Buffer.from('{"text":"a"}\n{"text":"b"}\n').toString("base64");
	const file = { key: "file", value: { path: "data/in.jsonl", content, encoding: "base64" } };
	await sandbox(`${address()}/api/datasets/me/inputs/commit/main`, {
		method: "POST",
		headers: { authorization: "Bearer hf_sandbox" },
		body: `${JSON.stringify({ key: "header", value: { summary: "x" } })}\n${JSON.stringify(file)}\n`,
	});
	for (let shard = 0; shard < 2; shard++) {
		expect(await batch(`hf://datasets/me/inputs/data/in.jsonl -o out/ --shard ${shard}/2`)).toMatchObject({ code: 0 });
	}
	expect([...model.asked]).toEqual([
		["a", 1],
		["b", 1],
	]);
});

it("runs with --sandbox", async () => {
	writeFileSync(join(home.folder, "in.txt"), "one\ntwo\n");
	expect(
		await home.run("hub batch in.txt -o hf://datasets/me/results -t chat --sandbox --progress none"),
	).toMatchObject({ code: 0 });
});

it.each(["hf://models/a/b", "hf://datasets/a", "hf://datasets/a/b/../c"])("refuses %s as an output", async (place) => {
	writeFileSync(join(home.folder, "in.txt"), "one\n");
	expect(await batch(`in.txt -o ${place}`)).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("is not a path in a dataset") as string,
	});
});
