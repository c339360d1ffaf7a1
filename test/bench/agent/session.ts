/**
 * Runs a session of a real coding agent through `hub launch` on the sandbox, and keeps calls and tokens in
 * `session.json` for the site: `tsx test/bench/agent/session.ts`. Needs the agents of `npm run test:agents`, and the
 * built command. The sandbox plays the model; instructions, tools and tokens are the agent's.
 */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { createHome } from "../../helpers/session.ts";

/** What one session of an agent takes. */
export interface AgentSession {
	/** Name and version. */
	agent: string;
	prompt: string;
	model: string;
	provider: string;
	calls: number;
	inputTokens: number;
	outputTokens: number;
}

const agents = new URL(process.env["HUB_TEST_AGENTS"] ?? "../../agents/node_modules/", import.meta.url);
const manifest = new URL("@qwen-code/qwen-code/package.json", agents);
const { version }: { version: string } = JSON.parse(readFileSync(manifest, "utf8"));
const prompt = "Read notes.txt and write its first line to copy.txt";
const model = "openai/gpt-oss-120b";
const provider = "groq";
const home = createHome({ "notes.txt": "The lighthouse stands on a rock.\nIt was built in 1811.\n" });
const hub = new URL("../../../bin/hub.js", import.meta.url).pathname;
const env = { ...home.env, PATH: `${new URL(".bin", agents).pathname}:${process.env["PATH"]}` };
const run = promisify(execFile);
try {
	const launch = ["launch", "qwen", "--sandbox", "-m", `${model}:${provider}`, "--log", "--", "--yolo", "-p", prompt];
	const { stdout, stderr } = await run(process.execPath, [hub, ...launch], { cwd: home.folder, env });
	console.log(stdout + stderr);
	const logs = await run(process.execPath, [hub, "logs", "--json"], { cwd: home.folder, env });
	const calls: { usage: { input_tokens: number; output_tokens: number } }[] = JSON.parse(logs.stdout);
	const sum = (pick: (call: (typeof calls)[number]) => number) => calls.reduce((total, call) => total + pick(call), 0);
	const session: AgentSession = {
		agent: `qwen-code ${version}`,
		prompt,
		model,
		provider,
		calls: calls.length,
		inputTokens: sum(({ usage }) => usage.input_tokens),
		outputTokens: sum(({ usage }) => usage.output_tokens),
	};
	writeFileSync(new URL("session.json", import.meta.url), `${JSON.stringify(session, null, "\t")}\n`);
	console.log(session);
} finally {
	home.remove();
}
