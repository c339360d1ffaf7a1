import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AGENTS, type Agent, CLAUDE_SERVICES, type Failure } from "./agents.ts";
import {
	AgentRun,
	type Gateway,
	type Script,
	startGateway,
	startUpstream,
	type Turn,
	type Upstream,
} from "./harness.ts";

const QUESTION = "What is the capital of France?";
const READ_AND_WRITE = "Read notes.txt, then write its first line to out.txt";
const ADD = "Use the tool add of calc with a=2 and b=3";
/** For a run that succeeds. */
const PATIENCE_MS = 45_000;
/** For an agent that goes on trying after a failure. */
const FAILURE_MS = 5000;
/** In that time, by such an agent. Without a pause between two calls there would be hundreds. */
const MAX_CALLS = 20;
const FAILURES: readonly Failure[] = ["401", "429", "500", "hang", "cut"];

let sandbox: Gateway;
let upstream: Upstream;

beforeAll(async () => {
	[upstream, sandbox] = await Promise.all([startUpstream(), startGateway()]);
});

afterAll(async () => {
	await Promise.all([sandbox.close(), upstream.close()]);
});

/** Runs an agent with the sandbox as its model. */
async function withSandbox(agent: Agent, prompt: string, use: (run: AgentRun) => Promise<void>): Promise<void> {
	await withRun(new AgentRun(agent, sandbox, prompt), use);
}

async function withRun(run: AgentRun, use: (run: AgentRun) => Promise<void>): Promise<void> {
	try {
		await use(run);
	} finally {
		await run.close();
	}
}

/** Runs an agent whose provider follows a script, behind a gateway that has seen no failure yet. */
async function withScript(
	agent: Agent,
	prompt: string,
	script: (run: { folder: string }) => Script,
	use: (run: AgentRun) => Promise<void>,
): Promise<void> {
	const gateway = await startGateway(upstream.url);
	const run = new AgentRun(agent, gateway, prompt);
	try {
		Object.assign(upstream, { script: script(run), calls: 0 });
		await use(run);
	} finally {
		await run.close();
		await gateway.close();
	}
}

function fixtureOf({ id }: Agent): URL {
	return new URL(`../fixtures/agents/chats/${id}.json`, import.meta.url);
}

/** The answers of the model in a fixture, with paths in another folder. */
function readTurns(agent: Agent, name: string, folder: string): Turn[] {
	const text = readFileSync(fixtureOf(agent), "utf8");
	const { runs } = JSON.parse(text.replaceAll("/work/", `${folder}/`)) as {
		runs: { name: string; messages: (Turn & { role: string })[] }[];
	};
	const messages = runs.find((run) => run.name === name)?.messages ?? [];
	const start = messages.findIndex(({ tool_calls: calls }) => calls !== undefined);
	return messages.slice(start).filter(({ role }) => role === "assistant");
}

