import { spawn } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import zlib from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtFile } from "../helpers/built.ts";

const SIZE = 500_000_000;
const PIECE = Buffer.alloc(1_000_000, 0x20);
/** Megabytes that a process may take. */
const MOST = 256;

type Codec = "gzip" | "deflate" | "br";
const CODECS: Readonly<Record<Codec, () => NodeJS.ReadWriteStream>> = {
	gzip: () => zlib.createGzip({ level: 1 }),
	deflate: () => zlib.createDeflate({ level: 1 }),
	br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

/** Half a gigabyte of blanks after a start, compressed. */
async function makeBomb(codec: Codec, start: string): Promise<Buffer> {
	const stream = CODECS[codec]();
	const parts: Buffer[] = [];
	stream.on("data", (part: Buffer) => parts.push(part));
	const ended = new Promise((resolve) => stream.on("end", resolve));
	stream.write(start);
	for (let size = 0; size < SIZE; size += PIECE.length) {
		if (!stream.write(PIECE)) await new Promise((resolve) => stream.once("drain", resolve));
	}
	stream.end();
	await ended;
	return Buffer.concat(parts);
}

let folder: string;
let server: Server;
let url: string;
/** What the server answers to everything. */
let answer: { status: number; headers: Record<string, string>; body: Buffer };
const bombs = new Map<Codec, Buffer>();

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "hub-bombs-"));
	// Tells how much memory the process took at most.
	writeFileSync(
		join(folder, "peak.mjs"),
		'process.on("exit", () => process.stderr.write("\\npeak " + process.resourceUsage().maxRSS + "\\n"));',
	);
	for (const codec of Object.keys(CODECS) as Codec[]) bombs.set(codec, await makeBomb(codec, '{"choices":['));
	server = createServer((request, response) => {
		request.resume();
		request.on("end", () => response.writeHead(answer.status, answer.headers).end(answer.body));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 120_000);
afterAll(() => {
	server.close();
	server.closeAllConnections();
	rmSync(folder, { recursive: true, force: true });
});

async function run(line: string): Promise<{ code: number | null; stderr: string; megabytes: number }> {
	const hub = spawn(
		process.execPath,
		["--import", join(folder, "peak.mjs"), await builtFile("bin/hub.js"), ...line.split(" ")],
		{
			cwd: folder,
			env: { PATH: process.env["PATH"], HOME: folder, HUB_DATASETS_URL: url },
			stdio: ["ignore", "ignore", "pipe"],
		},
	);
	let stderr = "";
	hub.stderr.on("data", (part: Buffer) => {
		stderr += part.toString();
	});
	const code = await new Promise<number | null>((resolve) => hub.on("close", resolve));
	const megabytes = Math.round(Number(/^peak (\d+)$/m.exec(stderr)?.[1]) / 1024);
	process.stdout.write(`${line.slice(0, 60)}: ${megabytes} MB\n`);
	return { code, stderr, megabytes };
}

describe.each(["gzip", "deflate", "br"] as const)("500 MB in an answer, with %s", (codec) => {
	it.each([
		["a result", 200, "application/json", "infer -t chat -m m --retries 0 --no-stream --endpoint URL Hi", 5],
		["a stream", 200, "text/event-stream", "infer -t chat -m m --retries 0 --stream --endpoint URL Hi", 5],
		["an error", 500, "application/json", "infer -t chat -m m --retries 0 --endpoint URL Hi", 4],
		[
			"a file",
			200,
			"image/png",
			"infer -t text-to-image -m m --retries 0 --max-output 10MB --endpoint URL Hi -o x.png",
			5,
		],
		["a viewer of datasets", 200, "application/json", "batch hf://datasets/a/b -o v.jsonl -t chat --sandbox", 5],
	] as const)("%s ends with an error", { timeout: 60_000 }, async (_, status, type, line, expected) => {
		const body = bombs.get(codec) ?? Buffer.alloc(0);
		answer = { status, headers: { "content-type": type, "content-encoding": codec }, body };
		const { code, stderr, megabytes } = await run(line.replace("URL", url));
		expect(stderr).not.toContain("bug in hub");
		expect(code, stderr).toBe(expected);
		expect(megabytes).toBeLessThan(MOST);
	});
});

describe("500 MB in an input", () => {
	it.each(["bomb.jsonl.gz", "bomb.txt.gz", "bomb.csv.gz", "bomb.json.gz"])(
		"%s is stopped by the limit of a row",
		{ timeout: 60_000 },
		async (name) => {
			writeFileSync(join(folder, name), bombs.get("gzip") ?? "");
			const { code, stderr, megabytes } = await run(`batch ${name} -o ${name}.jsonl -t chat --sandbox --progress none`);
			expect(stderr).not.toContain("bug in hub");
			expect(code, stderr).toBeGreaterThan(0);
			expect(megabytes).toBeLessThan(MOST);
		},
	);

	it.each([
		["infer -f", "infer -t chat --sandbox --max-input 50MB -f big Hi"],
		// Within the limit a file is read once, and not copied.
		["infer -f without a limit", "infer -t chat --sandbox -f big Hi"],
		["batch", "batch big -o big.jsonl -t image-classification --sandbox --max-input 50MB --progress none"],
	])("in a folder, for hub %s", { timeout: 60_000 }, async (name, line) => {
		mkdirSync(join(folder, "big"), { recursive: true });
		const file = openSync(join(folder, "big/a.txt"), "w");
		ftruncateSync(file, SIZE);
		closeSync(file);
		const { code, stderr, megabytes } = await run(line);
		expect(stderr).not.toContain("bug in hub");
		const isRead = name.includes("without");
		expect(code === 0, stderr).toBe(isRead);
		expect(megabytes).toBeLessThan(isRead ? SIZE / 1e6 + MOST : MOST);
	});
});
