import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openBucket } from "../../../src/cli/commands/batch/parts/s3.ts";
import { loadSdk } from "../../../src/cli/commands/batch/parts/s3-client.ts";
import { type AwsRoles, startAwsRoles } from "../../helpers/aws-roles.ts";
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
		// The answer to the last request of an upload is lost: it is there, and the upload is not.
		s3.objects.clear();
		let isLost = false;
		s3.fault = ({ method, query }) => {
			if (isLost || method !== "POST" || !query.has("uploadId")) return undefined;
			isLost = true;
			return { cut: "after" };
		};
		await place.put([{ name: "lost.gz", path: join(home.folder, "large") }]);
		expect({ isLost, size: s3.objects.get("x/lost.gz")?.length }).toEqual({ isLost: true, size: 37 * 2 ** 20 });
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

	describe("keys of roles", () => {
		let roles: AwsRoles;
		const none = { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" };

		beforeEach(async () => {
			const { AWS_ACCESS_KEY_ID: id = "", AWS_SECRET_ACCESS_KEY: secret = "" } = s3.env;
			roles = await startAwsRoles({ id, secret, token: "session-token-1" });
			writeFileSync(join(home.folder, "pod"), "pod-token");
			writeFileSync(join(home.folder, "container"), "container-token");
			return () => roles.close();
		});

		it.each([
			[
				"a pod",
				"POST /",
				(url: string, folder: string) => ({
					AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/batch",
					AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, "pod"),
					AWS_ENDPOINT_URL_STS: url,
				}),
			],
			[
				"an instance",
				"GET /latest/meta-data/iam/security-credentials/batch-role",
				(url: string) => ({ AWS_EC2_METADATA_DISABLED: "", AWS_EC2_METADATA_SERVICE_ENDPOINT: url }),
			],
			[
				"a container",
				"GET /container",
				(url: string, folder: string) => ({
					AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/container`,
					AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: join(folder, "container"),
				}),
			],
		])("takes those of %s", async (_what, request, env) => {
			s3.objects.set("in.txt", Buffer.from("n0\n"));
			const args = `s3://data/in.txt -o out.jsonl -t chat -m m --endpoint ${service.url} --progress none`;
			const { code, stderr } = await run(args, { ...none, ...env(roles.url, home.folder) });
			expect({ code, stderr }).toMatchObject({ code: 0 });
			expect(roles.requests).toContain(request);
			expect(s3.requests.map(({ headers }) => headers["x-amz-security-token"])).toContain("session-token-1");
		});

		it("says why a role gives none", async () => {
			const { code, stderr } = await run("status s3://data/out", {
				...none,
				AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/batch",
				AWS_WEB_IDENTITY_TOKEN_FILE: join(home.folder, "container"),
				AWS_ENDPOINT_URL_STS: roles.url,
			});
			expect({ code, stderr }).toMatchObject({
				code: 2,
				stderr: expect.stringContaining("The S3 credentials cannot be read") as string,
			});
		});
	});

	it("takes endpoint and region of a profile, with the bucket in the path", async () => {
		s3.objects.set("out/_state/shard-00000-of-00001.json", Buffer.from("{}"));
		writeFileSync(
			join(home.folder, "config"),
			`[profile work]\nregion = ${s3.env["AWS_REGION"]}\nendpoint_url = ${s3.url.replace("127.0.0.1", "localhost")}\n`,
		);
		writeFileSync(
			join(home.folder, "keys"),
			`[work]\naws_access_key_id = ${s3.env["AWS_ACCESS_KEY_ID"]}\naws_secret_access_key=${s3.env["AWS_SECRET_ACCESS_KEY"]}\n`,
		);
		s3.env = {};
		await run("status s3://data/out", {
			AWS_PROFILE: "work",
			AWS_CONFIG_FILE: join(home.folder, "config"),
			AWS_SHARED_CREDENTIALS_FILE: join(home.folder, "keys"),
		});
		expect(s3.refused).toEqual([]);
		expect(s3.requests.map(({ key }) => key)).toContain("out/_state/shard-00000-of-00001.json");
	});

	it("goes on in the region of the bucket", async () => {
		s3.objects.set("in.txt", Buffer.from("n0\n"));
		s3.fault = ({ headers }) =>
			headers.authorization?.includes("/eu-test-1/") ? undefined : { status: 301, code: "PermanentRedirect" };
		s3.region = "eu-test-1";
		const args = `s3://data/in.txt -o out.jsonl -t chat -m m --endpoint ${service.url} --progress none`;
		expect(await run(args, { AWS_REGION: "us-west-2" })).toMatchObject({ code: 0 });
		// It is told once.
		expect(s3.requests.filter(({ headers }) => headers.authorization?.includes("/us-west-2/"))).toHaveLength(1);
	});

	it("starts in us-east-1 where no region is set", async () => {
		s3.objects.set("in.txt", Buffer.from("n0\n"));
		s3.fault = ({ headers }) =>
			headers.authorization?.includes("/eu-test-1/") ? undefined : { status: 301, code: "PermanentRedirect" };
		s3.region = "eu-test-1";
		delete s3.env["AWS_REGION"];
		const args = `s3://data/in.txt -o out.jsonl -t chat -m m --endpoint ${service.url} --progress none`;
		expect(await run(args)).toMatchObject({ code: 0 });
		expect(s3.requests[0]?.headers.authorization).toContain("/us-east-1/");
	});

	it("says what to install where there is no SDK", async () => {
		const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
		await expect(loadSdk(() => Promise.reject(missing))).rejects.toMatchObject({
			message: "S3 needs the SDK of AWS, which is not installed.",
			hint: expect.stringContaining("npm install -g @aws-sdk/client-s3 @aws-sdk/lib-storage") as string,
		});
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
