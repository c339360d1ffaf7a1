import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENTRY_POINTS } from "../../scripts/build/entry-points.ts";
import { builtFile } from "../helpers/built.ts";
import { findProgram, isRegistryReached } from "../helpers/programs.ts";

/** The packed package in an empty folder: bundlers find all that its entry points import, and the result runs in a browser. */

const root = builtFile();
const media = fileURLToPath(new URL("../fixtures/media/cats.jpg", import.meta.url));
const ENTRIES = Object.keys(ENTRY_POINTS)
	.filter((path) => path !== "./node")
	.map((path) => path.replace(/^\./, "modelhub"));

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "hub-bundle-"));
	const flags = ["--json", "--ignore-scripts", "--pack-destination", folder];
	const [report] = JSON.parse(
		execFileSync("npm", ["pack", root, ...flags], { stdio: ["ignore", "pipe", "ignore"] }).toString(),
	);
	execFileSync("tar", ["-xzf", join(folder, report.filename), "-C", folder]);
	cpSync(join(folder, "package"), join(folder, "node_modules/modelhub"), { recursive: true });
	writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }');
	writeFileSync(join(folder, "program.js"), PROGRAM);
	for (const name of ENTRIES) {
		writeFileSync(
			join(folder, `${name.replaceAll("/", "-")}.js`),
			`import * as all from "${name}";\nglobalThis.all = all;\n`,
		);
	}
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Asks the sandbox for an image of a JPEG, and for the rows of a dataset. */
const PROGRAM = `
	import { createSandbox } from "modelhub/sandbox";
	import { InferenceClient } from "modelhub";
	async function run(jpeg) {
		const fetch = createSandbox();
		const client = new InferenceClient("hf_sandbox", { fetch });
		const image = await client.imageToImage({ provider: "fal-ai", model: "black-forest-labs/FLUX.1-Kontext-dev", inputs: jpeg, parameters: { prompt: "at night" } });
		const labels = await client.imageClassification({ provider: "hf-inference", model: "google/vit-base-patch16-224", inputs: jpeg });
		const list = await fetch("https://datasets-server.huggingface.co/parquet?dataset=sandbox/reviews", { headers: { authorization: "Bearer hf_sandbox" } });
		const { parquet_files: files = [] } = await list.json();
		const rows = files[0] ? (await (await fetch(files[0].url, { headers: { authorization: "Bearer hf_sandbox" } })).arrayBuffer()).byteLength : 0;
		return { type: image.type, size: image.size, labels: labels.length, rows };
	}
	const answer = async (data) => {
		try { return await run(new Blob([data], { type: "image/jpeg" })); } catch (error) { return { error: String(error.stack ?? error) }; }
	};
	if (typeof WebSocketPair === "undefined" && typeof document === "undefined") onmessage = async ({ data }) => postMessage(await answer(data));
	else globalThis.answer = answer;
`;

