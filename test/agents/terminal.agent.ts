import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AGENTS, type Agent, MODEL } from "./agents.ts";
import { startUpstream, type Upstream } from "./harness.ts";
import { sleep, TerminalRun } from "./terminal.ts";

const ENTER = "\r";
const ESCAPE = "\x1b";
const CTRL_C = "\x03";
/** For all steps of a person together. */
const PATIENCE_MS = 150_000;

let upstream: Upstream;

beforeAll(async () => {
	upstream = await startUpstream();
});

afterAll(() => upstream.close());

async function withTerminal(agent: Agent, server: string | undefined, use: (run: TerminalRun) => Promise<void>) {
	const run = new TerminalRun(agent, server);
	try {
		await run.start(agent.terminal);
		await use(run);
	} finally {
		run.close();
	}
}

describe.each(AGENTS)("$id in a terminal", (agent) => {
	const isInstalled = existsSync(agent.program) && process.platform === "linux";
	const { models, interrupt = [CTRL_C], exit } = agent.terminal;

	it.skipIf(!isInstalled)(
		"shows its first screen, answers, lists models, follows a new size, and ends",
		() =>
			withTerminal(agent, undefined, async (run) => {
				expect(run.text()).toContain(MODEL.split("/")[1]);
				await run.type("What is the capital of France?", ENTER);
				await run.see(/capital of France is Paris/);
				run.resize(80, 30);
				await run.type("What is 12 * 7?", ENTER);
				await run.see(/\b84\b/);
				await run.type("/model", ENTER);
				await run.see(models);
				await run.type(ESCAPE);
				await run.end(exit);
				await run.see(/\d+ calls?, \S+ → \S+ tokens/);
				await expect.poll(() => run.listProcesses(), { timeout: 5000 }).toEqual([]);
			}),
		PATIENCE_MS,
	);

	it.skipIf(!isInstalled)(
		"stops an answer in the middle, and ends",
		() =>
			withTerminal(agent, upstream.url, async (run) => {
				upstream.script = "endless";
				await run.type("Tell me a story", ENTER);
				await expect.poll(() => upstream.open, { timeout: 30_000 }).toBe(1);
				await sleep(1000);
				for (const key of interrupt) await run.type(key);
				await expect.poll(() => upstream.open, { timeout: 5000 }).toBe(0);
				await run.end(exit);
				await expect.poll(() => run.listProcesses(), { timeout: 5000 }).toEqual([]);
			}),
		PATIENCE_MS,
	);
});
