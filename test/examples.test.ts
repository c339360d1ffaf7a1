import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
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
	"transcription.ts": { stdout: /^Good morning\. The meeting begins at ten o'clock\.\n$/ },
	"embeddings-search.ts": { stdout: /^0\.\d+ {2}A cat sleeps on the warm sofa\.\n(0\.\d+ {2}.+\n){3}$/ },
	"record-a-test.ts": {
		args: [join(folder, "recordings")],
		stdout: /^1 recording, replayed without network: THE MEETING MOVED TO FRIDAY\.\n$/,
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
		const tested = [
			...Object.keys(PRINTS),
			"worker.ts",
			"deno.ts",
			"bun.ts",
			"browser",
			"overrides",
			"batch-kubernetes.yaml",
			"tsconfig.json",
			"README.md",
		];
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