const BUNDLERS: Record<string, (entry: string, out: string) => Promise<void>> = {
	esbuild: async (entry, out) => {
		const { build } = await import("esbuild");
		await build({
			entryPoints: [entry],
			bundle: true,
			format: "iife",
			platform: "browser",
			outfile: out,
			logLevel: "silent",
		});
	},
	rollup: async (entry, out) => {
		const [{ rollup }, { nodeResolve }] = await Promise.all([
			import("@rollup/wasm-node"),
			import("@rollup/plugin-node-resolve"),
		]);
		const bundle = await rollup({
			input: entry,
			plugins: [nodeResolve({ browser: true })],
			onLog: (level, log) => {
				if (level === "warn" && log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
			},
		});
		await bundle.write({ file: out, format: "iife", inlineDynamicImports: true });
		await bundle.close();
	},
	webpack: async (entry, out) => {
		const { default: webpack } = await import("webpack");
		const options = {
			entry,
			mode: "production" as const,
			target: "web",
			output: { path: join(out, ".."), filename: out.split("/").at(-1) ?? "" },
			performance: false as const,
			module: { parser: { javascript: { dynamicImportMode: "eager" as const } } },
		};
		await new Promise<void>((done, fail) => {
			webpack(options, (error, stats) => {
				if (error || stats?.hasErrors()) fail(error ?? new Error(stats?.toString("errors-only")));
				else done();
			});
		});
	},
	vite: async (entry, out) => {
		const { build } = await import("vite");
		const output = {
			dir: folder,
			entryFileNames: out.split("/").at(-1) ?? "",
			format: "iife" as const,
			inlineDynamicImports: true,
		};
		const rollupOptions = { input: entry, output };
		await build({
			root: folder,
			logLevel: "error",
			configFile: false,
			build: { outDir: folder, emptyOutDir: false, rollupOptions },
		});
	},
};

describe.each(Object.keys(BUNDLERS))("%s", (bundler) => {
	it.each(ENTRIES)("bundles %s from the packed package", async (name) => {
		const entry = join(folder, `${name.replaceAll("/", "-")}.js`);
		const out = join(folder, `${bundler}-${name.replaceAll("/", "-")}.out.js`);
		await BUNDLERS[bundler]?.(entry, out);
		expect(readFileSync(out, "utf8")).toMatch(/globalThis\.all/);
	});
});

const executablePath = findProgram("HUB_TEST_CHROMIUM", "chromium");
describe.skipIf(!executablePath)("in Chromium (needs chromium; HUB_TEST_CHROMIUM names it)", () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox"] });
	});
	afterAll(() => browser?.close());

	it.each(Object.keys(BUNDLERS))("the sandbox runs in a page and in a worker, bundled by %s", async (bundler) => {
		const out = join(folder, `${bundler}-program.out.js`);
		await BUNDLERS[bundler]?.(join(folder, "program.js"), out);
		const script = readFileSync(out, "utf8");
		const server = createServer((request, response) => {
			if (request.url === "/cats.jpg") return void response.end(readFileSync(media));
			if (request.url === "/program.js") return void response.setHeader("content-type", "text/javascript").end(script);
			response.setHeader("content-type", "text/html").end('<!doctype html><script src="/program.js"></script>');
		});
		await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
		try {
			const page = await browser.newPage();
			await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
			const results = await page.evaluate(async () => {
				const jpeg = await (await fetch("/cats.jpg")).arrayBuffer();
				const ask = (globalThis as unknown as { answer(data: ArrayBuffer): Promise<unknown> }).answer;
				const worker = new Worker("/program.js");
				const inWorker = new Promise((done) => {
					worker.onmessage = ({ data }) => done(data);
				});
				worker.postMessage(jpeg);
				return [await ask(jpeg), await inWorker];
			});
			for (const result of results) {
				expect(result).not.toHaveProperty("error");
				expect(result).toMatchObject({ type: expect.stringMatching(/^image\//), labels: expect.any(Number) });
				expect((result as { rows: number }).rows).toBeGreaterThan(100);
			}
		} finally {
			server.close();
		}
	});
});

const WORKER = `
	import "./program.js";
	export default {
		async fetch(request) {
			return Response.json(await globalThis.answer(await request.arrayBuffer()));
		},
	};
`;
const WORKERD = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [(name = "main", worker = (modules = [(name = "worker", esModule = embed "worker.out.js")], compatibilityDate = "2025-01-01"))],
	sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

describe.skipIf(process.platform === "win32" || !isRegistryReached())("in workerd (needs the npm registry)", () => {
	it("the sandbox answers for a JPEG and a dataset", async () => {
		const platform = `${process.platform}-${process.arch === "x64" ? "64" : process.arch}`;
		const tools = join(folder, "workerd");
		const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", tools];
		execFileSync("npm", ["install", ...flags, `@cloudflare/workerd-${platform}@1.20261117.1`], { stdio: "ignore" });
		writeFileSync(join(folder, "worker.js"), WORKER);
		writeFileSync(join(folder, "workerd.capnp"), WORKERD);
		const { build } = await import("esbuild");
		const outfile = join(folder, "worker.out.js");
		await build({
			entryPoints: [join(folder, "worker.js")],
			bundle: true,
			format: "esm",
			platform: "browser",
			outfile,
		});
		const program = join(tools, `node_modules/@cloudflare/workerd-${platform}/bin/workerd`);
		// It writes the port that the system gave to a socket into this file.
		const child = spawn(program, ["serve", join(folder, "workerd.capnp"), "--control-fd=3"], {
			stdio: ["ignore", "ignore", "ignore", "pipe"],
		});
		try {
			const [message] = (await once(child.stdio[3] as Readable, "data")) as [Buffer];
			const { port } = JSON.parse(message.toString()) as { port: number };
			const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: readFileSync(media) });
			const result = (await response.json()) as { rows: number };
			expect(result).toMatchObject({ type: expect.stringMatching(/^image\//), labels: expect.any(Number) });
			expect(result.rows).toBeGreaterThan(100);
		} finally {
			child.kill();
		}
	});
});

// A quarter of it is what reads PDFs, 1.6 MB of that for documents in Chinese, Japanese and Korean.
it("contains at most 1,500 files and 13.8 MB", () => {
	const sizes = execFileSync("find", [join(folder, "package"), "-type", "f", "-printf", "%s\\n"])
		.toString()
		.trim()
		.split("\n");
	expect(sizes.length).toBeLessThanOrEqual(1500);
	expect(sizes.reduce((sum, size) => sum + Number(size), 0)).toBeLessThanOrEqual(13_800_000);
});
