import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parseAst } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { findSample } from "../../../src/sandbox/samples/index.ts";
import { previewRequest } from "../../src/call.ts";
import { type CallTask, shownModel } from "../../src/call-task.ts";
import { writeCommand } from "../../src/islands/code/command.ts";
import { writeJavascript } from "../../src/islands/code/javascript.ts";
import { writePython } from "../../src/islands/code/python.ts";
import { writeCurl, writeRequests } from "../../src/islands/code/request.ts";
import { callableTasks, describeTask } from "../../src/islands/form/describe-task.ts";
import { exampleCall } from "../example-call.ts";

const run = promisify(execFile);
const GUIDES = new URL("../../src/guides/", import.meta.url);
const hub = fileURLToPath(new URL("../../../bin/hub.js", import.meta.url));

let folder: string;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "site-code-"));
	environment = { ...process.env, HUB_CONFIG_DIR: folder, HUB_DATA_DIR: folder, HUB_CACHE_DIR: folder };
});

/** A folder in which a line can leave files. */
const makeFolder = () => mkdtemp(join(folder, "run-"));

/** Runs a line in a shell in which `hub` is the command of this repository. */
async function shell(line: string, cwd = folder): Promise<{ stdout: string; stderr: string; code?: number }> {
	const script = `hub() { node '${hub}' "$@"; }\nset -o pipefail\n${line}`;
	const child = run("bash", ["-c", script], { cwd, env: environment, timeout: 90_000 });
	child.child.stdin?.end();
	return await child.catch((error) => error);
}

const calls = (await Promise.all(callableTasks().map(describeTask))).filter((task) => task !== undefined);

async function readSample(name: string): Promise<Uint8Array> {
	const sample = findSample(name);
	if (!sample) throw new Error(`There is no sample ${name}.`);
	return new Uint8Array(await sample.read());
}

async function knownTask(id: string): Promise<CallTask> {
	const task = await describeTask(id);
	if (!task) throw new Error(`No provider serves ${id}.`);
	return task;
}

it.concurrent.each(calls)("$id runs as a command", async (task) => {
	const { shown } = await exampleCall(task);
	const { code, stderr } = await shell(writeCommand(shown), await makeFolder());
	expect([code, stderr.includes("Error")]).toEqual([undefined, false]);
});

it("is a program in JavaScript and Python, and a curl command", async () => {
	for (const task of calls) {
		const { shown, sent, base64 } = await exampleCall(task);
		const request = await previewRequest({ ...sent, model: shownModel(sent) });
		expect(() => parseAst(writeJavascript(shown)), task.id).not.toThrow();
		await writeFile(join(folder, `${task.id}.py`), writePython(shown) ?? "");
		await writeFile(join(folder, `${task.id}.request.py`), writeRequests(shown, request, base64));
		await writeFile(join(folder, `${task.id}.sh`), writeCurl(shown, request, base64));
	}
	const python = 'import ast, glob; [ast.parse(open(f).read(), f) for f in glob.glob("*.py")]';
	const { code, stderr } = await shell(`python3 -c '${python}' && for f in *.sh; do bash -n $f || exit 1; done`);
	expect([code, stderr]).toEqual([undefined, ""]);
});

it("sends the same bytes with curl as the library does", async () => {
	const task = await knownTask("visual-question-answering");
	const { shown, sent, base64 } = await exampleCall(task);
	const request = await previewRequest({ ...sent, model: shownModel(sent) });
	await writeFile(join(folder, "cat.png"), await readSample("cat.png"));
	const line = writeCurl(shown, request, base64).replace(/^curl '[^']*'/, "print_body");
	const { stdout } = await shell(`print_body() { cat; }\n${line}`);
	expect(JSON.parse(stdout)).toEqual(JSON.parse(String(request.body)));
});

