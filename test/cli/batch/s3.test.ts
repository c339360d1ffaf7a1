import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openBucket } from "../../../src/cli/commands/batch/parts/s3.ts";
import { type ChatService, startChatService } from "../../helpers/chat-service.ts";
import { type S3Service, startS3 } from "../../helpers/s3.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

let service: ChatService;
let s3: S3Service;
let home: Home;

beforeAll(async () => {
	service = await startChatService({});
});
afterAll(() => service.close());
beforeEach(async () => {
	service.asked.clear();
	s3 = await startS3();
	home = createHome();
	return async () => {
		vi.unstubAllEnvs();
		home.remove();
		await s3.close();
	};
});

const rows = 40;
const text = Array.from({ length: rows }, (_, row) => `n${row}\n`).join("");
/** The SDK of AWS reads the variables of the process. */
function stubEnv(env: Record<string, string>): Record<string, string> {
	const all = { HOME: home.folder, ...s3.env, ...env };
	for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
	return all;
}
const run = (args: string, env: Record<string, string> = {}): Promise<Outcome> =>
	home.run(`hub batch ${args}`, { env: stubEnv(env) });
const batch = (args: string): Promise<Outcome> => run(`${args} -t chat -m m --endpoint ${service.url} --progress none`);
const merged = (): string[] =>
	readFileSync(join(home.folder, "all.jsonl"), "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => {
			const { id, output } = JSON.parse(line) as {
				id: string;
				output: { choices: { message: { content: string } }[] };
			};
			return `${id} ${output.choices[0]?.message.content}`;
		});
const expected = Array.from({ length: rows }, (_, row) => `${row} re: n${row}`);

