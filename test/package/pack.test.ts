import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const compiler = join(root, "node_modules/typescript/bin/tsc");
const entryPoints = Object.keys(manifest.exports)
	.filter((path) => !path.endsWith(".json"))
	.map((path) => path.replace(/^\./, manifest.name));

let project: string;
let packed: string[];

/** Packs the build and installs it, without a network, into a project of its own. */
beforeAll(async () => {
	project = await mkdtemp(join(tmpdir(), "hub-pack-"));
	const npm = (...args: string[]) =>
		run(
			"npm",
			[...args, "--ignore-scripts", "--offline", "--no-audit", "--no-fund", `--cache=${join(project, "cache")}`],
			{
				cwd: project,
			},
		);
	const { stdout } = await npm("pack", root, "--json", "--pack-destination", project);
	const [report] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
	packed = report?.files.map(({ path }) => path) ?? [];
	await writeFile(join(project, "package.json"), JSON.stringify({ name: "consumer", type: "module", private: true }));
	await npm("install", join(project, report?.filename ?? ""));
}, 60_000);

afterAll(() => rm(project, { recursive: true, force: true }));

describe("the package", () => {
	it("holds the build and its papers, nothing else", () => {
		const papers =
			/^(package\.json|bin\/(hub\.js|package\.json)|(README|LICENSE|CHANGELOG|COMPATIBILITY|THIRD-PARTY-NOTICES)(\.md)?)$/;
		const build =
			/^dist\/(THIRD-PARTY-NOTICES\.md|cli\/[\w./-]+\.(cjs|mjs|js|json|wasm|compiled)|lib\/[\w./-]+(\.js|\.d\.ts))$/;
		expect(packed.filter((path) => !papers.test(path) && !build.test(path))).toEqual([]);
		expect(packed).toContain("bin/hub.js");
		expect(packed).toContain("LICENSE");
	});

	it("needs no other package", async () => {
		expect(Object.keys(manifest).filter((key) => /^(d|peerD|optionalD|bundleD)ependencies$/.test(key))).toEqual([]);
		const lock = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8")) as { packages: object };
		expect(Object.keys(lock.packages)).toEqual(["", "node_modules/modelhub"]);
	});

	it.each(entryPoints)("can be imported as %s", async (entryPoint) => {
		const script = `console.log(Object.keys(await import(${JSON.stringify(entryPoint)})).length)`;
		const { stdout, stderr } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: project });
		expect(Number(stdout)).toBeGreaterThan(0);
		expect(stderr).toBe("");
	});

	it("shows its classes under their own names", async () => {
		const code = 'import("modelhub").then((hub) => console.log(hub.InferenceClient.name, hub.HfInference.name))';
		const { stdout } = await run(process.execPath, ["-e", code], { cwd: project });
		expect(stdout).toBe("InferenceClient HfInference\n");
	});

	it("brings a command that runs", async () => {
		const { stdout } = await run(join(project, "node_modules/.bin/hub"), ["--version"], { cwd: project });
		expect(stdout).toBe(`${manifest.version}\n`);
	});
});

const RESOLUTIONS = {
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

describe("the package's types", () => {
	it("name files by what they are at run time", async () => {
		const sources = packed.filter((path) => path.endsWith(".d.ts"));
		expect(sources.length).toBeGreaterThan(0);
		const texts = await Promise.all(
			sources.map((path) => readFile(join(project, "node_modules/modelhub", path), "utf8")),
		);
		expect(texts.filter((text) => /(from |import\()["']\.[^"']*\.ts["']/.test(text))).toEqual([]);
	});

	it.each(CONFIGURATIONS)("hold with resolution $resolution for $platform", async (configuration) => {
		const folder = join(project, `${configuration.resolution}-${configuration.platform.replace(" ", "-")}`);
		await mkdir(folder, { recursive: true });
		const compilerOptions = {
			strict: true,
			skipLibCheck: false,
			noEmit: true,
			target: "ES2022",
			...configuration.options,
		};
		await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
		// If a declaration could not be resolved, its names would be `any` and the assignment marked would compile.
		const imports = entryPoints.map((entryPoint, index) => `import * as entry${index} from "${entryPoint}";`);
		const lines = [
			...imports,
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
		const { stdout } = await run(process.execPath, [compiler, "-p", folder]).catch(
			(error: { stdout: string }) => error,
		);
		expect(stdout).toBe("");
	});
});
