import { describe, expect, it } from "vitest";
import { type ChatTarget, namePlace } from "../../src/cli/commands/chat/chat-target.ts";
import { readSlashCommand } from "../../src/cli/commands/chat/menu.ts";
import { describeChat, formatChat } from "../../src/cli/commands/chat/saved-chats.ts";
import type { ChatSession } from "../../src/cli/commands/chat/session.ts";
import { changeSetting, copyAnswer, describeStats, formatQuestion } from "../../src/cli/commands/chat/slash-actions.ts";
import { formatWhole, switchTools } from "../../src/cli/commands/chat/tools.ts";
import { type Comparison, describeNumbers, showOutput } from "../../src/cli/commands/compare/comparison.ts";
import { checkNode, checkTerminal } from "../../src/cli/commands/doctor/local.ts";
import { isStreamed } from "../../src/cli/commands/infer/send.ts";
import { TASK_TOOLS } from "../../src/cli/commands/mcp/task-tools.ts";
import { formatPrompt, parsePrompt } from "../../src/cli/commands/prompt/store.ts";
import { parseLanguage } from "../../src/cli/commands/snippet/entry.ts";
import { summarize } from "../../src/cli/commands/usage/command.ts";
import type { Context } from "../../src/cli/context.ts";
import type { Toolbox } from "../../src/cli/mcp/toolbox.ts";

/** Parts of commands that only make texts and values. */

describe("a command of the chat", () => {
	it.each([
		["/Model  a/b ", { name: "model", argument: "a/b" }],
		[" /set\n a = 1\n2 ", { name: "set", argument: "a = 1\n2" }],
		["/mcp", { name: "mcp", argument: "" }],
		["/etc/passwd", undefined],
		["/", undefined],
		["/1", undefined],
		["hello /exit", undefined],
	])("is read from %j", (line, command) => {
		expect(readSlashCommand(line)).toEqual(command);
	});

	it.each([
		["/quit", "Did you mean /exit?"],
		["/Q now", "Did you mean /exit?"],
		["/modle", "Did you mean /model?"],
		["/zzzzzzzz", "/help lists the commands."],
		["/?", "/help lists the commands."],
	])("that is none, %j, gets the hint %j", (line, hint) => {
		expect(() => readSlashCommand(line)).toThrow(expect.objectContaining({ hint }));
	});
});

it.each<[ChatTarget, string]>([
	[{ provider: "sandbox" }, "sandbox"],
	[{ provider: "auto", sandbox: true }, "sandbox"],
	[{ sandbox: true }, "sandbox"],
	[{ provider: "groq", sandbox: true }, "sandbox · groq"],
	[{ provider: "groq" }, "groq"],
	[{}, "auto"],
	[{ endpoint: "https://user@models.example:8443/v1" }, "models.example:8443"],
])("the place %j has the name %j", (place, name) => {
	expect(namePlace(place)).toBe(name);
});

describe("a saved chat", () => {
	const chat = {
		id: "c",
		created: "2026-01-02T03:04:05Z",
		settings: { model: "a/b", system: "One.\nTwo." },
		place: { provider: "groq" },
		messages: [
			{ role: "user", content: [{ type: "text", text: `${"x".repeat(90)}\nmore` }, { type: "image_url" }] },
			{ role: "tool", content: "4" },
			{ role: "assistant", content: "Four." },
		],
	};

	it("is written as Markdown", () => {
		expect(formatChat(chat).split("\n\n")).toEqual(
			[
				`# ${"x".repeat(80)}`,
				"a/b · groq · 2026-01-02",
				"> One.\n> Two.",
				`## You\n\n${"x".repeat(90)}\nmore [image]`.split("\n\n"),
				"## tool",
				"4",
				"## Model",
				"Four.\n",
			].flat(),
		);
		expect(formatChat({ id: "c", created: undefined, settings: {}, place: undefined, messages: [] })).toBe("# c\n");
	});

	it("is printed as JSON without gaps", () => {
		expect(describeChat({ ...chat, created: undefined, settings: {}, place: undefined, messages: [] })).toEqual({
			id: "c",
			created: null,
			model: null,
			system: null,
			place: null,
			messages: [],
		});
	});
});

