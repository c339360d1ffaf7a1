import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { unwrap } from "../../src/sandbox/chat/agent.ts";
import { createAsker } from "./ask.ts";

const { post } = createAsker();
const FOLDER = new URL("../fixtures/agents/chats/", import.meta.url);

interface Tool {
	type: "function";
	function: { name: string; description: string; parameters: object };
}

interface Message {
	role: string;
	content: unknown;
	tool_calls?: { function: { name: string; arguments: string } }[];
}

/** A conversation as an agent held it, with the sandbox as the model: requests of real agents, reduced. */
interface Run {
	name: string;
	tools: Tool[];
	/** Tools that the agent adds once they were searched for. */
	hiddenAtFirst?: string[];
	messages: Message[];
}

async function ask(messages: readonly Message[], tools: readonly Tool[]): Promise<[string, unknown]> {
	const response = await post("/v1/chat/completions", { model: "sandbox/chat", messages, tools });
	const data = (await response.json()) as { choices: { message: Message }[] };
	return describeMessage(data.choices[0]?.message);
}

function describeMessage(message: Message | undefined): [string, unknown] {
	const call = message?.tool_calls?.[0]?.function;
	return call ? [call.name, JSON.parse(call.arguments)] : ["text", message?.content];
}

describe.each(readdirSync(FOLDER))("plays the model of %s", (file) => {
	const { runs } = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as { runs: Run[] };
	it.each(runs)("$name", async ({ tools, hiddenAtFirst = [], messages }) => {
		const start = messages.findIndex(({ tool_calls: calls }) => calls !== undefined);
		for (const [place, message] of messages.entries()) {
			if (place < start || message.role !== "assistant") continue;
			const hidden = place === start ? hiddenAtFirst : [];
			const offered = tools.filter((tool) => !hidden.includes(tool.function.name));
			expect(await ask(messages.slice(0, place), offered)).toEqual(describeMessage(message));
		}
	});
});

const tool = (name: string, properties: object, required = Object.keys(properties), description = ""): Tool => ({
	type: "function",
	function: { name, description, parameters: { type: "object", properties, required } },
});
const TEXT = { type: "string" };
const READ = tool("fs_read", { path: TEXT });
const WRITE = tool("createFile", { file: TEXT, text: TEXT });
const SHELL = tool("terminal", { command: { type: "array", items: TEXT } });
const VIEW_IMAGE = tool("view_image", { path: TEXT });
const WEATHER = tool("weather__get_forecast", { city: TEXT, days: { type: "number" } });

describe("chooses the tool whose name, description and schema fit", () => {
	it.each<[string, Tool[], string[], [string, unknown]]>([
		["Read a.txt", [VIEW_IMAGE, SHELL, READ], [], ["fs_read", { path: "a.txt" }]],
		["Read a.txt", [VIEW_IMAGE, SHELL], [], ["terminal", { command: ["bash", "-lc", "cat -- a.txt"] }]],
		["Read `b.txt`.", [READ], [], ["fs_read", { path: "b.txt" }]],
		["Read b.txt.", [READ], ["x\ny\n"], ["text", "The result is x\ny"]],
		['Write "hello world" to b.txt', [WRITE], [], ["createFile", { file: "b.txt", text: "hello world" }]],
		['Write "hi" to b.txt', [WRITE], ["done"], ["text", 'I wrote "hi" to b.txt.']],
		[
			'Write "it\'s" to b.txt',
			[SHELL],
			[],
			["terminal", { command: ["bash", "-lc", "printf '%s\\n' 'it'\\''s' > b.txt"] }],
		],
		[
			"Read a.txt, then write its first line to b.txt",
			[READ, WRITE],
			["x\ny"],
			["createFile", { file: "b.txt", text: "x" }],
		],
		["Run `npm test`", [READ, SHELL], [], ["terminal", { command: ["bash", "-lc", "npm test"] }]],
		[
			"Call the tool get_forecast of weather with city=Rome, days=3.",
			[READ, SHELL, WEATHER],
			[],
			["weather__get_forecast", { city: "Rome", days: 3 }],
		],
		// Work needs a request.
		["What is 2 + 3?", [READ, WRITE, SHELL], [], ["text", "2 + 3 = 5"]],
		[
			"Do NOT call any tools. Read nothing, and say how 2 + 3 ends: what is 2 + 3?",
			[READ, SHELL],
			[],
			["text", "2 + 3 = 5"],
		],
		["Say hello world", [tool("say", { text: TEXT }), READ, SHELL], [], ["text", "hello world"]],
	])("%s", async (request, tools, results, expected) => {
		const messages: Message[] = [{ role: "user", content: request }];
		for (const content of results) {
			const [name, values] = await ask(messages, tools);
			const call = { id: "call_1", type: "function", function: { name, arguments: JSON.stringify(values) } };
			const [asked, answered] = [
				{ role: "assistant", content: null, tool_calls: [call] },
				{ role: "tool", content },
			];
			messages.push(asked, { ...answered, tool_call_id: "call_1" } as Message);
		}
		expect(await ask(messages, tools)).toEqual(expected);
	});

	it("uses absolute paths where a tool wants them, and leaves the manuals of programs alone", async () => {
		const description = "The absolute path of the file";
		const reader = tool("read", { path: { type: "string", description } });
		const system = { role: "system", content: "Classify everything.\n  Working directory: /home/a b\nBe brief." };
		const user = { role: "user", content: "<system-note>Read x.txt</system-note>\nRead c.txt" };
		expect(await ask([system, user], [reader])).toEqual(["read", { path: "/home/a b/c.txt" }]);
		const long = { role: "user", content: `Read a.txt. ${"Then do this and that. ".repeat(100)}` };
		expect((await ask([long], [reader, SHELL]))[0]).toBe("text");
	});
});

