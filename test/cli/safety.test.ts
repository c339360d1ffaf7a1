import { readdirSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type ScriptedAnswer, serve } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";
import { openTerminal } from "../helpers/terminal.ts";

/** What a terminal would obey: a link, the clipboard, a file, the screen, colors, a device string, C1 bytes. */
const ATTACKS = [
	"\x1b]8;;http://evil\x1b\\link",
	"\x1b]52;c;ZXZpbA==\x07",
	"\x1b]1337;File=inline=1:AAAA\x07",
	"\x1b[2J\x1b[1;1H",
	"\x1b[41m",
	"\x1bP0;1;0q#0~\x1b\\",
	"\u009b2J",
	"\u009d52;c;eA==\u009c",
	"\u202eevil",
];
const HOSTILE = `EVIL ${ATTACKS.join(" ")} END`;
/** Parts of the attacks that nothing of ours ever writes. */
const OBEYED = [
	"\x1b]8;;http",
	"\x1b]52",
	"\x1b]1337",
	"\x1b[2J",
	"\x1b[1;1H",
	"\x1b[41m",
	"\x1bP",
	"\x07",
	"\u009b",
	"\u009c",
	"\u009d",
	"\u202e",
];

function openHome(): Home {
	const home = createHome();
	onTestFinished(() => home.remove());
	return home;
}

/** What a line of bash writes to a terminal. */
async function onTerminal(line: string, home: Home, env: Record<string, string> = {}): Promise<string> {
	const { rest } = await openTerminal("bash", ["--norc", "-c", line], home, { env }).end();
	return rest;
}

function expectHarmless(written: string): void {
	expect(OBEYED.filter((part) => written.includes(part))).toEqual([]);
	expect(written).toContain("EVIL");
	// Shown, not dropped.
	expect(written).toMatch(/␛\]52|\\u001b\]52/);
}

const CHAT = "hub infer -t chat hi";
const events = (pieces: readonly string[]): ScriptedAnswer => ({
	headers: { "content-type": "text/event-stream" },
	body: [
		...pieces.map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`),
		"data: [DONE]\n\n",
	].join(""),
});
const whole: ScriptedAnswer = {
	body: { id: "1", created: 1, model: "m", choices: [{ index: 0, message: { role: "assistant", content: HOSTILE } }] },
};
const refusal: ScriptedAnswer = { status: 400, body: { error: { message: HOSTILE } } };

interface Case {
	title: string;
	line: string;
	answer: ScriptedAnswer;
}

const CASES: Case[] = [
	{ title: "a streamed answer", line: CHAT, answer: events([HOSTILE]) },
	{ title: "an answer streamed letter by letter", line: CHAT, answer: events([...HOSTILE]) },
	{ title: "the same without Markdown", line: `${CHAT} --raw`, answer: events([...HOSTILE]) },
	{ title: "a whole answer", line: `${CHAT} --no-stream`, answer: whole },
	{ title: "an answer as JSON", line: `${CHAT} --json`, answer: whole },
	{ title: "labels", line: "hub infer -t classify hi", answer: { body: [[{ label: HOSTILE, score: 1 }]] } },
	{
		title: "labels in a table",
		line: "hub infer -t classify hi --format table",
		answer: { body: [[{ label: HOSTILE, score: 1 }]] },
	},
	{ title: "text", line: "hub infer -t summarization hi", answer: { body: [{ summary_text: HOSTILE }] } },
	{ title: "an error", line: CHAT, answer: refusal },
	{ title: "an error as JSON", line: `${CHAT} --json`, answer: refusal },
	{ title: "an error that makes another provider try", line: `${CHAT} --stats`, answer: { ...refusal, status: 402 } },
];

describe("untrusted text on a terminal", () => {
	it.each(CASES)("escapes $title", async ({ line, answer }) => {
		const server = await serve(answer);
		expectHarmless(await onTerminal(`${line} -m m --endpoint ${server.url} --retries 0`, openHome()));
	});

	it.each([
		["the name of a saved file", `hub infer -t t2i --sandbox x --param width=16 --param height=16 -o "$EVIL.png"`],
		["the name of a missing file", `hub infer -t image-classification --sandbox "$EVIL.png"`],
		["the name of a missing folder", `hub infer -t t2i --sandbox x -o "$EVIL/a.png"`],
		["a model", `hub infer -t chat --sandbox -m "acme/$EVIL" hi --stats`],
		["a dry run", `hub infer -t chat --sandbox -m "acme/$EVIL" hi --dry-run`],
		["a request as a curl command", `hub infer -t chat --sandbox hi --system "$EVIL" --curl`],
	])("escapes %s", async (_, line) => {
		const home = openHome();
		const written = await onTerminal(line, home, { EVIL: HOSTILE.replaceAll("/", ""), COLORTERM: "truecolor" });
		// The link to a saved file is the program's own.
		expectHarmless(written.replaceAll("\x1b]8;;file:", ""));
		expect(readdirSync(home.folder).some((name) => name.endsWith("part"))).toBe(false);
	});
});

describe("untrusted text in a pipe", () => {
	it.each([
		["a streamed answer", CHAT, events([...HOSTILE])],
		["a whole answer", `${CHAT} --no-stream`, whole],
		["text", "hub infer -t summarization hi", { body: [{ summary_text: HOSTILE }] }],
	])("passes %s on unchanged", async (_, line, answer) => {
		const server = await serve(answer);
		const { stdout, code } = await openHome().run(`${line} -m m --endpoint ${server.url}`);
		expect([code, stdout]).toEqual([0, `${HOSTILE}\n`]);
	});

	it("keeps every character in JSON", async () => {
		const server = await serve({ body: [[{ label: HOSTILE, score: 1 }]] });
		const { stdout } = await openHome().run(`hub infer -t classify hi -m m --endpoint ${server.url}`);
		expect(JSON.parse(stdout)[0].label).toBe(HOSTILE);
	});
});

it("stops a template that never ends after ten seconds of rendering", async () => {
	const nested = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}";
	const home = createHome({ "nested.jinja": nested });
	onTestFinished(() => home.remove());
	// Each look at the clock sees a tenth of a second more.
	let now = performance.now();
	const clock = vi.spyOn(performance, "now").mockImplementation(() => {
		now += 100;
		return now;
	});
	onTestFinished(() => clock.mockRestore());
	expect(await home.run("hub template render nested.jinja")).toMatchObject({
		code: 2,
		stdout: "",
		stderr: expect.stringMatching(/^Error: nested\.jinja.*the template takes longer than 10000 milliseconds/),
	});
});
