import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import worker from "../examples/worker.ts";
import { findProgram } from "./helpers/programs.ts";
import type { Printed } from "./helpers/run-programs.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hub-examples-"));
const environment = { PATH: process.env["PATH"] ?? "", HOME: folder };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What each program prints on the sandbox; `stderr` is always empty. */
const PRINTS: Record<string, { args?: string[]; stdout: RegExp }> = {
	"chat-stream.ts": { stdout: /^Attention lets a model .+\.\n$/ },
	"tools.ts": { stdout: /^get_weather\({"city":"Paris"}\) returned .+\n.*21.*\n$/ },
	"structured-output.ts": { stdout: /^name: Ada Lovelace, born: 1815, city: London\n$/ },
	"image-to-file.ts": { args: [join(folder, "a.png")], stdout: /a\.png: image\/png, \d+ bytes\n$/ },
	"transcription.ts": { stdout: /^Good morning\. The train leaves at nine\.\n$/ },
	"embeddings-search.ts": { stdout: /^0\.\d+ {2}A cat sleeps on the warm sofa\.\n(0\.\d+ {2}.+\n){3}$/ },
	"record-a-test.ts": {
		args: [join(folder, "recordings")],
		stdout: /^1 recording, replayed without network: The Meeting Moved To Friday\.\n$/,
	},
	"own-provider.ts": { stdout: /^POSITIVE 0\.9\nNEGATIVE 0\.1\n$/ },
};

describe("the examples", () => {
	const names = Object.keys(PRINTS);
	let printed: Printed[] = [];
	beforeAll(async () => {
		const programs = Object.entries(PRINTS).map(([name, { args = [] }]) => ({
			path: join(root, "examples", name),
			args,
		}));
		const runner = join(root, "test/helpers/run-programs.ts");
		const { stdout } = await run(process.execPath, ["--import", "tsx", runner, JSON.stringify(programs)], {
			cwd: root,
			env: environment,
		});
		printed = JSON.parse(stdout) as Printed[];
	});

	it.each(Object.entries(PRINTS))("%s runs in Node", (name, { stdout }) => {
		const { error, ...written } = printed[names.indexOf(name)] ?? {};
		expect(error).toBeUndefined();
		expect(written).toEqual({ stdout: expect.stringMatching(stdout), stderr: "" });
	});

	it("are all covered by a test", () => {
		const tested = [...Object.keys(PRINTS), "worker.ts", "deno.ts", "bun.ts", "browser", "tsconfig.json", "README.md"];
		expect(readdirSync(join(root, "examples")).filter((name) => !tested.includes(name))).toEqual([]);
	});

	it("writes a valid image", () => {
		expect(readFileSync(join(folder, "a.png")).subarray(1, 4).toString("latin1")).toBe("PNG");
	});

	it("worker.ts streams an answer", async () => {
		const response = await worker.fetch(new Request("https://worker.test/?q=What is 12 * 7?"));
		expect(await response.text()).toContain("84");
		expect((await worker.fetch(new Request("https://worker.test/"))).status).toBe(400);
	});
});

describe("the examples of other runtimes", () => {
	const deno = findProgram("HUB_TEST_DENO", "deno");
	const bun = findProgram("HUB_TEST_BUN", "bun");

	it.skipIf(!deno)("deno.ts answers over HTTP (HUB_TEST_DENO names deno)", async () => {
		const args = ["run", "--no-prompt", "--no-lock", "--allow-net", "--allow-env", "--allow-read", "examples/deno.ts"];
		const child = spawn(deno ?? "", args, { cwd: root, env: { ...environment, PORT: "0", NO_COLOR: "1" } });
		try {
			const url = await new Promise<string>((resolve, reject) => {
				let text = "";
				child.stdout.on("data", read).on("error", reject);
				child.stderr.on("data", read);
				child.on("close", () => reject(new Error(text)));
				function read(part: Buffer): void {
					text += part;
					const [found] = /http:\/\/[\d.]+:\d+/.exec(text) ?? [];
					if (found) resolve(found);
				}
			});
			expect(await (await fetch(`${url}/?q=What is 12 * 7?`)).text()).toContain("84");
		} finally {
			child.kill();
		}
	});

	it.skipIf(!bun)("bun.ts labels lines (HUB_TEST_BUN names bun)", async () => {
		const { stdout } = await run(bun ?? "", ["examples/bun.ts"], { cwd: root, env: environment });
		expect(stdout).toBe("POSITIVE\tI love this.\nNEGATIVE\tThis is terrible.\n");
	});
});

const chromiumPath = findProgram("HUB_TEST_CHROMIUM", "chromium");

describe.skipIf(!chromiumPath)("the example of browsers (needs chromium)", () => {
	const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };
	const server = createServer((request, response) => {
		const path = join(root, normalize(new URL(request.url ?? "/", "http://localhost").pathname));
		const file = path.endsWith("/") ? `${path}index.html` : path;
		if (!statSync(file, { throwIfNoEntry: false })?.isFile()) response.writeHead(404).end();
		else createReadStream(file).pipe(response.setHeader("content-type", TYPES[extname(file)] ?? "text/plain"));
	});
	let url: string;
	beforeAll(async () => {
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});

	it("answers in the page", async () => {
		const browser = await chromium.launch({
			executablePath: chromiumPath ?? "",
			args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"],
		});
		try {
			const page = await browser.newPage();
			const errors: string[] = [];
			page.on("pageerror", (error) => errors.push(error.message));
			await page.goto(`${url}/examples/browser/`);
			await page.getByRole("button", { name: "Ask" }).click();
			await page.locator("#answer", { hasText: "84" }).waitFor();
			expect(errors).toEqual([]);
		} finally {
			await browser.close();
		}
	});
});
