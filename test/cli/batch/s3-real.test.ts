import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type FauxqsServer, startFauxqs } from "fauxqs";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ChatService, startChatService } from "../../helpers/chat-service.ts";
import { type Fault, type S3Service, startS3 } from "../../helpers/s3.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

/** hub, a proxy that checks signatures and makes faults, and a server of S3 that somebody else wrote. */
let server: FauxqsServer;
let service: ChatService;
let s3: S3Service;
let home: Home;
let folder = 0;

const ROWS = 30;
const input = Array.from({ length: ROWS }, (_, row) => `{"text":"n${row}"}\n`).join("");

beforeAll(async () => {
	server = await startFauxqs({ port: 0, logger: false, host: "127.0.0.1" });
	service = await startChatService({});
});
afterAll(async () => {
	await server.stop();
	await service.close();
});
beforeEach(async () => {
	service.asked.clear();
	s3 = await startS3(`http://127.0.0.1:${server.port}`);
	folder++;
	home = createHome();
	await s3.put(`${folder}/in.jsonl`, Buffer.from(input));
	return async () => {
		vi.unstubAllEnvs();
		home.remove();
		await s3.close();
	};
});

const run = (args: string, env: Record<string, string> = {}): Promise<Outcome> => {
	const all = { HOME: home.folder, ...s3.env, ...env };
	// The SDK of AWS reads the variables of the process.
	for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
	return home.run(`hub batch ${args.replaceAll("@", `s3://data/${folder}`)}`, { env: all });
};
const rest = (): string => `-t chat -m m --endpoint ${service.url} --progress none`;
const batch = (args: string): Promise<Outcome> => run(`${args} ${rest()}`);
const done = async (args: string): Promise<Outcome> => {
	const outcome = await batch(args);
	expect(outcome, outcome.stderr).toMatchObject({ code: 0 });
	return outcome;
};
const idsOf = (text: string): string[] =>
	text
		.split("\n")
		.filter(Boolean)
		.map((line) => (JSON.parse(line) as { id: string }).id);
const all = Array.from({ length: ROWS }, (_, row) => String(row));
/** What a program without hub reads there. */
async function read(key: string): Promise<Buffer> {
	const response = await fetch(`http://127.0.0.1:${server.port}/data/${folder}/${key}`);
	expect({ key, status: response.status }).toEqual({ key, status: 200 });
	return Buffer.from(await response.arrayBuffer());
}
async function keys(prefix: string): Promise<string[]> {
	const response = await fetch(`http://127.0.0.1:${server.port}/data?list-type=2&prefix=${folder}/${prefix}`);
	return [...(await response.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key.replace(/^\d+\//, ""));
}

describe("a real server of S3", () => {
	it("takes shards, tells their state, and is one place with a slash at its end or without", async () => {
		for (const [shard, slash] of ["", "/", ""].entries()) await done(`@/in.jsonl -o @/out${slash} --shard ${shard}/3`);
		// Nothing is asked again under the other name.
		await done("@/in.jsonl -o @/out/ --shard 0/3");
		expect([...service.asked.values()].every((count) => count === 1)).toBe(true);
		for (const name of ["@/out", "@/out/"]) {
			const { stdout } = await run(`status ${name} --json`);
			expect(JSON.parse(stdout)).toMatchObject({ total: ROWS, done: ROWS, shards: { total: 3, ended: 3 } });
		}
	});

	it.each(["jsonl", "csv", "parquet"])("merges into a .%s of the bucket, which appears whole", async (ending) => {
		await done("@/in.jsonl -o @/out");
		expect(await run(`merge @/out -o @/all.${ending}`)).toMatchObject({ code: 0 });
		expect(await keys("all")).toEqual([`all.${ending}`]);
		const bytes = await read(`all.${ending}`);
		if (ending === "jsonl") expect(idsOf(bytes.toString())).toEqual(all);
		if (ending === "csv") expect(bytes.toString().trim().split("\n")).toHaveLength(ROWS + 1);
		if (ending === "parquet") expect(bytes.subarray(-4).toString()).toBe("PAR1");
		// Not over another file, unless that is asked for.
		const again = await run(`merge @/out -o @/all.${ending}`);
		expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("already exists") as string });
		expect(await run(`merge @/out -o @/all.${ending} --force`)).toMatchObject({ code: 0 });
		expect(await run("merge @/out -o @/out")).toMatchObject({ code: 2 });
		expect(await run("merge @/out -o @/all/")).toMatchObject({ code: 2 });
	});

	it("does not merge over a file that another machine wrote meanwhile", async () => {
		await done("@/in.jsonl -o @/out");
		s3.fault = ({ method, key }): Fault | undefined =>
			method === "PUT" && key.endsWith("all.jsonl") ? { status: 412, code: "PreconditionFailed" } : undefined;
		expect(await run("merge @/out -o @/all.jsonl")).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/all\.jsonl: PreconditionFailed \(412\)/) as string,
		});
	});

	it("gives its results to --reuse, and keeps those of --cache for all machines", async () => {
		await done("@/in.jsonl -o @/out");
		service.asked.clear();
		await done("@/in.jsonl -o one.jsonl --reuse @/out/");
		expect(service.asked.size).toBe(0);
		await done("@/in.jsonl -o two.jsonl --cache @/cache/");
		expect(service.asked.size).toBe(ROWS);
		service.asked.clear();
		const { stderr } = await done("@/in.jsonl -o three.jsonl --cache @/cache");
		expect([service.asked.size, stderr]).toEqual([0, expect.stringContaining(`${ROWS} reused`)]);
		expect(await keys("cache/")).toHaveLength(ROWS);
		// A torn or foreign object counts as missing.
		const [torn = ""] = await keys("cache/");
		await s3.put(`${folder}/${torn}`, Buffer.from("0000\n{}"));
		await done("@/in.jsonl -o four.jsonl --cache @/cache");
		expect(service.asked.size).toBe(1);
		expect(await batch("@/in.jsonl -o five.jsonl --cache @/cache --cache-size 5MB")).toMatchObject({ code: 2 });
		expect(await batch("@/in.jsonl -o five.jsonl --cache hf://datasets/a/b")).toMatchObject({ code: 2 });
	});

	it("says before the first call that the results cannot be kept, and goes on where that comes later", async () => {
		const denied = { status: 403, code: "AccessDenied" };
		s3.fault = ({ method, key }) => (method === "GET" && key.includes("/cache/") ? denied : undefined);
		const refused = await batch("@/in.jsonl -o one.jsonl --cache @/cache");
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("AccessDenied (403)") as string });
		expect(service.asked.size).toBe(0);
		s3.fault = ({ method, key }) => (method === "PUT" && key.includes("/cache/") ? denied : undefined);
		const { stderr } = await done("@/in.jsonl -o two.jsonl --cache @/cache");
		expect(stderr.match(/Results are not kept/g)).toHaveLength(1);
	});

	it("bears faults: slow down, cut uploads, lost answers, expired keys", async () => {
		let count = 0;
		const faults: (Fault | undefined)[] = [
			{ status: 503, code: "SlowDown" },
			undefined,
			{ cut: "after" },
			undefined,
			{ status: 400, code: "ExpiredToken" },
			{ cut: "before" },
			undefined,
			{ status: 500, code: "InternalError" },
			undefined,
		];
		s3.fault = () => faults[count++ % faults.length];
		for (const shard of [0, 1]) await done(`@/in.jsonl -o @/out --shard ${shard}/2`);
		expect(await run("merge @/out -o @/all.jsonl")).toMatchObject({ code: 0 });
		expect(await run("merge @/out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(idsOf((await read("all.jsonl")).toString())).toEqual(all);
		expect(idsOf(readFileSync(join(home.folder, "all.jsonl"), "utf8"))).toEqual(all);
		expect(s3.refused).toEqual([]);
	});

	it("repairs parts and indexes that are damaged, and keeps every whole line", async () => {
		await done("@/in.jsonl -o @/out");
		expect((await run("repair @/out/")).stderr).toContain("needs no repair");
		const [part = ""] = (await keys("out/part-")).filter((key) => key.endsWith(".gz"));
		const index = part.replace("out/", "out/_state/").replace(".jsonl.gz", ".json");
		await s3.put(`${folder}/${index}`, Buffer.from("{"));
		const damaged = await run("status @/out");
		expect(damaged).toMatchObject({ code: 2, stderr: expect.stringContaining("hub batch repair s3://data") as string });
		expect((await run("repair @/out")).stderr).toContain("index of 1 of 1 parts was made again");
		expect(JSON.parse((await run("status @/out --json")).stdout)).toMatchObject({ done: ROWS });
		// Half of the part is gone.
		const bytes = await read(part);
		await s3.put(`${folder}/${part}`, bytes.subarray(0, bytes.length >> 1));
		expect((await run("repair @/out")).stderr).toContain("1 of 1 parts lost damaged lines");
		const kept = idsOf(gunzipSync(await read(part)).toString());
		expect((await read(`out/_state/damaged/${part.slice(4)}`)).length).toBe(bytes.length >> 1);
		service.asked.clear();
		await done("@/in.jsonl -o @/out");
		expect(service.asked.size).toBe(ROWS - kept.length);
		const [manifest = ""] = await keys("out/_state/shard-");
		await s3.put(`${folder}/${manifest}`, Buffer.from("{"));
		expect((await run("repair @/out")).stderr).toContain("1 manifests were lost");
		await done("@/in.jsonl -o @/out");
		expect(await run("merge @/out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(idsOf(readFileSync(join(home.folder, "all.jsonl"), "utf8"))).toEqual(all);
	});

	it.each([
		["no such bucket", "s3://nobucket/in.jsonl -o out.jsonl", {}, /NoSuchBucket \(404\)/],
		["no such bucket for the output", "@/in.jsonl -o s3://nobucket/x", {}, /NoSuchBucket \(404\)/],
		["no such file", "@/none.jsonl -o out.jsonl", {}, /has no files/],
		["a wrong key", "@/in.jsonl -o out.jsonl", { AWS_SECRET_ACCESS_KEY: "wrong" }, /SignatureDoesNotMatch \(403\)/],
		["a table as output", "@/in.jsonl -o @/out.csv", {}, /folders of parts, not tables/],
	])("says what is wrong in a sentence: %s", async (_what, args, env, message) => {
		const { code, stderr } = await run(`${args} ${rest()}`, env);
		expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(message) as string });
		expect(stderr).not.toMatch(/\n\s+at |bug in hub/);
	});

	it("does not take a 200 of something else for an object that was written", async () => {
		s3.fault = ({ method }) => (method === "PUT" ? { status: 200, code: "page" } : undefined);
		const page = await batch("@/in.jsonl -o @/out");
		expect(page).toMatchObject({ code: 2, stderr: expect.stringMatching(/did not respond as S3 does/) as string });
		expect(service.asked.size).toBe(0);
	});
});
