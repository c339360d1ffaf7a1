import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { swapIn } from "../scripts/build/swap-in.ts";
import { builtFile } from "./helpers/built.ts";
import { runProcess } from "./helpers/run-process.ts";

const root = builtFile();
const folder = mkdtempSync(join(tmpdir(), "hub-build-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the files of the command", () => {
	const files = readdirSync(join(root, "dist/cli")).filter((name) => name.endsWith(".js"));

	it("load only each other", () => {
		const missing = files.flatMap((file) => {
			const code = readFileSync(join(root, "dist/cli", file), "utf8");
			return [...code.matchAll(/\brequire\("\.\/([\w.-]+)"\)/g)]
				.map(([, name = ""]) => name)
				.filter((name) => !files.includes(name))
				.map((name) => `${file} loads ${name}`);
		});
		expect(files.length).toBeGreaterThan(50);
		expect(missing).toEqual([]);
	});
});

describe("bin/hub.js", () => {
	const env = { PATH: process.env["PATH"] ?? "", HOME: folder };

	it("says what to do in a clone that is not built", async () => {
		const clone = join(folder, "clone");
		cpSync(join(root, "bin"), join(clone, "bin"), { recursive: true });
		const { code, stdout, stderr } = await runProcess(process.execPath, [join(clone, "bin/hub.js"), "tasks"], {
			cwd: folder,
			env,
		});
		expect({ code, stdout: stdout.toString(), stderr: stderr.toString() }).toEqual({
			code: 1,
			stdout: "",
			stderr: "Error: hub is not built. Run npm ci in its folder, or npm run build.\n",
		});
	});

	it("does not call a build with a missing file unbuilt", async () => {
		const clone = join(folder, "damaged");
		cpSync(join(root, "bin"), join(clone, "bin"), { recursive: true });
		mkdirSync(join(clone, "dist/cli"), { recursive: true });
		writeFileSync(join(clone, "dist/cli/bin.js"), 'require("./chunk-that-is-gone.js");');
		const { code, stderr } = await runProcess(process.execPath, [join(clone, "bin/hub.js"), "tasks"], {
			cwd: folder,
			env,
		});
		expect([code, stderr.toString()]).toEqual([
			1,
			expect.stringContaining("Cannot find module './chunk-that-is-gone.js'"),
		]);
		expect(stderr.toString()).not.toContain("not built");
	});

	for (const variable of ["HUB_TEST_NODE22", "HUB_TEST_NODE24"]) {
		const node = process.env[variable];
		it.skipIf(!node)(`keeps compiled code in the user's cache folder (${variable})`, async () => {
			const cache = mkdtempSync(join(folder, "cache-"));
			const run = (variables: Record<string, string>) =>
				runProcess(node ?? "", [join(root, "bin/hub.js"), "--help"], {
					cwd: folder,
					env: { ...env, HUB_CACHE_DIR: cache, ...variables },
				});
			await run({ NODE_DISABLE_COMPILE_CACHE: "1" });
			expect(existsSync(join(cache, "compiled"))).toBe(false);
			const first = await run({});
			expect(readdirSync(join(cache, "compiled"))).not.toEqual([]);
			expect((await run({})).stdout).toEqual(first.stdout);
			// A cache that cannot be written changes nothing else.
			rmSync(join(cache, "compiled"), { recursive: true });
			writeFileSync(join(cache, "compiled"), "");
			expect((await run({})).stdout).toEqual(first.stdout);
		});
	}
});

describe("a new build", () => {
	it("replaces the old one", async () => {
		const parent = mkdtempSync(join(tmpdir(), "hub-swap-"));
		onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
		const [built, dist] = [join(parent, "dist.1"), join(parent, "dist")];
		for (const path of [built, dist]) mkdirSync(path, { recursive: true });
		writeFileSync(join(built, "new.js"), "");
		writeFileSync(join(dist, "old.js"), "");
		await swapIn(built, dist);
		expect(readdirSync(parent)).toEqual(["dist"]);
		expect(readdirSync(dist, { recursive: true }).sort()).toEqual(["new.js"]);
	});
});