describe("in the chat", () => {
	const session = (settings: object = {}) => {
		const chosen: unknown[] = [];
		const fake = {
			subject: { model: "a/b", place: "groq" },
			messages: [1, 2],
			isKept: false,
			id: "c",
			settings,
			choose: (values: object) => {
				chosen.push(values);
				Object.assign(settings, values);
			},
		};
		return { session: fake as unknown as ChatSession, chosen };
	};

	it("/stats shows what is known", () => {
		const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
		const facts = { usage, seconds: 1.239, tokensPerSecond: 9.96, cost: 0.5, costSoFar: 1.5 };
		expect(describeStats(session().session, facts as never).split("\n")).toEqual([
			"Model        a/b",
			"Runs on      groq",
			"Messages     2",
			"Tokens       3 in, 4 out (last answer)",
			"Time         1.24 s (last answer)",
			"Rate         10.0 tokens/s",
			"Cost         $0.50 (last answer)",
			"Cost so far  $1.50",
		]);
		expect(describeStats(session().session, undefined)).toBe("Model        a/b\nRuns on      groq\nMessages     2");
	});

	it.each([
		["", {}, "No instructions.", []],
		["", { system: "s" }, "Instructions: s", []],
		["Be brief.", {}, "Instructions: Be brief.", [{ system: "Be brief." }]],
		["-", { system: "s" }, "No instructions.", [{ system: undefined }]],
	])("/system %j with %j says %j", (argument, settings, text, chosen) => {
		const opened = session({ ...settings });
		expect(changeSetting(opened.session, "system", argument)).toBe(text);
		expect(opened.chosen).toEqual(chosen);
	});

	it("/model takes one id", () => {
		expect(() => changeSetting(session().session, "model", "a b")).toThrow('"a b" is not the id of a model.');
	});

	it.each([
		["all", "Unknown part"],
		["", "no answer"],
		["code", "no answer"],
	])("/copy %j needs something to copy", (part, problem) => {
		expect(() => copyAnswer([{ role: "user", content: "q" }], part, {} as Context)).toThrow(new RegExp(problem, "i"));
	});

	it("a question stands behind a mark, with its other lines below the first", () => {
		const colors = { cyan: (text: string) => `<${text}>`, bold: (text: string) => text.toUpperCase() };
		expect(formatQuestion("a b\u0007\nc", 12, colors as never)).toEqual([expect.stringMatching(/^<❯ >A B/), "  C"]);
		expect(formatQuestion("one two three", 10, colors as never)).toEqual(["<❯ >ONE TWO", "  THREE"]);
	});

	it("/tools switches all that a pattern names: on, unless all are", () => {
		const tool = (path: string, isOn: boolean) => ({
			path,
			isOn,
			offered: path.replace("/", "_"),
			description: "d\nmore",
		});
		const tools = [tool("a/x", true), tool("a/y", false), tool("b/z", true)];
		const toolbox = { tools } as unknown as Toolbox;
		const states = (): boolean[] => tools.map(({ isOn }) => isOn);
		switchTools(toolbox, "a");
		expect(states()).toEqual([true, true, true]);
		switchTools(toolbox, "a/*");
		expect(states()).toEqual([false, false, true]);
		expect(switchTools(toolbox, "b_z").split("\n")).toEqual([
			"off a/x  d",
			"off a/y  d",
			"off b/z  d",
			"/tools NAME switches one on or off; server/* all of a server.",
		]);
		expect(() => switchTools(toolbox, "c")).toThrow("No tool matches c.");
	});

	it("the whole result of a call has a limit", () => {
		const toolbox = { find: () => undefined } as unknown as Toolbox;
		const call = { id: "1", name: "x", args: {}, text: "{}" };
		const piece = { type: "tool-result", call, text: "t".repeat(20_001), isError: false, ms: 1 };
		expect(formatWhole(piece as never, toolbox).match(/t+\n$/)?.[0]).toHaveLength(20_001);
	});
});

