/**
 * Runs the twenty tasks with `hub` and with `curl`, and keeps what an agent wrote and read: `npm run update --
 * agents`. Both talk to `hub sandbox` in place of Hugging Face and the router; only the host of a URL is
 * replaced. Needs bash, curl, jq and file, and the built command.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { startSandbox } from "../../../src/sandbox-server.ts";
import { refuseCrash } from "../../helpers/recorded.ts";
import { createHome } from "../../helpers/session.ts";
import {
	AGENT_FILES,
	type Exchange,
	environmentOf,
	MEDIA_LINES,
	RUNS,
	type Run,
	readRuns,
	withoutHosts,
} from "./runs.ts";
import { AGENT_TASKS } from "./tasks.ts";

const run = promisify(execFile);
const sandbox = await startSandbox({ port: 0 });
const home = createHome(AGENT_FILES);
const env = { ...home.env, ...environmentOf(sandbox.url) };
const bash = async (line: string): Promise<string> => {
	const real = line.replace(/https:\/\/(?:router\.)?huggingface\.co/g, sandbox.url);
	const { stdout } = await run("bash", ["-c", `exec 2>&1; ${real}`], { cwd: home.folder, env });
	refuseCrash(stdout, line);
	return withoutHosts(stdout, sandbox.url, home.folder);
};
for (const line of MEDIA_LINES) await bash(line);
const runs: Run[] = [];
const before = new Map(
	readRuns().flatMap(({ hub, curl, picked }) =>
		[hub, curl, ...(picked ? [picked] : [])].map(({ line, output }) => [line, output] as const),
	),
);
/** What is left of an output without times and the order in which calls ended. */
const settle = (output: string): string =>
	output
		.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|[\d.]+ rows\/s|"seconds":[\d.]+/g, "")
		.split("\n")
		.sort()
		.join("\n");
const record = async (line: string): Promise<Exchange> => {
	await bash("rm -rf out.jsonl* light.png hello.wav vectors.json waves.mp4");
	const output = await bash(line);
	const known = before.get(line);
	return { line, output: known !== undefined && settle(known) === settle(output) ? known : output };
};
for (const { name, hub, curl, picked } of AGENT_TASKS) {
	const known = picked === undefined ? {} : { picked: await record(picked) };
	runs.push({ name, hub: await record(hub), curl: await record(curl), ...known });
	console.log(name);
}
writeFileSync(RUNS, `${JSON.stringify(runs, null, "\t")}\n`);
await sandbox.close();
home.remove();
