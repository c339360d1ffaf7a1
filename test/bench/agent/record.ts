/**
 * Runs the twenty tasks with `hub` and with `curl`, and keeps what an agent wrote and read: `npm run update --
 * agents`. Both talk to `hub sandbox` in place of the hub and the router; only the host of a URL is
 * replaced. Needs bash, curl, jq and file, and the built command.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { startSandbox } from "../../../src/sandbox-server.ts";
import { refuseCrash } from "../../helpers/recorded.ts";
import { createHome } from "../../helpers/session.ts";
import { AGENT_FILES, type Exchange, environmentOf, MEDIA_LINES, RUNS, type Run, withoutHosts } from "./runs.ts";
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
const record = async (line: string): Promise<Exchange> => {
	await bash("rm -rf out.jsonl* light.png hello.wav vectors.json waves.mp4");
	return { line, output: await bash(line) };
};
for (const { name, hub, curl, picked } of AGENT_TASKS) {
	const known = picked === undefined ? {} : { picked: await record(picked) };
	runs.push({ name, hub: await record(hub), curl: await record(curl), ...known });
	console.log(name);
}
writeFileSync(RUNS, `${JSON.stringify(runs, null, "\t")}\n`);
await sandbox.close();
home.remove();
