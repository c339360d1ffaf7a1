import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { packageFields } from "../../scripts/build/entry-points.ts";
import { checkContents } from "../../scripts/package-contents.ts";
import { builtFile } from "../helpers/built.ts";

const run = promisify(execFile);
const root = builtFile();
const compiler = join(root, "node_modules/typescript/bin/tsc");
const WITHOUT_REQUIRE_MODULE = process.allowedNodeEnvironmentFlags.has("--no-experimental-require-module")
	? ["--no-experimental-require-module"]
	: [];
const entryPoints = Object.keys(manifest.exports)
	.filter((path) => !path.endsWith(".json") && !path.includes("*"))
	.map((path) => path.replace(/^\./, manifest.name));

let project: string;

/** Installs the folder as npm packs it, without a network, into a project of its own. */
beforeAll(async () => {
	project = await mkdtemp(join(tmpdir(), "hub-pack-"));
	await writeFile(join(project, "package.json"), JSON.stringify({ name: "consumer", type: "module", private: true }));
	const flags = ["--ignore-scripts", "--offline", "--no-audit", "--no-fund", `--cache=${join(project, "cache")}`];
	await run("npm", ["install", "--install-links", root, ...flags], { cwd: project });
	// npm writes thousands of files, on machines that may have other things to do.
}, 300_000);

afterAll(() => rm(project, { recursive: true, force: true }));

describe("the package", () => {
	it("contains only the build and its documents: ASCII code, no binary, every license", async () => {
		expect(await checkContents(join(project, "node_modules/modelhub"))).toEqual([]);
	});

	it("lists every entry point of the build in its manifest", () => {
		expect(manifest).toMatchObject(packageFields());
	});

	it("has no dependencies but the SDK of AWS, which is installed only by those who ask for it", async () => {
		expect(Object.keys(manifest).filter((key) => /^(d|optionalD|bundleD)ependencies$/.test(key))).toEqual([]);
		const optional = Object.keys(manifest.peerDependencies);
		expect(optional).toEqual(["@aws-sdk/client-s3", "@aws-sdk/lib-storage"]);
		expect(manifest.peerDependenciesMeta).toEqual(
			Object.fromEntries(optional.map((name) => [name, { optional: true }])),
		);
		const lock = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8")) as { packages: object };
		expect(Object.keys(lock.packages)).toEqual(["", "node_modules/modelhub"]);
	});

	it("says what to install where S3 is asked for without its SDK", async () => {
		const hub = join(project, "node_modules/modelhub/bin/hub.js");
		const failed = await run(process.execPath, [hub, "batch", "status", "s3://bucket/out"], { cwd: project }).catch(
			(error: unknown) => error,
		);
		expect(failed).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("npm install -g @aws-sdk/client-s3 @aws-sdk/lib-storage") as string,
		});
	});

	it("is imported without a warning", async () => {
		const script = `for (const path of ${JSON.stringify(entryPoints)}) await import(path)`;
		const { stdout, stderr } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: project });
		expect(stdout + stderr).toBe("");
	});

	describe("entry points", () => {
		/** Entry point → how many names it exports by import and by require, and which of them differ. */
		let entries: Record<string, { imported: number; required: number; differing: string[] }>;

		beforeAll(async () => {
			const script = `
				(async () => {
					const entries = {};
					for (const path of ${JSON.stringify(entryPoints)}) {
						const required = require(path);
						const imported = await import(path);
						const names = Object.keys(imported).filter((name) => !["default", "module.exports"].includes(name));
						const differing = names.filter((name) => imported[name] !== required[name]);
						entries[path] = { imported: names.length, required: Object.keys(required).length, differing };
					}
					console.log(JSON.stringify(entries));
				})();`;
			// As in Node 20.18, which cannot require ES modules.
			const { stdout } = await run(process.execPath, [...WITHOUT_REQUIRE_MODULE, "-e", script], { cwd: project });
			entries = JSON.parse(stdout) as typeof entries;
		});

		it.each(entryPoints)("%s can be imported", (entryPoint) => {
			expect(entries[entryPoint]?.imported).toBeGreaterThan(0);
		});

		it.each(entryPoints)("%s can be required, with the same values as by import", (entryPoint) => {
			const { imported, required, differing = [] } = entries[entryPoint] ?? {};
			expect({ required, differing }).toEqual({ required: imported, differing: [] });
		});
	});

	it("exports the record of one task by import and require", async () => {
		const script = `
			const required = require("modelhub/tasks/text-to-image");
			import("modelhub/tasks/text-to-image").then(({ default: imported }) => console.log(imported.id, required.id));`;
		const { stdout } = await run(process.execPath, [...WITHOUT_REQUIRE_MODULE, "-e", script], { cwd: project });
		expect(stdout).toBe("text-to-image text-to-image\n");
	});

	it("has one copy of its errors for import and require", async () => {
		const script = `
			const { InferenceClientInputError, InferenceClientError } = require("modelhub");
			import("modelhub")
				.then(({ textToImage }) => textToImage({ inputs: "a cat", provider: "nobody" }))
				.catch((error) => console.log(error instanceof InferenceClientInputError, error instanceof InferenceClientError));`;
		const { stdout } = await run(process.execPath, [...WITHOUT_REQUIRE_MODULE, "-e", script], { cwd: project });
		expect(stdout).toBe("true true\n");
	});

	it("shows its classes under their own names", async () => {
		const code = 'import("modelhub").then((hub) => console.log(hub.InferenceClient.name, hub.HfInference.name))';
		const { stdout } = await run(process.execPath, ["-e", code], { cwd: project });
		expect(stdout).toBe("InferenceClient HfInference\n");
	});

	it("includes a working command", async () => {
		const { stdout } = await run(join(project, "node_modules/.bin/hub"), ["--version"], { cwd: project });
		expect(stdout).toBe(`${manifest.version}\n`);
	});
});

