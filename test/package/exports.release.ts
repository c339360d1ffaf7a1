import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "@typescript/typescript6";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENTRY_POINTS } from "../../scripts/build/entry-points.ts";
import { functionName } from "../../src/inference/function-names.ts";
import { PROVIDERS } from "../../src/inference/index.ts";
import { builtFile } from "../helpers/built.ts";
import { openEditor } from "../helpers/editor.ts";
import { isRegistryReached } from "../helpers/programs.ts";

/** The packed package: what its declarations name exists at run time, and they check everywhere. */

const run = promisify(execFile);
const root = builtFile();
const paths = Object.keys(ENTRY_POINTS).map((path) => path.replace(/^\./, "modelhub"));

let project: string;

beforeAll(async () => {
	project = await mkdtemp(join(tmpdir(), "hub-exports-"));
	const flags = ["--json", "--ignore-scripts", "--pack-destination", project];
	const { stdout } = await run("npm", ["pack", root, ...flags]);
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	await run("tar", ["-xzf", join(project, filename), "-C", project]);
	const installed = join(project, "node_modules/modelhub");
	await mkdir(join(project, "node_modules"));
	await cp(join(project, "package"), installed, { recursive: true });
	await writeFile(join(project, "package.json"), '{ "private": true }');
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** Returns the names that a module's declarations say are values, as a file with this name sees them. */
function declaredValues(file: string): Record<string, string[]> {
	const source = join(project, file);
	const imports = paths.map((path, index) => `import * as m${index} from "${path}"; export { m${index} };`);
	ts.sys.writeFile(source, imports.join("\n"));
	const program = ts.createProgram([source], {
		module: ts.ModuleKind.NodeNext,
		moduleResolution: ts.ModuleResolutionKind.NodeNext,
		target: ts.ScriptTarget.ES2022,
		skipLibCheck: true,
		types: [],
		noEmit: true,
	});
	const checker = program.getTypeChecker();
	const statements = program.getSourceFile(source)?.statements.filter(ts.isImportDeclaration) ?? [];
	const isValue = (symbol: ts.Symbol): boolean => {
		const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
		return (target.flags & ts.SymbolFlags.Value) !== 0;
	};
	return Object.fromEntries(
		statements.map(({ moduleSpecifier }, index) => {
			const module = checker.getSymbolAtLocation(moduleSpecifier);
			if (!module) throw new Error(`${paths[index]} has no declarations.`);
			const names = checker.getExportsOfModule(module).filter(isValue);
			return [paths[index], names.map(({ name }) => name).sort()];
		}),
	);
}

describe.each([
	["import", "all.mts", "--input-type=module", "await import(path)"],
	["require", "all.cts", "--input-type=commonjs", "require(path)"],
])("what the declarations name as values", (kind, file, flag, load) => {
	it(`is there by ${kind}, and nothing else`, async () => {
		const code = `
			const names = {};
			const load = async (path) => ${load};
			Promise.all(${JSON.stringify(paths)}.map(async (path) => {
				const found = Object.keys(await load(path)).sort();
				names[path] = found.filter((name) => name !== "default" && name !== "module.exports");
			})).then(() => console.log(JSON.stringify(names)));`;
		const { stdout } = await run(process.execPath, [flag, "-e", code], { cwd: project });
		const present = JSON.parse(stdout) as Record<string, string[]>;
		const declared = declaredValues(file);
		expect(Object.keys(declared).sort()).toEqual([...paths].sort());
		expect(declared["modelhub"]).toContain("chatCompletion");
		for (const path of paths) expect(present[path], path).toEqual(declared[path]);
	});
});

it("has types for the record of a task, and none for a file that is not there", async () => {
	const check = async (path: string): Promise<string> => {
		await writeFile(
			join(project, "task.mts"),
			`import data from "${path}";\nexport const label: string = data.label;\n`,
		);
		const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types", ""];
		const compiler = join(root, "node_modules/typescript/bin/tsc");
		// A tsconfig.json of the folder refuses files on the command line.
		const { stdout } = await run(process.execPath, [compiler, ...flags, "task.mts"], { cwd: project }).catch(
			(error: { stdout: string }) => error,
		);
		return stdout;
	};
	expect(await check("modelhub/tasks/text-to-image")).toBe("");
	expect(await check("modelhub/tasks/not-a-task")).toMatch(/TS2307|TS2305|TS7016/);
});

describe.each([
	["import", 'await import("modelhub")'],
	["require", 'createRequire(import.meta.url)("modelhub")'],
])("wrong calls by %s", (_kind, load) => {
	it("end in words, not in what the engine says", async () => {
		const source = await readFile(join(root, "test/inference/wrong-calls.ts"), "utf8");
		const target = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
		const { outputText } = ts.transpileModule(source, { compilerOptions: target });
		await writeFile(join(project, "wrong-calls.mjs"), outputText);
		const code = `
			import { createRequire } from "node:module";
			import { makeWrongCalls } from "./wrong-calls.mjs";
			const { refused, odd } = await makeWrongCalls(${load});
			const isOurs = ({ error }) => /^InputError: \\w+: .* must be /.test(error);
			const isEngine = ({ error }) => /^(Type|Reference|Range|Syntax)Error/.test(error);
			console.log(JSON.stringify([refused.length, refused.filter((call) => !isOurs(call)), odd.filter(isEngine)]));`;
		await writeFile(join(project, "wrong.mjs"), code);
		const { stdout } = await run(process.execPath, ["wrong.mjs"], { cwd: project });
		const [count, ...wrong] = JSON.parse(stdout) as [number, unknown, unknown];
		expect(count).toBeGreaterThan(1500);
		expect(wrong).toEqual([[], []]);
	});
});

describe("an editor", () => {
	const client = 'import { InferenceClient } from "modelhub";\nconst client = new InferenceClient("x");\n';
	const tasks = Object.values(PROVIDERS).flatMap((helpers) => Object.keys(helpers));
	const methods = [
		...new Set(tasks.map(functionName)),
		"chatCompletionStream",
		"chatCompletionObject",
		"use",
		"endpoint",
	];

	it("documents every method of a client in its list, as where it is called", () => {
		const list = openEditor(project, `${client}client.|`);
		for (const method of methods) {
			const words = list.documentationOf(method);
			expect(words, method).not.toBe("");
			expect(openEditor(project, `${client}client.|${method}`).documentation(), method).toBe(words);
		}
	});

	it("goes to one definition of each method, with its documentation, in the package", async () => {
		for (const method of methods) {
			const [definition, ...others] = openEditor(project, `${client}client.|${method}`).definitions();
			expect(others, method).toEqual([]);
			const file = definition?.file ?? "";
			expect(file).toMatch(/\/node_modules\/modelhub\/dist\/cjs\/inference\/.*\.d\.ts$/);
			const text = await readFile(file, "utf8");
			expect(text).toMatch(new RegExp(`\\*/\\n(export declare (const|function)|\\s) ?.*\\b${method}\\b`));
		}
	});
});

const COMPILERS: Readonly<Record<string, string>> = { "5.4": "5.4.5", "5.9": "5.9.3", "6": "6.0.3", "7": "7.0.2" };
const TARGETS = ["ES2020", "ES2021", "ES2022", "ESNext"];

describe.skipIf(!isRegistryReached())("the types, each library checked (need the npm registry)", () => {
	beforeAll(async () => {
		const compilers = Object.entries(COMPILERS).map(([name, version]) => `tsc-${name}@npm:typescript@${version}`);
		const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", join(project, "tools")];
		await mkdir(join(project, "tools"));
		await run("npm", ["install", ...flags, ...compilers]);
		const imports = paths.map((path, index) => `import * as m${index} from "${path}";\nexport { m${index} };`);
		const use = 'import type { InferenceClientError } from "modelhub";\nexport type Error = InferenceClientError;\n';
		await writeFile(join(project, "use.mts"), `${imports.join("\n")}\n${use}`);
	});

	const cases = Object.keys(COMPILERS).flatMap((version) => TARGETS.map((target) => ({ version, target })));

	it.each(cases)("with TypeScript $version for $target", async ({ version, target }) => {
		const options = {
			strict: true,
			skipLibCheck: false,
			// Ours, not those of the language.
			skipDefaultLibCheck: true,
			noEmit: true,
			module: "nodenext",
			target,
			lib: [target, "DOM", "DOM.Iterable"],
			types: [],
		};
		const folder = join(project, `check-${version}-${target}`);
		await mkdir(folder);
		await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["../use.mts"] }));
		const compiler = join(project, `tools/node_modules/tsc-${version}/bin/tsc`);
		const { stdout } = await run(process.execPath, [compiler, "-p", folder]).catch(
			(error: { stdout: string }) => error,
		);
		expect(stdout).toBe("");
	});
});