describe("s3:// as input and output", () => {
	it.each([
		["in.txt", Buffer.from(text)],
		["my data+1/in.jsonl", Buffer.from(text.replace(/n\d+/g, '{"text":"$&"}'))],
		["in.jsonl.gz", gzipSync(text.replace(/n\d+/g, '{"text":"$&"}'))],
		[
			"in.parquet",
			Buffer.from(
				parquetWriteBuffer({ columnData: [{ name: "text", data: text.trim().split("\n") }], rowGroupSize: 7 }),
			),
		],
	])("runs %s in shards, shows its state, and merges them", async (name, bytes) => {
		s3.objects.set(name, bytes);
		s3.objects.set(`${name}.bak`, Buffer.from("not this"));
		for (let shard = 0; shard < 3; shard++) {
			expect(await batch(`"s3://data/${name}" -o s3://data/out/run --shard ${shard}/3`)).toMatchObject({ code: 0 });
		}
		expect(s3.refused).toEqual([]);
		const status = await run("status s3://data/out/run --json");
		expect(JSON.parse(status.stdout)).toMatchObject({ total: rows, done: rows, shards: { total: 3, ended: 3 } });
		expect(await run("merge s3://data/out/run -o all.jsonl")).toMatchObject({ code: 0 });
		expect(merged()).toEqual(expected);
		expect([...service.asked.values()].every((count) => count === 1)).toBe(true);
	});

	it("reads all files below a prefix, in the order of their names", async () => {
		s3.objects.set("in/b.txt", Buffer.from(text.slice(text.indexOf("n20"))));
		s3.objects.set("in/a.txt", Buffer.from(text.slice(0, text.indexOf("n20"))));
		s3.objects.set("inside.txt", Buffer.from("other\n"));
		expect(await batch("s3://data/in/ -o all.jsonl --ordered")).toMatchObject({ code: 0 });
		expect(merged()).toEqual(expected);
	});

	it("goes on after a run was killed on another machine, from the indexes alone", async () => {
		s3.objects.set("in.txt", Buffer.from(text));
		expect(await batch("s3://data/in.txt -o s3://data/out --limit 25")).toMatchObject({ code: 0 });
		service.asked.clear();
		s3.requests.length = 0;
		expect(await batch("s3://data/in.txt -o s3://data/out")).toMatchObject({ code: 0 });
		expect(service.asked.size).toBe(15);
		expect(s3.requests.some(({ method, key }) => method === "GET" && key.endsWith(".gz"))).toBe(false);
	});

	it("bears faults: slow down, lost answers, cut bodies, expired keys, stale listings", async () => {
		s3.objects.set("in.txt", Buffer.from(text));
		let count = 0;
		const faults = [
			{ status: 503, code: "SlowDown" },
			undefined,
			{ cut: "after" },
			undefined,
			{ status: 400, code: "ExpiredToken" },
			{ cut: "before" },
			undefined,
			{ stale: true },
			{ status: 500, code: "InternalError" },
			undefined,
		] as const;
		s3.fault = () => faults[count++ % faults.length];
		for (let shard = 0; shard < 2; shard++) {
			expect(await batch(`s3://data/in.txt -o s3://data/out --shard ${shard}/2`)).toMatchObject({ code: 0 });
		}
		expect(await run("merge s3://data/out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(merged()).toEqual(expected);
		expect(count).toBeGreaterThan(20);
	});

	it("keeps the rows of a part that cannot be uploaded, and uploads them with the next run", async () => {
		s3.objects.set("in.txt", Buffer.from(text));
		s3.fault = ({ method, key }) =>
			method === "PUT" && key.endsWith(".gz") ? { status: 403, code: "AccessDenied" } : undefined;
		const failed = await batch("s3://data/in.txt -o s3://data/out");
		expect(failed.code).not.toBe(0);
		expect(failed.stderr).toContain("AccessDenied (403): no & never.");
		s3.fault = undefined;
		service.asked.clear();
		expect(await batch("s3://data/in.txt -o s3://data/out")).toMatchObject({ code: 0 });
		expect(service.asked.size).toBe(0);
		expect(await run("merge s3://data/out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(merged()).toEqual(expected);
	});

	it("uploads large files in pieces, and leaves no upload open where that fails", async () => {
		writeFileSync(join(home.folder, "large"), randomBytes(37 * 2 ** 20));
		const env = stubEnv({});
		const context = {
			env,
			signal: new AbortController().signal,
			secrets: { add: () => undefined },
			flags: {},
			defer: () => undefined,
			stdout: {},
			note: () => undefined,
		};
		const place = await openBucket("s3://data/x", {}, context as unknown as Parameters<typeof openBucket>[2]);
		await place.put([{ name: "large.gz", path: join(home.folder, "large") }]);
		expect(s3.objects.get("x/large.gz")?.equals(readFileSync(join(home.folder, "large")))).toBe(true);
		expect(s3.requests.filter(({ query }) => query.has("partNumber"))).toHaveLength(3);
		s3.fault = ({ query }) => (query.get("partNumber") === "2" ? { status: 403, code: "AccessDenied" } : undefined);
		await expect(place.put([{ name: "again.gz", path: join(home.folder, "large") }])).rejects.toThrow("AccessDenied");
		expect(s3.uploads.size).toBe(0);
		expect(s3.objects.has("x/again.gz")).toBe(false);
	});
});

describe("keys and answers of others", () => {
	it("takes keys of a profile, and asks for them where there are none", async () => {
		s3.objects.set("in.txt", Buffer.from("n0\n"));
		const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = s3.env;
		const none = { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" };
		const args = `s3://data/in.txt -o out.jsonl -t chat -m m --endpoint ${service.url} --progress none`;
		expect(await run(args, none)).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("There are no S3 credentials.") as string,
		});
		writeFileSync(
			join(home.folder, "keys"),
			`[other]\naws_access_key_id = wrong\n\n[work]\naws_access_key_id = ${AWS_ACCESS_KEY_ID}\naws_secret_access_key=${AWS_SECRET_ACCESS_KEY}\n`,
		);
		const profile = { ...none, AWS_PROFILE: "work", AWS_SHARED_CREDENTIALS_FILE: join(home.folder, "keys") };
		expect(await run(args, profile)).toMatchObject({ code: 0 });
	});

	it("does not follow redirects, and shows no secret", async () => {
		s3.fault = () => ({ status: 307, code: "TemporaryRedirect" });
		const { code, stderr } = await run("status s3://data/out");
		expect({ code, stderr }).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("TemporaryRedirect (307)") as string,
		});
		expect(stderr).not.toContain("s3-secret-key");
	});

	it("leaves out keys that lead elsewhere or that hub did not write", async () => {
		s3.objects.set("in.txt", Buffer.from(text));
		expect(await batch("s3://data/in.txt -o s3://data/out")).toMatchObject({ code: 0 });
		const part = [...s3.objects.keys()].find((key) => key.endsWith(".gz")) ?? "";
		expect(
			gunzipSync(s3.objects.get(part) ?? "")
				.toString()
				.split("\n"),
		).toHaveLength(rows + 1);
		for (const key of [
			"out/../in.txt",
			"out/part-00000-of-00001-000000-x.jsonl.gz",
			"out/_state/shard-1.json",
			"out//x",
		]) {
			s3.objects.set(key, Buffer.from("<!ENTITY x>"));
		}
		expect(await run("merge s3://data/out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(merged()).toEqual(expected);
	});

	it.each(["s3://", "s3://UPPER/x", "s3://data/../x", "s3://data/a//b", "s3://a..b/x"])(
		"refuses %s",
		async (address) => {
			expect(await run(`status ${address}`)).toMatchObject({
				code: 2,
				stderr: expect.stringContaining("does not name a bucket") as string,
			});
		},
	);
});