/** TypeScript 7 cannot resolve as `node10` does; programs that are compiled with 5 can. */
const olderCompiler = createRequire(fileURLToPath(import.meta.resolve("@arethetypeswrong/core"))).resolve(
	"typescript/bin/tsc",
);
const RESOLUTIONS = {
	node10: { module: "CommonJS", moduleResolution: "node10", esModuleInterop: true },
	"node16 of CommonJS": { module: "Node16", moduleResolution: "node16" },
	bundler: { module: "ESNext", moduleResolution: "bundler" },
	nodenext: { module: "NodeNext", moduleResolution: "NodeNext" },
};
const PLATFORMS = {
	"a browser": { lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] },
	Node: { lib: ["ES2022"], types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
};
const CONFIGURATIONS = Object.entries(RESOLUTIONS).flatMap(([resolution, module]) =>
	Object.entries(PLATFORMS).map(([platform, types]) => ({ resolution, platform, options: { ...module, ...types } })),
);

describe("the package types", () => {
	it("match the files used at run time", async () => {
		const packed = await readdir(join(project, "node_modules/modelhub"), { recursive: true });
		const sources = packed.filter((path) => path.endsWith(".d.ts"));
		expect(sources.length).toBeGreaterThan(0);
		const texts = await Promise.all(
			sources.map((path) => readFile(join(project, "node_modules/modelhub", path), "utf8")),
		);
		expect(texts.filter((text) => /(from |import\()["']\.[^"']*\.ts["']/.test(text))).toEqual([]);
	});

	it.each(CONFIGURATIONS)("resolve with $resolution for $platform", async (configuration) => {
		const { resolution, platform } = configuration;
		const folder = join(project, `${resolution}-${platform}`.replaceAll(" ", "-"));
		await mkdir(folder, { recursive: true });
		const type = resolution.includes("CommonJS") ? "commonjs" : "module";
		await writeFile(join(folder, "package.json"), JSON.stringify({ type }));
		const compilerOptions = {
			strict: true,
			// Our declarations are checked, TypeScript's own are not. Those of Node would take the older compiler two seconds.
			skipLibCheck: resolution === "node10" && platform === "Node",
			skipDefaultLibCheck: true,
			noEmit: true,
			target: "ES2022",
			...configuration.options,
		};
		await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
		// If a declaration could not be resolved, its names would be `any` and the assignment marked would compile.
		const imports = entryPoints.map((entryPoint, index) => `import * as entry${index} from "${entryPoint}";`);
		const lines = [
			...imports,
			'import textToImage from "modelhub/tasks/text-to-image";',
			"  // @ts-expect-error: a name is no number",
			"export const label: number = textToImage.label;",
			'import { chatCompletion, InferenceClient, InferenceClientProviderApiError } from "modelhub";',
			`export const entries: object[] = [${entryPoints.map((_, index) => `entry${index}`).join(", ")}];`,
			"export async function ask(error: unknown): Promise<string | undefined> {",
			'  const messages = [{ role: "user", content: "Hello" }];',
			'  const answer = await chatCompletion({ model: "o/m", messages }, { fetch });',
			"  // @ts-expect-error: a list is no number",
			"  const wrong: number = answer.choices;",
			'  for await (const chunk of new InferenceClient("hf_x").chatCompletionStream({ model: "o/m", messages }))',
			"    console.log(chunk.choices[0]?.delta.content, wrong);",
			"  if (error instanceof InferenceClientProviderApiError) return error.httpResponse.requestId;",
			"  return answer.choices[0]?.message.content;",
			"}",
		];
		await writeFile(join(folder, "use.ts"), lines.join("\n"));
		const program = resolution === "node10" ? olderCompiler : compiler;
		const { stdout } = await run(process.execPath, [program, "-p", folder]).catch((error: { stdout: string }) => error);
		expect(stdout).toBe("");
	});
});