describe("a comparison", () => {
	const none = { first_ms: null, total_ms: null, tokens_per_second: null, cost_usd: null, price_source: null };

	it.each([
		[{}, {}, ""],
		[{ first_ms: 0, total_ms: 1234, tokens_per_second: 0 }, {}, "first token 0.00 s · total 1.23 s · 0 tokens/s"],
		[{ cost_usd: 0.5 }, { isSandbox: true }, ""],
		[{ total_ms: 1230, cost_usd: 0.5 }, {}, /^total 1\.23 s · \$0\.50/],
	])("of %j %j has the numbers %j", (entry, rest, text) => {
		const numbers = describeNumbers({ entry: { ...none, ...entry }, ...rest } as Comparison);
		if (typeof text === "string") expect(numbers).toBe(text);
		else expect(numbers).toMatch(text);
	});

	it.each([
		[null, ""],
		["text", "text"],
		[{ path: "a.png", type: "image/png", size: 2048 }, /^Saved a\.png \(image\/png, .*\)$/],
		[
			[
				{ path: "a", type: "t", size: 1 },
				{ path: "b", type: "t", size: 1 },
			],
			/^Saved a .*\nSaved b .*$/,
		],
		[[], "[]"],
		[[{ path: "a", size: "1" }], /"path": "a"/],
		[[{ label: "x", score: 1 }], /"label": "x"/],
	])("shows the output %j", (output, text) => {
		if (typeof text === "string") expect(showOutput(output)).toBe(text);
		else expect(showOutput(output)).toMatch(text);
	});
});

describe("the doctor", () => {
	it.each([
		["20.18.0", "fail"],
		["20.18.1", "ok"],
		["20.19.0", "ok"],
		["18.99.9", "fail"],
		["22.0.0", "ok"],
	])("says of Node %s: %s", (version, state) => {
		expect(checkNode(version)).toMatchObject({ name: "node", status: state });
	});

	it.skipIf(process.platform !== "linux").each([
		[{}, { isTTY: false }, /not a terminal: plain text, 256 colors/, "ok"],
		[{ LANG: "C.UTF-8", TERM: "xterm" }, { isTTY: true }, /^80 × 24, 256 colors, TERM=xterm$/, "ok"],
		[{ LC_ALL: "", LC_CTYPE: "de_DE.utf8", LANG: "C" }, { isTTY: true, columns: 100, rows: 5 }, /^100 × 5/, "ok"],
		[{ LC_ALL: "C", LANG: "C.UTF-8" }, { isTTY: true }, /TERM=, locale C$/, "warn"],
		[{}, { isTTY: true }, /locale not set$/, "warn"],
	])("describes a terminal with %j", (env, stdout, detail, state) => {
		const context = { env, stdout, stdin: { isTTY: true }, colors: { stdout: { level: 2 } } };
		expect(checkTerminal(context as unknown as Context)).toMatchObject({
			detail: expect.stringMatching(detail),
			status: state,
		});
	});

	it("notes an input that is not a terminal", () => {
		const context = { env: { LANG: "C.UTF-8" }, stdout: { isTTY: true }, stdin: {}, colors: { stdout: { level: 0 } } };
		expect(checkTerminal(context as unknown as Context).detail).toContain(
			"no colors, TERM=, the input is not a terminal",
		);
	});
});

it.each([
	["conversational", {}, true],
	["text-generation", {}, false],
	["text-generation", { stream: true }, true],
	["translation", { stream: true }, false],
	["conversational", { stream: false }, false],
	["conversational", { stream: false, format: "ndjson" }, true],
	["conversational", { json: true }, false],
	["conversational", { stream: true, format: "json" }, false],
	["conversational", { output: "x.txt" }, false],
	["conversational", { output: "-" }, true],
	["conversational", { format: "table" }, true],
] as const)("%s with %j streams: %j", (task, options, expected) => {
	expect(isStreamed({ task } as never, options)).toBe(expected);
});

