import { execFileSync } from "node:child_process";
import dns from "node:dns";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { limitBytes } from "../../src/cli/commands/batch/input/columns.ts";
import { readParquet } from "../../src/cli/commands/batch/input/parquet.ts";
import { checkPublicHost, isPublicAddress, PUBLIC_HOSTS } from "../../src/cli/network/public-hosts.ts";
import { startServer } from "../helpers/server.ts";
import { describeGenerated } from "./generated.ts";
import { createWorld, KEY, PNG, SECRET, sentTo, serveDataset, type World, write } from "./world.ts";

let world: World;
beforeEach(async () => {
	world = await createWorld();
});
afterEach(async () => {
	vi.restoreAllMocks();
	await world.close();
});

interface Line {
	id: string;
	output?: unknown;
	error?: { kind: string; message: string };
}

const lines = (): Line[] => {
	const path = join(world.home.folder, "out.jsonl");
	if (!existsSync(path)) return [];
	return readFileSync(path, "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Line);
};

/** The first row is good, so that the others are failures of rows and do not stop the run. */
const rows = (name: string, ...images: unknown[]): void =>
	write(world, name, ["ok.png", ...images].map((image) => JSON.stringify({ image })).join("\n"));

describe("a viewer", () => {
	const good = { image: [PNG] };

	it("gets the token where the user named it, and its files are read", async () => {
		serveDataset(world, good);
		expect(await world.batch("hf://datasets/o/n -o out.jsonl")).toMatchObject({ code: 0 });
		expect(world.viewer.requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
		expect(lines()).toMatchObject([{ id: "0", output: [{ label: "cat" }] }]);
	});

	it.each([
		["another port", () => world.thief.url],
		["http elsewhere", () => "http://example.com"],
		["a private address", () => "https://192.168.0.1"],
		["metadata", () => "https://169.254.169.254"],
		["another scheme", () => "file://"],
		["a password", () => "https://user:pass@example.com"],
	])("cannot lead to %s", async (_, base) => {
		serveDataset(world, good, { url: `${base()}/0.parquet` });
		const { code, stderr } = await world.batch("hf://datasets/o/n -o out.jsonl");
		expect(stderr).toMatch(/refuses to read|not on the public internet/);
		expect(code).toBe(2);
		expect(world.thief.requests).toEqual([]);
	});

	it("cannot lead elsewhere by a redirect", async () => {
		serveDataset(world, good);
		world.answers.set("/0.parquet", { status: 302, headers: { location: `${world.thief.url}/0.parquet` } });
		const { code, stderr } = await world.batch("hf://datasets/o/n -o out.jsonl");
		expect(stderr).toContain(`points to ${world.thief.url}, which hub refuses to read`);
		expect(code).toBe(2);
		expect(world.thief.requests).toEqual([]);
	});

	it("is not believed about sizes, and not read beyond them", async () => {
		serveDataset(world, good, { size: 2 ** 52 });
		const { code, stderr } = await world.batch("hf://datasets/o/n -o out.jsonl");
		expect(stderr).toMatch(/is damaged|is not a Parquet file/);
		expect(code).toBe(2);
	});

	it.each([
		["a list", { body: [] }],
		["null", { body: "null", headers: { "content-type": "application/json" } }],
		["no JSON", { body: "<html>" }],
		["odd members", { body: { parquet_files: [{ url: 5, size: "x" }, null, { url: "a", size: 1 }] } }],
		["an echo of the key", { status: 500, body: { error: `token ${KEY}` } }],
	])("may answer with %s", async (_, answer) => {
		world.answers.set("/parquet", answer);
		const { code, stderr } = await world.batch("hf://datasets/o/n -o out.jsonl");
		expect(stderr).not.toMatch(/fault|Unexpected/);
		expect(stderr).not.toContain(KEY);
		expect(code).toBe(2);
	});

	it.each([
		["names a file twice", (file: object) => [file, file], 5, "comes twice in parquet_files"],
		["describes one of its files badly", (file: object) => [file, { ...file, size: "12" }], 2, "that hub cannot read"],
	])("loses and repeats no rows where it %s", async (_, list, exit, said) => {
		serveDataset(world, good);
		const { body } = world.answers.get("/parquet") ?? {};
		const [file = {}] = (body as { parquet_files: object[] }).parquet_files;
		world.answers.set("/parquet", { body: { parquet_files: list(file) } });
		const { code, stderr } = await world.batch("hf://datasets/o/n -o out.jsonl");
		expect({ code, stderr }).toEqual({ code: exit, stderr: expect.stringContaining(said) });
	});

	it("of the public hub gets no token of another hub", async () => {
		const asked: unknown[] = [];
		vi.spyOn(dns, "lookup").mockImplementation(((host: string, ...rest: unknown[]) => {
			asked.push(host);
			(rest.at(-1) as (error: Error) => void)(Object.assign(new Error("none"), { code: "ENOTFOUND" }));
		}) as never);
		const { stderr } = await world.home.run(
			"hub batch hf://datasets/o/n -o out.jsonl -t classify --retries 0 --progress none",
			{ env: { HF_TOKEN: KEY, HF_ENDPOINT: world.thief.url } },
		);
		expect(stderr).toContain(`belongs to ${world.thief.url} and is not sent to https://datasets-server`);
	});
});

describe("a row of a dataset", () => {
	it("holds bytes or a public https URL, and no path or address of this network", async () => {
		const images = [
			world.secret,
			"../private/secret.png",
			`file://${world.secret}`,
			`${world.thief.url}/admin`,
			"https://127.0.0.1/admin",
			"https://2130706433/",
			"https://0x7f.1/",
			"https://[::ffff:127.0.0.1]/",
			"https://localhost/",
			"https://metadata.google.internal/",
			"https://169.254.169.254/latest/meta-data",
			"http://example.com/cat.png",
			"data:image/png;base64,bm90IGFuIGltYWdl",
		];
		serveDataset(world, { image: [PNG, ...images.map((text) => Buffer.from(text))] });
		const binary = await world.batch("hf://datasets/o/n -o out.jsonl");
		expect(binary.code).toBe(1);
		world.answers.clear();
		serveDataset(world, { image: images.map(String) });
		const texts = await world.batch("hf://datasets/o/n -o texts.jsonl");
		expect(texts.stderr).toMatch(/The first 13 rows all fail|refused|dataset/);
		expect(lines().filter(({ output }) => output !== undefined)).toHaveLength(1);
		expect(world.thief.requests).toEqual([]);
		expect(sentTo(world.service)).not.toContain(SECRET);
		expect(world.service.requests).toHaveLength(1);
	});

	it("is not followed to a private address by name", async () => {
		vi.spyOn(dns, "lookup").mockImplementation(((_host: string, options: { all?: boolean }, done: unknown) => {
			const addresses = [{ address: "10.0.0.7", family: 4 }];
			(done as (...args: unknown[]) => void)(null, options.all ? addresses : "10.0.0.7", 4);
		}) as never);
		serveDataset(world, { image: ["https://innocent.example/cat.png"] });
		const { stderr } = await world.batch("hf://datasets/o/n -o out.jsonl");
		expect(`${stderr}${JSON.stringify(lines())}`).toContain("innocent.example is not on the public internet");
	});
});

describe("a row of a local file", () => {
	beforeEach(() => {
		write(world, "ok.png", PNG);
	});

	it("names files below its folder only", async () => {
		mkdirSync(join(world.home.folder, "in"));
		write(world, "in/ok.png", PNG);
		symlinkSync(world.secret, join(world.home.folder, "in/link.png"));
		rows("in/rows.jsonl", world.secret, "../private/secret.png", "link.png", "../ok.png", "/etc/passwd", "missing.png");
		expect(await world.batch("in/rows.jsonl -o out.jsonl")).toMatchObject({ code: 1 });
		expect(lines().map(({ error }) => error?.kind)).toEqual([undefined, ...Array(6).fill("input")].sort());
		expect(world.service.requests).toHaveLength(1);
		expect(sentTo(world.service)).not.toContain(SECRET);
	});

	it("names files and URLs that --files-from allows", async () => {
		mkdirSync(join(world.home.folder, "in"));
		write(world, "in/rows.jsonl", JSON.stringify({ image: "../ok.png" }));
		const refused = await world.batch("in/rows.jsonl -o no.jsonl");
		expect(refused).toMatchObject({ code: 1 });
		expect(readFileSync(join(world.home.folder, "no.jsonl"), "utf8")).toContain("Allow its folder with --files-from");
		const images = ["../ok.png", `${world.thief.url}/pictures/a.png`, `${world.thief.url}/admin`];
		write(world, "in/rows.jsonl", images.map((image) => JSON.stringify({ image })).join("\n"));
		const line = `in/rows.jsonl -o out.jsonl --files-from . --files-from ${world.thief.url}/pictures`;
		expect(await world.batch(line)).toMatchObject({ code: 1 });
		expect(world.thief.requests.map(({ path }) => path)).toEqual(["/pictures/a.png"]);
		expect(lines().filter(({ output }) => output !== undefined)).toHaveLength(2);
		expect(sentTo(world.thief)).not.toContain(KEY);
	});

	it("of another folder names files there", async () => {
		for (const folder of ["a", "b"]) {
			mkdirSync(join(world.home.folder, folder));
			write(world, `${folder}/x.png`, PNG);
			write(world, `${folder}/rows.jsonl`, '{"image":"x.png"}');
		}
		expect(await world.batch("a/rows.jsonl b/rows.jsonl -o out.jsonl")).toMatchObject({ code: 0 });
	});

	it.each([
		["text named as a picture", "private/secret.png"],
		["a FIFO", "fifo"],
		["a folder", "private"],
		["a file beyond --max-input", "large.png"],
		["an empty file", "empty.png"],
	])("that names %s is an error of the row", async (_, image) => {
		execFileSync("mkfifo", [join(world.home.folder, "fifo")]);
		write(world, "empty.png", "");
		write(world, "large.png", Buffer.concat([PNG, Buffer.alloc(5000)]));
		rows("rows.jsonl", image);
		expect(await world.batch("rows.jsonl -o out.jsonl --max-input 4000")).toMatchObject({ code: 1 });
		expect(lines().find(({ id }) => id === "1")?.error?.kind).toBe("input");
		expect(world.service.requests).toHaveLength(1);
	});

	it("that names a device is an error of the row, with --files-from too", async () => {
		rows("rows.jsonl", "/dev/zero");
		expect(await world.batch("rows.jsonl -o out.jsonl --files-from /dev")).toMatchObject({ code: 1 });
		expect(lines().find(({ id }) => id === "1")?.error?.message).toContain("only files are read");
	});

	it("that waits for a URL is ended by --row-deadline", async () => {
		const slow = await startServer(() => ({ ending: "silence" }));
		rows("rows.jsonl", `${slow.url}/a.png`);
		const line = `rows.jsonl -o out.jsonl --row-deadline 0.3 --files-from ${slow.url}`;
		expect(await world.batch(line)).toMatchObject({ code: 1 });
		await slow.close();
		expect(lines().find(({ id }) => id === "1")?.error?.message).toContain("--row-deadline");
	});

	it("is no list of messages if its members are none", async () => {
		const list = [[1, 2], [], [{ content: "no role" }], [{ role: "user", content: "hi" }], { messages: ["x"] }];
		write(world, "lists.jsonl", list.map((row) => JSON.stringify(row)).join("\n"));
		await world.home.run("hub batch lists.jsonl -o out.jsonl -t chat --sandbox --progress none");
		const failed = lines()
			.filter(({ error }) => error?.kind === "input")
			.map(({ id }) => id);
		expect(failed.sort()).toEqual(["0", "1", "2", "4"]);
	});
});

it("writes files to an absolute folder", async () => {
	write(world, "in.txt", "a cat\n");
	const folder = join(world.home.folder, "elsewhere/images");
	const { code } = await world.home.run(
		`hub batch in.txt -o out.jsonl -t text-to-image --sandbox --progress none --files ${folder}`,
	);
	expect(code).toBe(0);
	expect(existsSync(join(folder, "0.png"))).toBe(true);
});

describe("compressed bombs", () => {
	const zeros = gzipSync(Buffer.alloc(68_000_000));
	it.each([
		["bomb.jsonl.gz", Buffer.alloc(0)],
		["bomb.txt.gz", Buffer.alloc(0)],
		["bomb.json.gz", Buffer.from('["')],
		["bomb.csv.gz", Buffer.from('text\nfine\n"')],
	])("%s is stopped by the limit of a row", async (name, start) => {
		write(world, name, Buffer.concat([gzipSync(start), zeros]));
		const { code, stderr } = await world.home.run(`hub batch ${name} -o out.jsonl -t chat --sandbox --progress none`);
		expect(`${stderr}${JSON.stringify(lines())}`).toMatch(/longer than 64 MB|Max Record Size|not valid JSON/);
		expect(stderr).not.toMatch(/bug in hub/);
		expect(code).toBeGreaterThan(0);
	});
});

it("Ctrl-C ends an input that sends nothing, and closes it", async () => {
	const silent = new Readable({ read: () => undefined });
	const abort = new AbortController();
	const first = limitBytes(silent, undefined, "standard input", abort.signal).next();
	abort.abort(new Error("Ctrl-C"));
	await expect(first).rejects.toThrow("Ctrl-C");
	expect(silent.destroyed).toBe(true);
});

describe("public addresses", () => {
	it.each([
		["8.8.8.8", true],
		["93.184.216.34", true],
		["172.15.0.1", true],
		["172.16.0.1", false],
		["100.64.0.1", false],
		["168.63.129.16", false],
		["255.255.255.255", false],
		["2606:4700::1111", true],
		["64:ff9b::808:808", true],
		["64:ff9b::a9fe:a9fe", false],
		["::ffff:10.0.0.1", false],
		["::1", false],
		["::", false],
		["fe80::1%eth0", false],
		["fd00:ec2::254", false],
		["2002:7f00:1::", false],
		["2001:db8::1", false],
	])("%s: %s", (address, isPublic) => {
		expect(isPublicAddress(address)).toBe(isPublic);
	});

	it.each(["0177.0.0.1", "127.1", "0", "[::]", "localhost.", "a.localhost", "router", "nas.local", "x.internal."])(
		"refuses the host %s",
		(host) => {
			expect(() => checkPublicHost(new URL(`https://${host}/`))).toThrow("not on the public internet");
		},
	);

	it("refuses a name with one private address among public ones", async () => {
		vi.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: object, done: unknown) => {
			const addresses = ["8.8.8.8", "127.0.0.1"].map((address) => ({ address, family: 4 }));
			(done as (...args: unknown[]) => void)(null, addresses);
		}) as never);
		const error = await new Promise((resolve) => PUBLIC_HOSTS.lookup("a.example", {}, (problem) => resolve(problem)));
		expect(String(error)).toContain("a.example is not on the public internet");
	});
});

describe("generated", () => describeGenerated(20, 20));

it("stops reading a Parquet file that never ends", async () => {
	const data = Array.from({ length: 100 }, (_, index) => BigInt(index) * 10n ** 15n);
	const bytes = new Uint8Array(
		parquetWriteBuffer({ columnData: [{ name: "id", data, type: "INT64" }], codec: "UNCOMPRESSED" }),
	);
	// The length of a block of numbers: the reader would not come to its end in years.
	bytes[22] = 255;
	const file = { byteLength: bytes.length, slice: (from: number, to?: number) => bytes.slice(from, to).buffer };
	await expect(readParquet(file, "a.parquet", 50).next()).rejects.toThrow(
		"a.parquet is damaged: reading it never ends",
	);
});
