import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHome, type Home } from "../helpers/session.ts";

function openHome(): Home {
	const home = createHome();
	onTestFinished(() => home.remove());
	return home;
}

const BLOCK = Buffer.alloc(2 ** 20, 32);

/** Answers every request with a beginning and then with blanks: so many bytes, or without end. */
async function serveBlanks(status: number, headers: Record<string, string>, begin: string | Buffer, bytes: number) {
	const server = createServer((request, response) => {
		request.resume();
		response.writeHead(status, headers);
		response.write(begin);
		void pour(response, bytes);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function pour(response: ServerResponse, bytes: number): Promise<void> {
	response.on("error", () => undefined);
	for (let sent = 0; sent < bytes && !response.destroyed; sent += BLOCK.length) {
		if (response.write(BLOCK)) await new Promise(setImmediate);
		else await new Promise<void>((resolve) => waitForDrain(response, resolve));
	}
	response.end();
}

function waitForDrain(response: ServerResponse, done: () => void): void {
	const settle = (): void => {
		response.off("drain", settle);
		response.off("close", settle);
		done();
	};
	response.on("drain", settle);
	response.on("close", settle);
}

const JSON_TYPE = { "content-type": "application/json" };
const EVENTS = { "content-type": "text/event-stream" };
const IMAGE = { "content-type": "image/png" };
const chat = "hub infer -t chat -m m --retries 0 hi";
const image = "hub infer -t text-to-image -m m --retries 0 x";

describe("an endless response", () => {
	it.each([
		["JSON", 200, JSON_TYPE, `${chat} --no-stream`, 5, /larger than/],
		["an event", 200, EVENTS, chat, 5, /larger than/],
		["a file", 200, IMAGE, `${image} -o x.png`, 5, /larger than/],
		["a file that is printed", 200, IMAGE, image, 5, /larger than/],
		["an error", 400, JSON_TYPE, chat, 4, /HTTP 400/],
		["a refusal", 401, JSON_TYPE, chat, 3, /HTTP 401/],
		["an overloaded service", 503, JSON_TYPE, chat, 6, /HTTP 503/],
		["a limit of requests", 429, { "content-type": "text/plain" }, chat, 6, /Error: data: /],
	])("ends as %s", async (_, status, headers, line, code, says) => {
		const url = await serveBlanks(status, headers, "data: {", Number.POSITIVE_INFINITY);
		const home = openHome();
		const outcome = await home.run(`${line} --endpoint ${url} --max-output 4MB`);
		expect(outcome.stderr).toMatch(says);
		expect(outcome.code).toBe(code);
		if (code === 5) expect(outcome.stderr).toContain("--max-output SIZE");
		expect(readdirSync(home.folder).filter((name) => /png|part/.test(name))).toEqual([]);
	});

	it("is malformed if it has 120,000 levels", async () => {
		const deep = Buffer.from("[".repeat(120_000) + "]".repeat(120_000));
		const url = await serveBlanks(200, JSON_TYPE, deep, 0);
		const { code, stderr } = await openHome().run(`${chat} --no-stream --json --endpoint ${url}`);
		expect(code, stderr).toBe(5);
		expect(stderr).not.toContain("Split");
	});

	it("is rejected if it is compressed twice", async () => {
		const bomb = gzipSync(gzipSync(Buffer.alloc(2 ** 24)));
		const url = await serveBlanks(200, { ...JSON_TYPE, "content-encoding": "gzip, gzip" }, bomb, 0);
		const { code } = await openHome().run(`${chat} --no-stream --endpoint ${url}`);
		expect(code).toBe(5);
	});
});

describe("a large file", () => {
	const SIZE = 12 * 2 ** 20;
	it("is written to disk as it arrives, and appears whole", async () => {
		const url = await serveBlanks(200, IMAGE, "png", SIZE);
		const home = openHome();
		const { code, stderr } = await home.run(`${image} --endpoint ${url} -o x.png`);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "Saved x.png (image/png, 12.6 MB)\n" });
		expect(statSync(join(home.folder, "x.png")).size).toBe(SIZE + 3);
		expect((await home.run(`${image} --endpoint ${url} -o x.png`)).code).toBe(2);
		expect(readdirSync(home.folder).filter((name) => name.includes("part"))).toEqual([]);
	});

	it("can be moved to another disk, written through a link, and printed", async ({ skip }) => {
		const home = openHome();
		const disk = statSync(home.folder).dev;
		const other = ["/dev/shm", "/var/tmp"].find((path) => existsSync(path) && statSync(path).dev !== disk);
		if (!other) return skip("needs a second disk at /dev/shm or /var/tmp");
		const url = await serveBlanks(200, IMAGE, "png", SIZE);
		const target = join(other, `hub-test-${process.pid}.png`);
		symlinkSync(target, join(home.folder, "x.png"));
		const { code } = await home.run(`${image} --endpoint ${url} -o x.png --force; wc -c < ${target}; rm ${target}`);
		expect(code).toBe(0);
		const printed = await home.run(`${image} --endpoint ${url} | wc -c`);
		expect(printed.stdout.trim()).toBe(String(SIZE + 3));
	});

	it("needs no more memory than a small one", async () => {
		const url = await serveBlanks(200, IMAGE, "png", 200 * 2 ** 20);
		const home = openHome();
		const line = `hub infer -t text-to-image -m m x --endpoint ${url} -o x.png & pid=$!; max=0; while kill -0 $pid 2>/dev/null; do r=$(awk '/VmHWM/{print $2}' /proc/$pid/status 2>/dev/null); [ "\${r:-0}" -gt $max ] && max=$r; sleep 0.1; done; echo $max`;
		const { stdout } = await home.run(line, { real: true });
		expect(statSync(join(home.folder, "x.png")).size).toBe(200 * 2 ** 20 + 3);
		expect(Number(stdout)).toBeGreaterThan(10_000);
		expect(Number(stdout)).toBeLessThan(250_000);
		expect(readFileSync(join(home.folder, "x.png")).subarray(0, 3).toString()).toBe("png");
	});
});
