import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtFile } from "../helpers/built.ts";
import { isRegistryReached } from "../helpers/programs.ts";

/** Published packages that depend on the reference's, with this one in their place, as `examples/overrides` shows. */

const run = promisify(execFile);
const root = builtFile();

const PACKAGES = ["@huggingface/gguf@0.4.6", "@huggingface/ollama-utils@0.0.18", "@huggingface/mcp-client@0.2.3"];

describe.skipIf(!isRegistryReached())("with overrides (need the npm registry)", () => {
	let folder: string;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "hub-overrides-"));
		await cp(join(root, "examples/overrides"), join(folder, "overrides"), { recursive: true });
		const { stdout } = await run("npm", ["pack", root, "--json", "--ignore-scripts", "--pack-destination", folder]);
		const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
		const manifest = {
			private: true,
			dependencies: { modelhub: `file:./${filename}` },
			overrides: {
				"@huggingface/inference": `file:./${filename}`,
				"@huggingface/jinja": "file:./overrides/jinja",
				"@huggingface/tasks": "file:./overrides/tasks",
			},
		};
		await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
		const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"];
		await run("npm", ["install", ...flags, ...PACKAGES], { cwd: folder });
	});
	afterAll(() => rm(folder, { recursive: true, force: true }));

	async function evaluate(code: string, flag = "--input-type=module"): Promise<unknown> {
		const { stdout } = await run(process.execPath, [flag, "-e", code], { cwd: folder });
		return JSON.parse(stdout);
	}

	it("each package of the reference is ours, by import and by require", async () => {
		const code = `
			import { createRequire } from "node:module";
			import * as jinja from "@huggingface/jinja";
			import * as tasks from "@huggingface/tasks";
			import * as inference from "@huggingface/inference";
			const require = createRequire(process.cwd() + "/x.js");
			console.log(JSON.stringify([
				jinja.Template === require("modelhub/jinja").Template && jinja.Template === require("@huggingface/jinja").Template,
				tasks.PIPELINE_DATA === require("modelhub/tasks").PIPELINE_DATA,
				Object.keys(inference.PROVIDERS).length > 20,
			]));`;
		expect(await evaluate(code)).toEqual([true, true, true]);
	});

	it("@huggingface/gguf reads the quantization of names with our tables", async () => {
		const code = `
			import { GGMLFileQuantizationType, parseGGUFQuantLabel } from "@huggingface/gguf";
			console.log(JSON.stringify([parseGGUFQuantLabel("m-Q4_K_M.gguf"), GGMLFileQuantizationType.Q4_K_M]));`;
		expect(await evaluate(code)).toEqual(["Q4_K_M", 15]);
	});

	it("@huggingface/ollama-utils converts a chat template with our engine", async () => {
		const template =
			"{% for message in messages %}{{ '<|turn|>' + message['role'] + '\\n' + message['content'] + '<|end|>' }}{% endfor %}";
		const code = `
			import { convertGGUFTemplateToOllama } from "@huggingface/ollama-utils";
			const gguf = { chat_template: ${JSON.stringify(template)}, bos_token: "<s>", eos_token: "</s>" };
			console.log(JSON.stringify(convertGGUFTemplateToOllama(gguf) ?? null));`;
		expect(JSON.stringify(await evaluate(code))).toContain("<|turn|>");
	});

	it("@huggingface/mcp-client talks by our client", async () => {
		const code = `
			import { Agent, McpClient } from "@huggingface/mcp-client";
			const client = new McpClient({ provider: "together", model: "o/m", apiKey: "hf_x" });
			console.log(JSON.stringify([typeof Agent, typeof client.processSingleTurnWithTools]));`;
		expect(await evaluate(code)).toEqual(["function", "function"]);
	});
});
