import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Programs that only changed their import, under the tools of CommonJS. */

const here = fileURLToPath(new URL(".", import.meta.url));
const tool = (path: string): string => join(here, "node_modules", path);

const USE = `
async function ask(): Promise<string> {
	const client = new InferenceClient("hf_sandbox", { fetch: createSandboxFetch() });
	const messages = [{ role: "user", content: "Say apple" }];
	const answer = await client.chatCompletion({ model: "meta-llama/Llama-3.1-8B-Instruct", messages });
	return answer.choices[0]?.message.content ?? "";
}`;
const FETCH = `
const sandbox = createSandbox();
const createSandboxFetch = (): typeof fetch => async (input, init) => {
	const request = new Request(input, init);
	return await sandbox(new Request(request.url, request));
};`;
const TYPESCRIPT = `import { InferenceClient, InferenceClientInputError } from "modelhub";
import { createSandbox } from "modelhub/sandbox";
${FETCH}${USE}`;

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(here, "consumer-"));
	mkdirSync(join(folder, "node_modules"));
	symlinkSync(join(here, "../.."), join(folder, "node_modules/modelhub"));
	writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, args: readonly string[]): string {
	try {
		return execFileSync(process.execPath, [tool(program), ...args], { cwd: folder, stdio: "pipe" }).toString();
	} catch (error) {
		const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
		throw new Error(`${String(stdout)}${String(stderr)}`);
	}
}

function writeConfig(resolution: "node10" | "node16"): string {
	const compilerOptions = {
		module: resolution === "node10" ? "commonjs" : "node16",
		moduleResolution: resolution,
		target: "es2022",
		lib: ["es2022", "dom", "dom.iterable"],
		strict: true,
		esModuleInterop: true,
		types: resolution === "node10" ? ["jest"] : ["jest", "node"],
		typeRoots: [join(here, "node_modules/@types")],
		ignoreDeprecations: "5.0",
	};
	const path = join(folder, `tsconfig.${resolution}.json`);
	writeFileSync(path, JSON.stringify({ compilerOptions }));
	return path;
}

describe("Jest (CommonJS)", () => {
	it("requires the package, with the same error classes as by import", () => {
		const test = `
			const { InferenceClient, InferenceClientInputError } = require("modelhub");
			const { createSandbox } = require("modelhub/sandbox");
			${FETCH.replace(": typeof fetch", "")}${USE.replace(": Promise<string>", "")}
			test("asks", async () => { expect(await ask()).toBe("apple"); });
			test("refuses", async () => {
				await expect(new InferenceClient("x").chatCompletion({ provider: "nobody", model: "a", messages: [] }))
					.rejects.toBeInstanceOf(InferenceClientInputError);
			});`;
		writeFileSync(join(folder, "plain.test.js"), test);
		run("jest/bin/jest.js", ["--rootDir", folder, "--config", '{"testMatch":["**/plain.test.js"]}']);
	});

	it.each(["node10", "node16"] as const)("compiles with ts-jest and resolution %s", (resolution) => {
		const tsconfig = writeConfig(resolution);
		writeFileSync(
			join(folder, `typed-${resolution}.test.ts`),
			`${TYPESCRIPT}\ntest("asks", async () => {\n\texpect(await ask()).toBe("apple");\n\texpect(new InferenceClientInputError("x")).toBeInstanceOf(Error);\n});\n`,
		);
		const transform = { "\\.ts$": [tool("ts-jest"), { tsconfig }] };
		const config = JSON.stringify({ testMatch: [`**/typed-${resolution}.test.ts`], transform });
		run("jest/bin/jest.js", ["--rootDir", folder, "--config", config]);
	});
});

describe("ts-node", () => {
	it.each(["node10", "node16"] as const)("runs a program with resolution %s", (resolution) => {
		const tsconfig = writeConfig(resolution);
		const file = join(folder, `program-${resolution}.ts`);
		writeFileSync(file, `${TYPESCRIPT}\nvoid ask().then(console.log);\nvoid InferenceClientInputError;\n`);
		expect(run("ts-node/dist/bin.js", ["--project", tsconfig, file]).trim()).toBe("apple");
	});
});