describe.each(AGENTS)("$id", (agent) => {
	const isInstalled = existsSync(agent.program);

	it.skipIf(!isInstalled)("answers a question", () =>
		withSandbox(agent, QUESTION, async (run) => {
			expect(await run.end(PATIENCE_MS), run.output).toBe(0);
			expect(run.output).toContain("Paris");
		}),
	);

	it.skipIf(!isInstalled)("reads a file and writes a file with its own tools", () =>
		withSandbox(agent, READ_AND_WRITE, async (run) => {
			expect(await run.end(PATIENCE_MS), run.output).toBe(0);
			expect(run.read("out.txt").trim()).toBe("first line");
			expect(run.output).toContain('I wrote "first line" to out.txt.');
		}),
	);

	it.skipIf(!isInstalled || !agent.mcp)("calls a tool of an MCP server", () =>
		withSandbox(agent, ADD, async (run) => {
			expect(await run.end(PATIENCE_MS), run.output).toBe(0);
			expect(run.output).toContain("The result is 5");
		}),
	);

	it.skipIf(!isInstalled || !existsSync(fixtureOf(agent)))("works with a scripted provider", () => {
		const script = ({ folder }: { folder: string }): Script => ({
			turns: readTurns(agent, "reads and writes a file", folder),
		});
		return withScript(agent, READ_AND_WRITE, script, async (run) => {
			expect(await run.end(PATIENCE_MS), run.output).toBe(0);
			expect(run.read("out.txt").trim()).toBe("first line");
		});
	});

	it.skipIf(!isInstalled).each(FAILURES)("shows the failure %s, and does not retry without end", (failure) =>
		withScript(
			agent,
			QUESTION,
			() => failure,
			async (run) => {
				const expected = agent.failures[failure];
				await expect.poll(() => upstream.calls, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
				const code = await run.end(expected === "tries" ? FAILURE_MS : PATIENCE_MS);
				expect(upstream.calls).toBeLessThan(MAX_CALLS);
				if (expected === "tries") return;
				expect(code, run.output).not.toBe("late");
				expect(run.output).toMatch(expected);
			},
		),
	);

	it.skipIf(!isInstalled)("ends the call to the provider when it is killed", () =>
		withScript(
			agent,
			QUESTION,
			() => "endless",
			async (run) => {
				await expect.poll(() => upstream.open, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
				run.kill();
				await expect.poll(() => upstream.open, { timeout: 1000, interval: 20 }).toBe(0);
			},
		),
	);

	it.skipIf(!isInstalled)("is started by hub launch, which ends with it", () =>
		withRun(new AgentRun(agent, undefined, READ_AND_WRITE), async (run) => {
			expect(await run.end(PATIENCE_MS), run.output).toBe(0);
			expect(run.read("out.txt").trim()).toBe("first line");
			expect(run.output).toMatch(/\d+ calls?, [\d.]+K? → [\d.]+K? tokens(?: \(\d+ % cached\))?, /);
		}),
	);

	it.skipIf(!isInstalled)("is not led around the gateway by the settings of a project that it trusts", () => {
		Object.assign(upstream, { script: "401", requests: 0 });
		return withRun(new AgentRun(agent, undefined, QUESTION, upstream.url), async (run) => {
			expect(await run.end(PATIENCE_MS), run.output).toBe(0);
			expect(run.output).toContain("Paris");
			expect(upstream.requests).toBe(0);
		});
	});

	it.skipIf(!isInstalled || process.platform !== "linux")("leaves no process behind when it is killed", () =>
		withRun(new AgentRun(agent, undefined, "Run `echo started > started.txt; sleep 100`"), async (run) => {
			await expect.poll(() => existsSync(`${run.folder}/started.txt`), { timeout: PATIENCE_MS }).toBe(true);
			const children = run.listProcesses().filter((id) => parentOf(id) === run.id);
			for (const id of children) process.kill(id, "SIGKILL");
			expect(await run.end(PATIENCE_MS), run.output).toBe(137);
			await expect.poll(() => run.listProcesses(), { timeout: 3000 }).toEqual([]);
		}),
	);
});

describe("claude", () => {
	const { program = "" } = AGENTS.find(({ id }) => id === "claude") ?? {};

	it.skipIf(!existsSync(program))("knows no service that hub launch does not turn off", () => {
		const named = new Set(readFileSync(program, "latin1").match(/\bCLAUDE_CODE_USE_[A-Z_]+[A-Z]\b/g));
		// How it works on this machine; none of them is a service.
		const local = ["CCR_V", "COWORK_PLUGINS", "NATIVE_FILE_SEARCH", "POWERSHELL_TOOL"];
		const known = [...CLAUDE_SERVICES, ...local].map((name) => `CLAUDE_CODE_USE_${name}`);
		expect([...named].filter((name) => !known.includes(name))).toEqual([]);
	});
});

function parentOf(id: number): number {
	return Number(/^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]);
}
