import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtFile } from "../helpers/built.ts";
import { isRegistryReached } from "../helpers/programs.ts";

/** Programs that others published for the reference compile with its name replaced by ours, unchanged otherwise. */

const run = promisify(execFile);
/** The releases of their time: later ones of what they import are typed otherwise, and do not fit with the reference either. */
const PROGRAMS = ["@huggingface/mcp-client@0.2.3", "@huggingface/tiny-agents@0.3.4"];
const OVERRIDES = { "@modelcontextprotocol/sdk": "1.17.5", "@huggingface/hub": "2.5.2" };
const COMPILERS: Readonly<Record<string, string>> = { "5.4": "5.4.5", "5.9": "5.9.3", "6": "6.0.3", "7": "7.0.2" };
/** They import the file of a module with and without its ending, as older resolution allows. */
const SDK = "./node_modules/@modelcontextprotocol/sdk/dist/esm/*.d.ts";
const TSCONFIG = {
	compilerOptions: {
		lib: ["ES2022", "DOM", "DOM.Iterable"],
		module: "esnext",
		moduleResolution: "bundler",
		target: "es2022",
		strict: true,
		noImplicitOverride: true,
		skipLibCheck: false,
		noEmit: true,
		esModuleInterop: true,
		resolveJsonModule: true,
		types: ["node"],
		paths: {
			"@huggingface/mcp-client": ["./mcp-client/src/index.ts"],
			"@modelcontextprotocol/sdk/*.js": [SDK],
			"@modelcontextprotocol/sdk/*": [SDK],
		},
	},
	include: ["mcp-client/src", "tiny-agents/src"],
};

describe.skipIf(!isRegistryReached())("published programs (need the npm registry)", () => {
	let folder: string;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "hub-dependents-"));
		const manifest = { type: "module", private: true, overrides: OVERRIDES };
		await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
		const compilers = Object.entries(COMPILERS).map(([name, version]) => `tsc-${name}@npm:typescript@${version}`);
		const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--install-links"];
		await run("npm", ["install", ...flags, builtFile(), "@types/node@20", ...PROGRAMS, ...compilers], { cwd: folder });
		for (const name of ["mcp-client", "tiny-agents"]) {
			await cp(join(folder, "node_modules/@huggingface", name, "src"), join(folder, name, "src"), { recursive: true });
			await cp(join(folder, "node_modules/@huggingface", name, "package.json"), join(folder, name, "package.json"));
			for (const file of await readdir(join(folder, name, "src"), { recursive: true })) {
				if (file.endsWith(".ts")) await replaceImports(join(folder, name, "src", file));
			}
		}
		await writeFile(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
	});
	afterAll(() => rm(folder, { recursive: true, force: true }));

	async function replaceImports(path: string): Promise<void> {
		const text = await readFile(path, "utf8");
		const changed = text
			.replaceAll('"@huggingface/inference"', '"modelhub"')
			.replaceAll(/"@huggingface\/tasks[^"]*"/g, '"modelhub/tasks"');
		await writeFile(path, changed);
	}

	async function compile(version: string, target = "ES2022"): Promise<string[]> {
		const compiler = join(folder, `node_modules/tsc-${version}/bin/tsc`);
		const { stdout } = await run(process.execPath, [compiler, "-p", ".", "--target", target], { cwd: folder }).catch(
			(error: { stdout: string }) => error,
		);
		return stdout.split("\n").filter(Boolean);
	}

	it.each(Object.keys(COMPILERS))("compile with TypeScript %s", async (version) => {
		expect(await compile(version)).toEqual([]);
	});

	// The libraries stay those of ES2022, which the programs and what they import need themselves.
	it.each(["ES2020", "ES2021"])("compile for %s", async (target) => {
		expect(await compile("5.9", target)).toEqual([]);
	});

	it("are checked against our types", async () => {
		const path = join(folder, "mcp-client/src/wrong.ts");
		await writeFile(path, 'import { InferenceClient } from "modelhub";\nnew InferenceClient(1);\n');
		const errors = await compile("7");
		await rm(path);
		expect(errors).toEqual([expect.stringMatching(/wrong\.ts\(2,21\): error TS2345/)]);
	});
});
