import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { builtFile } from "../helpers/built.ts";
import { findProgram } from "../helpers/programs.ts";
import { type ScriptedAnswer, type ScriptedServer, startServer } from "../helpers/server.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const script = join(root, "test/runtimes/use-library.mjs");
const built = pathToFileURL(builtFile("dist/lib/index.js")).href;
const sources = pathToFileURL(join(root, "src/index.ts")).href;

interface Runtime {
	name: string;
	/** Where it is: an environment variable first, then a name on PATH. */
	variable: string;
	command: string;
	/** Goes before the script. Deno may read and use the network, nothing else: no environment, no system calls. */
	options?: string[];
	/** It runs TypeScript as it is. */
	runsSources?: true;
}

const RUNTIMES: Runtime[] = [
	{ name: "Node 22", variable: "HUB_TEST_NODE22", command: "node22" },
	{ name: "Node 24", variable: "HUB_TEST_NODE24", command: "node24", runsSources: true },
	{
		name: "Deno",
		variable: "HUB_TEST_DENO",
		command: "deno",
		options: ["run", "--no-prompt", "--no-config", "--no-lock", "--allow-net=127.0.0.1", "--allow-read"],
		runsSources: true,
	},
	{ name: "Bun", variable: "HUB_TEST_BUN", command: "bun", runsSources: true },
];

const completion = (content: string): object => ({
	id: "1",
	object: "chat.completion",
	created: 1,
	model: "m",
	choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
	usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});
const chunk = (content: string): string =>
	`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
const EVENT_STREAM = { "content-type": "text/event-stream" };

/** The answers to each path; the last one is given again and again. */
const ANSWERS = (other: string): Record<string, ScriptedAnswer[]> => ({
	chat: [{ body: completion("Hi") }],
	stream: [{ headers: EVENT_STREAM, body: `${chunk("é")}: x\n\n${chunk("😀")}data: [DONE]\n\n`, step: 1 }],
	endless: [{ headers: EVENT_STREAM, body: chunk("first"), ending: "hang" }],
	embed: [{ body: [0.5, 1] }],
	busy: [{ status: 503 }, { status: 429, headers: { "retry-after": "0" } }, { body: completion("at last") }],
	broken: [{ ending: "refuse" }, { ending: "refuse" }, { ending: "refuse" }, { body: completion("again") }],
	refused: [{ status: 401, headers: { "x-request-id": "r1" }, body: { error: "Wrong key sk-verysecret" } }],
	silent: [{ ending: "silence" }],
	idle: [{ body: "some", ending: "hang" }],
	redirect: [{ status: 307, headers: { location: `${other}/there` } }],
});

const EXPECTED = {
	chat: "Hi",
	stream: "é😀",
	stopped: "first",
	embedding: [0.5, 1],
	busy: ["at last", ["The service answered 503", "The service answered 429"]],
	broken: ["again", ["The connection failed"]],
	refused: ["ProviderApiError", "Failed to perform inference: Wrong key [redacted]", false],
	late: ["TimeoutError", "No response within 0.05 s"],
	idle: ["TimeoutError", "Nothing more arrived within 0.05 s"],
	aborted: "enough",
	rows: 6,
	wrong: "chatCompletion: fetch must be a function, not an object",
	redirected:
		"The service redirects to http://127.0.0.1: refused, because the request must stay with http://127.0.0.1.",
};

let other: ScriptedServer;
let server: ScriptedServer;
let turns: Map<string, number>;

beforeAll(async () => {
	other = await startServer([{ body: completion("elsewhere") }]);
	const answers = ANSWERS(other.url);
	server = await startServer(({ path }) => {
		const name = path.split("/")[1] ?? "";
		const turn = turns.get(name) ?? 0;
		turns.set(name, turn + 1);
		return answers[name]?.[turn] ?? answers[name]?.at(-1) ?? { status: 404 };
	});
});
beforeEach(() => {
	turns = new Map();
	other.requests.length = 0;
});
afterAll(async () => {
	await server.close();
	await other.close();
});

async function useLibrary(command: string, options: string[], entryPoint: string): Promise<void> {
	const { stdout, stderr } = await run(command, [...options, script, entryPoint, server.url], { cwd: root });
	expect(JSON.parse(stdout)).toEqual(EXPECTED);
	expect(stderr).not.toMatch(/error/i);
	expect(other.requests).toEqual([]);
}

describe("the library", () => {
	it("works in the Node of this run", () => useLibrary(process.execPath, [], built));

	for (const runtime of RUNTIMES) {
		const command = findProgram(runtime.variable, runtime.command);
		const { name, variable, options = [], runsSources } = runtime;
		const where = command ? "" : ` (not installed; ${variable} names it)`;
		it.skipIf(!command)(`works in ${name}${where}`, () => useLibrary(command ?? "", options, built));
		if (!runsSources) continue;
		it.skipIf(!command)(`runs from its sources in ${name}${where}`, () => useLibrary(command ?? "", options, sources));
	}
});