it("quotes unusual text for the shell", async () => {
	const task = await knownTask("text-classification");
	for (const text of ['it\'s "$HOME" `id` \\ 100%', "--help", "@file", "two\nlines", "émoji 🦜"]) {
		const { stdout } = await shell(
			writeCommand({ task, args: { inputs: text }, provider: "auto", sandbox: true }).replace(
				"hub infer",
				"hub infer --dry-run --json",
			),
		);
		expect(JSON.parse(stdout).body.inputs).toBe(text);
	}
});

/** A command of a guide, and what the guide shows below it. */
interface ShownCommand {
	line: string;
	output: string[];
}

/** Commands after `$ ` in the blocks of a guide; one may continue over lines. */
function readSessions(text: string): ShownCommand[] {
	const commands: ShownCommand[] = [];
	for (const [, block = ""] of text.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)) {
		let isContinued = false;
		for (const line of block.split("\n")) {
			const last = commands.at(-1);
			if (isContinued && last) last.line += `\n${line}`;
			else if (line.startsWith("$ ")) commands.push({ line: line.slice(2), output: [] });
			else if (block.startsWith("$ ")) last?.output.push(line);
			isContinued = (isContinued || line.startsWith("$ ")) && line.endsWith("\\");
		}
	}
	return commands;
}

/** Commands without output that need no service of their own: they run on the sandbox. */
const RUNNABLE = /^(?:printf|echo|cat|hub (?:infer|models|providers|tasks|compare|snippet|template|batch))\b/;
const ON_SANDBOX =
	/^(.*?\bhub (?:infer|compare|batch|models|providers|doctor|snippet) )(?!.*(?:--sandbox|-p sandbox))/s;

function readCommands(text: string): string[] {
	return [...text.matchAll(/^```sh\n([^$][\s\S]*?)\n```$/gm)].flatMap(([, block = ""]) =>
		block
			.split(/(?<!\\)\n/)
			.filter(
				(line) =>
					RUNNABLE.test(line) &&
					!/--via|--server|--shard|batch (?:status|merge)|ollama|-p local|--endpoint|case \$\? in$|^hub infer(?: --sandbox)?$|\bport\b|@everyone|-c /.test(
						line,
					),
			)
			.map((line) =>
				line
					.replaceAll(/ORG\/MODEL|Qwen\/Qwen3-32B/g, "meta-llama/Llama-3.1-8B-Instruct")
					.replace(ON_SANDBOX, "$1--sandbox "),
			),
	);
}

describe.concurrent("the commands of the guides", () => {
	it.each(readdirSync(GUIDES))("%s: work as the guide says", async (name) => {
		const own = await makeFolder();
		await writeFile(join(own, "article.txt"), "The ship left. It was late.");
		await writeFile(join(own, "morning.wav"), await readSample("speech.wav"));
		await writeFile(join(own, "token.txt"), "hf_not_a_real_token\n");
		await writeFile(join(own, "in.jsonl"), '{"id":"a","city":"Rome","inputs":"Hello"}\n');
		await writeFile(join(own, "in.csv"), "id,city\na,Rome\n");
		const text = await readFile(new URL(name, GUIDES), "utf8");
		for (const { line, output } of readSessions(text)) {
			if (line.startsWith("git ")) continue;
			const { code = 0, stdout, stderr } = await shell(line.replace(/ -o (?!-)/, " --force -o "), own);
			const isFailure = /^(Error|\{"error")/.test(output[0] ?? "");
			expect([line, code !== 0]).toEqual([line, isFailure]);
			for (const shown of output) {
				// "…" stands for what changes with each run, or is long.
				for (const part of shown.split("…")) expect(stdout + stderr, line).toContain(part);
			}
		}
		for (const line of readCommands(text)) {
			const { code = 0, stderr } = await shell(line.replace(/ -o (?!-)/, " --force -o "), own);
			expect([line, code, code === 0 ? "" : stderr]).toEqual([line, 0, ""]);
		}
	});
});