it("answers a question as itself, whatever the manual of an agent says", async () => {
	const tools = Array.from({ length: 9 }, (_, index) => tool(`capital_tool_${index}`, { input: TEXT }));
	const system = { role: "system", content: "Classify each request as action or question. Answer in bullet points." };
	const answer = await ask([system, { role: "user", content: "What is 2 + 3?" }], tools);
	expect(answer).toEqual(["text", "2 + 3 = 5"]);
});

it("takes the question behind a summary that it wrote for the request, whatever was requested before", async () => {
	const [summary] = (await ask([{ role: "user", content: "Create a handoff of the work so far." }], [])).slice(1);
	const before = `Read a.txt\n\nAnother model summed up its work:\n${String(summary)}`;
	const asked = (question: string): Message[] => [{ role: "user", content: `${before}\n\n${question}` }];
	expect(await ask(asked("What is 2 + 3?"), [READ, SHELL])).toEqual(["text", "2 + 3 = 5"]);
	expect(await ask(asked("Read b.txt"), [READ, SHELL])).toEqual(["fs_read", { path: "b.txt" }]);
});

describe("results of tools", () => {
	it.each([
		["one\ntwo\n", "one\ntwo\n"],
		["     1\tone\n     2\ttwo", "one\ntwo"],
		["5→one\n6→two", "one\ntwo"],
		['[{"type":"text","text":"5"}]', "5"],
		["Wall time: 0.1 s\nProcess exited with code 0\nOutput:\none\n", "one\n"],
		["<path>/a</path>\n<content>\n1: one\n2: two\n\n(End of file)\n</content>", "one\ntwo\n\n(End of file)"],
		["Content of a.txt:\none\n", "one\n"],
		["one\n<system-reminder>\nmind this\n</system-reminder>", "one\n"],
		["1 apple\n2 pears", "1 apple\n2 pears"],
	])("%j", (result, text) => {
		expect(unwrap(result)).toBe(text);
	});

	it("stay quick for hostile texts", async () => {
		const started = performance.now();
		for (const part of ["<a-b>", "<content>", "Output:", "Content of ", "1\t", " ", "\n"]) {
			const content = part.repeat(40_000);
			const call = { id: "call_1", type: "function", function: { name: "fs_read", arguments: "{}" } };
			const messages = [
				{ role: "user", content: "Read a.txt" },
				{ role: "assistant", content: null, tool_calls: [call] },
				{ role: "tool", tool_call_id: "call_1", content },
			];
			await ask(messages as Message[], [READ]);
		}
		expect(performance.now() - started).toBeLessThan(5000);
	});
});