it.each([
	["classify", { text: "t" }, "text-classification", { text: "t", files: [] }, {}],
	[
		"classify",
		{ text: "t", labels: ["a"] },
		"zero-shot-classification",
		{ text: "t", files: [] },
		{ candidate_labels: ["a"] },
	],
	["classify", { image: "i" }, "image-classification", { files: [{ value: "i" }] }, {}],
	[
		"classify",
		{ image: "i", labels: ["a"] },
		"zero-shot-image-classification",
		{ files: [{ value: "i" }] },
		{ candidate_labels: ["a"] },
	],
	["translate", { text: "t", to: "fr" }, "translation", { text: "t" }, { tgt_lang: "fr" }],
	["translate", { text: "t", from: "en" }, "translation", { text: "t" }, { src_lang: "en" }],
	["chat", { prompt: "p", max_tokens: 0 }, "conversational", { text: "p", images: [] }, { max_tokens: 0 }],
	["chat", { prompt: "p", system: "s", images: [1] }, "conversational", { text: "p", system: "s", images: ["1"] }, {}],
])("the tool %s with %j is %s", (name, given, task, input, parameters) => {
	const tool = TASK_TOOLS.find((row) => row.name === name);
	expect([tool?.task(given), tool?.input?.(given), tool?.parameters?.(given)]).toEqual([task, input, parameters]);
});

describe("a saved prompt", () => {
	it("is read with its generation parameters, and written in a fixed order", async () => {
		const saved = await parsePrompt("temperature: 0.5\nprompt: p\nparameters: {max_tokens: 3}\nsystem: s\n", "n");
		expect(saved).toEqual({ system: "s", prompt: "p", parameters: { temperature: 0.5, max_tokens: 3 } });
		expect(await formatPrompt(saved)).toMatch(/^system: s\nprompt: p\nparameters:\n( {2}\w+: [\d.]+\n){2}$/);
	});

	it.each([
		["- a", /n /],
		["system: 5", /system is not a string/],
		["schema: 5", /schema is not a JSON schema/],
		["nope: 1", /must not contain "nope"/],
		["image: a.png", /must not contain "image"/],
		["model: 'a b'", /model|id/i],
	])("is refused: %s", async (text, problem) => {
		await expect(parsePrompt(text, "n")).rejects.toThrow(problem);
	});
});

it.each([
	["PY", "python"],
	["python3", "python"],
	["Node", "js"],
	["ts", "js"],
	["shell", "sh"],
	["sh", "sh"],
])("the language %s is %s", (word, language) => {
	expect(parseLanguage(word)).toBe(language);
});

it.each(["constructor", "cobol", ""])("there is no language %j", (word) => {
	expect(() => parseLanguage(word)).toThrow("Unknown snippet language");
});

describe("the usage", () => {
	const call = (model: string | null, day: number, total_ms: number, more: object = {}) => ({
		model,
		time: `2026-01-0${day}T00:00:00Z`,
		total_ms,
		usage: null,
		cost_usd: null,
		...more,
	});
	const rows = (calls: object[], by: string) => summarize(calls as never, by as never);

	it("is sorted by the number of calls, then by name, and days by their dates", () => {
		const calls = [call("b", 3, 1), call("c", 1, 1), call("a", 2, 1), call("c", 3, 1)];
		expect(rows(calls, "model").map(({ key }) => key)).toEqual(["c", "a", "b"]);
		expect(rows(calls, "day").map(({ key, calls: count }) => [key, count])).toEqual([
			["2026-01-01", 1],
			["2026-01-02", 1],
			["2026-01-03", 2],
		]);
	});

	it.each([
		[[5], 5],
		[[10, 2], 6],
		[[100, 1, 3], 3],
		[[4, 1, 100, 2], 3],
	])("has the median of the times %j", (times, median) => {
		expect(
			rows(
				times.map((time) => call("a", 1, time)),
				"model",
			),
		).toMatchObject([{ median_ms: median }]);
	});
});
