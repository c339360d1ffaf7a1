import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openScreen, type Screen } from "../../helpers/screen.ts";
import { startServer } from "../../helpers/server.ts";
import { createHome, type Home } from "../../helpers/session.ts";

const KEYS = { up: "\u001B[A", down: "\u001B[B", escape: "\u001B", interrupt: "\u0003", end: "\u0004" };

function home(): Home {
	const created = createHome();
	onTestFinished(() => created.remove());
	return created;
}

/** Waits until the chat is ready for the next message. */
async function ready(screen: Screen): Promise<void> {
	await screen.waitFor((text) => text.includes("❯ Type a message") && !/ s · Ctrl-C stops/.test(text));
}

async function say(screen: Screen, text: string, answer: string | RegExp): Promise<void> {
	await ready(screen);
	screen.type(`${text}\r`);
	await screen.waitFor(answer);
	await ready(screen);
}

function files(folder: Home): string[] {
	return readdirSync(join(folder.folder, ".local/share/hub/chats"));
}

interface Chunk {
	content?: string;
	reasoning?: string;
}

/** A server that streams an answer: its address as an endpoint. */
async function stream(
	chunks: readonly Chunk[],
	{ pause = 0, hangs = false }: { pause?: number; hangs?: boolean } = {},
): Promise<string> {
	const event = (delta: object, others: object = {}): string =>
		`data: ${JSON.stringify({ choices: [{ index: 0, delta, ...others }] })}\n\n`;
	const usage = { prompt_tokens: 7, completion_tokens: chunks.length, total_tokens: 7 + chunks.length };
	const pieces = chunks.map((chunk) => event(chunk));
	const end = `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`;
	const size = Math.max(...pieces.map((piece) => Buffer.byteLength(piece)), 1);
	// Each piece takes the same room, so that the server's pauses fall between them.
	const body =
		pieces.map((piece) => `:${" ".repeat(size - Buffer.byteLength(piece))}\n${piece}`).join("") + (hangs ? "" : end);
	const server = await startServer([
		{
			headers: { "content-type": "text/event-stream" },
			body,
			step: size + 2,
			pause,
			ending: hangs ? "hang" : "end",
		},
	]);
	onTestFinished(() => server.close());
	return `--endpoint ${server.url}/v1 -m test/model`;
}

const words = (count: number): Chunk[] => Array.from({ length: count }, (_, index) => ({ content: `word${index} ` }));

describe("hub chat", () => {
	it("holds a conversation, and keeps every turn", async () => {
		const folder = home();
		const screen = openScreen("hub chat --sandbox", folder);
		await screen.waitFor("/help lists the commands");
		await say(screen, "What is 2 + 3?", /\b5\b/);
		expect(screen.text()).toMatch(/· \d+ in · \d+ out · [\d.]+ tokens\/s · [\d.]+ s/);
		expect(screen.isCursorShown).toBe(true);
		const [file = ""] = files(folder);
		const path = join(folder.folder, ".local/share/hub/chats", file);
		expect(statSync(path).mode & 0o777).toBe(0o600);
		const records = readFileSync(path, "utf8")
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as Record<string, unknown>);
		expect(records.map(({ type, role }) => role ?? type)).toEqual(["chat", "settings", "user", "assistant"]);
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toContain(`Continue with: hub chat --resume ${file.replace(".jsonl", "")}`);
		// The editor is gone, what was said stays.
		expect(screen.text()).not.toContain("Type a message");
		expect(screen.text()).toContain("❯ What is 2 + 3?");
	});

	it("runs its commands", async () => {
		const folder = home();
		const screen = openScreen("hub chat --sandbox", folder, { rows: 40 });
		await say(screen, "/help", "/retry");
		await say(screen, "/hlep", "Did you mean /help?");
		await say(screen, "/system Answer in one word", "Instructions: Answer in one word");
		await say(screen, "/system", "Instructions: Answer in one word");
		await say(screen, "/system -", "No instructions.");
		await say(screen, "/retry", "Nothing to retry yet.");
		await say(screen, "/save", "Nothing to save yet.");
		await say(screen, "/model test/other", "Model: test/other");
		await say(screen, "/model HuggingFaceTB/SmolLM3-3B", "Model: HuggingFaceTB/SmolLM3-3B");
		await say(screen, "/provider togther", "Did you mean together?");
		await say(screen, "/provider together", "Provider: together");
		await say(screen, "Say apple", "· together ·");
		await say(screen, "/retry", /❯ \/retry\n+apple\n\n❯ Type a message/);
		await say(screen, "/save fruit", "Saved as fruit");
		await say(screen, "/clear", "Started a new chat.");
		await say(screen, "Say pear", "❯ Say pear");
		await say(screen, "/load frut", "Did you mean fruit?");
		await say(screen, "/load fruit", "Continuing fruit.");
		await say(screen, "/image nothing.png", "no such file");
		await say(screen, "/etc/hosts is what?", "❯ /etc/hosts is what?");
		screen.type("/exit\r");
		expect(await screen.end()).toBe(0);
		expect(files(folder)).toContain("fruit.jsonl");
	});

	it("chooses models, providers and chats from lists", async () => {
		const screen = openScreen("hub chat --sandbox", home(), { rows: 30 });
		await say(screen, "hello", "❯ hello");
		for (const [command, title] of [
			["/model", "Which model for chat?"],
			["/provider", "Which provider runs"],
			["/load", "Which chat?"],
		] as const) {
			screen.type(`${command}\r`);
			await screen.waitFor(title);
			screen.type(KEYS.escape);
			await ready(screen);
		}
		screen.type("/provider\r");
		await screen.waitFor("live · conversational");
		screen.type("cerebras\r");
		await screen.waitFor("Provider: cerebras");
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
	});

	it("resumes a chat", async () => {
		const folder = home();
		const first = openScreen("hub chat --sandbox 'My name is Ada.'", folder);
		await ready(first);
		await say(first, "/save ada", "Saved as ada");
		first.type(KEYS.end);
		await first.end();
		for (const [flags, word] of [
			["--resume", "apple"],
			["--resume ada", "pear"],
			["--resume ad", "plum"],
			["--resume ''", "fig"],
		] as const) {
			const second = openScreen(`hub chat --sandbox ${flags}`, folder, { rows: 40 });
			await second.waitFor("My name is Ada.");
			await say(second, `Say ${word}`, `❯ Say ${word}\n\n${word}`);
			second.type(KEYS.end);
			expect(await second.end()).toBe(0);
		}
		const wrong = openScreen("hub chat --sandbox --resume adda", folder);
		expect(await wrong.end()).toBe(2);
		expect(wrong.text()).toContain("Did you mean ada?");
	});

	it("accepts several lines, pasted and typed, and walks through the history", async () => {
		const screen = openScreen("hub chat --sandbox", home());
		await ready(screen);
		screen.type("\u001B[200~one\rtwo\u001B[201~");
		await screen.waitFor("❯ one\n  two");
		screen.type("\\\r");
		screen.type("three\nfour\u001B\rfive");
		await screen.waitFor("❯ one\n  two\n  three\n  four\n  five");
		screen.type("\r");
		await screen.waitFor((text) => text.includes("❯ Type a message"));
		await ready(screen);
		screen.type(`draft${KEYS.up}`);
		await screen.waitFor("  five\n");
		screen.type(KEYS.down.repeat(5));
		await screen.waitFor("❯ draft");
		screen.type(KEYS.interrupt);
		await ready(screen);
		screen.type(KEYS.interrupt);
		await screen.waitFor("again to leave");
		screen.type(KEYS.interrupt);
		expect(await screen.end()).toBe(0);
	});

	it("sends an image", async () => {
		const folder = createHome({ "x.txt": "no picture" });
		onTestFinished(() => folder.remove());
		await folder.run("hub infer -t t2i -p sandbox 'a cat' -o cat.png");
		const screen = openScreen("hub chat --sandbox -m sandbox/image-text-to-text", folder);
		await say(screen, "/image x.txt", "is not an image");
		screen.type("/image c\t");
		await screen.waitFor("❯ /image cat.png");
		screen.type("\r");
		await screen.waitFor("with cat.png");
		await say(screen, "What is in it?", "[cat.png]");
		const [file = ""] = files(folder);
		expect(readFileSync(join(folder.folder, ".local/share/hub/chats", file), "utf8")).toContain(
			"data:image/png;base64,",
		);
		screen.type(KEYS.end);
		await screen.end();
	});

	it("stops an answer and keeps the part received", async () => {
		const folder = home();
		const screen = openScreen(`hub chat ${await stream(words(20), { hangs: true })}`, folder);
		await ready(screen);
		screen.type("go\r");
		await screen.waitFor("word19");
		screen.type(KEYS.interrupt);
		await screen.waitFor("Stopped.");
		await ready(screen);
		const [file = ""] = files(folder);
		expect(readFileSync(join(folder.folder, ".local/share/hub/chats", file), "utf8")).toMatch(/word19.*"stopped":true/);
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
	});

	it("stops before the first token", async () => {
		const screen = openScreen(`hub chat ${await stream([], { hangs: true })}`, home());
		await ready(screen);
		screen.type("go\r");
		await screen.waitFor("waiting");
		screen.type("typed ahead\r");
		await screen.waitFor("The answer is still coming");
		screen.type(KEYS.interrupt);
		await screen.waitFor("Stopped.");
		await screen.waitFor("❯ typed ahead");
		screen.type(KEYS.interrupt + KEYS.end);
		expect(await screen.end()).toBe(0);
	});

	it("continues after an error", async () => {
		const screen = openScreen("hub chat --retries 0 --endpoint http://127.0.0.1:3/v1 -m x", home());
		await say(screen, "hello", "nothing listens there");
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
	});

	it("can be closed while the model is looked up", async () => {
		const screen = openScreen("hub chat --sandbox", home());
		await ready(screen);
		screen.type(`hello\r${KEYS.end}`);
		expect(await screen.end()).toBe(0);
	});

	it("restores the terminal on a signal", async () => {
		const screen = openScreen("exec hub chat --sandbox", home());
		await ready(screen);
		screen.signal("SIGTERM");
		expect(await screen.end()).toBe(143);
		expect(screen.isCursorShown).toBe(true);
		expect(screen.written).toContain("\u001B[?2004l");
	});

	it("draws Markdown, or plain text with --raw", async () => {
		const answer = [{ content: "# Title\n\nsome **bold** text\n\n```py\nx = 1\n```\n" }];
		const drawn = openScreen(`hub chat ${await stream(answer)} hi`, home());
		await drawn.waitFor("── py ──");
		await ready(drawn);
		expect(drawn.text()).toContain("some bold text");
		drawn.type(KEYS.end);
		await drawn.end();
		const raw = openScreen(`hub chat --raw ${await stream(answer)} hi`, home());
		await raw.waitFor("some **bold** text");
		await raw.waitFor("```py");
		await ready(raw);
		raw.type(KEYS.end);
		await raw.end();
	});

	it.each([
		{ columns: 40, rows: 12 },
		{ columns: 200, rows: 50 },
	])("fits %o", async (size) => {
		const text = `日本語の長い文章 and 😀 ${"words and more words ".repeat(30)}\n\n| a | b |\n|---|---|\n| 名前 | ${"cell ".repeat(9)} |\n`;
		const screen = openScreen(`hub chat ${await stream([{ content: text }])} hi`, home(), size);
		await screen.waitFor("名前");
		await ready(screen);
		const shown = screen.history();
		expect(shown.match(/words and more words|words\s+and\s+more\s+words/g)?.length).toBe(30);
		for (const line of shown.split("\n")) expect(line.length).toBeLessThan(size.columns);
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
	});

	it("lays out what came before for the width there is, and a table that is taller than the window", async () => {
		const size = { columns: 40, rows: 12 };
		const rows = Array.from({ length: 30 }, (_, index) => `| ${index} | row ${index} |\n`).join("");
		const long = "sentences of the last row that are longer than all before";
		const table = `| number | what it says |\n|---|---|\n${rows}| 30 | ${long} |\n`;
		const folder = home();
		const endpoint = await stream([{ content: `${"words and more words ".repeat(9)}\n\n` }, { content: table }]);
		const screen = openScreen(`hub chat ${endpoint} "${"a long question ".repeat(5)}"`, folder, size);
		await screen.waitFor("before");
		await ready(screen);
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
		const resumed = openScreen(`hub chat ${endpoint} --resume last`, folder, size);
		await resumed.waitFor("before");
		await ready(resumed);
		for (const shown of [screen.history(), resumed.history()]) {
			const lines = shown.split("\n").filter((line) => !line.startsWith("Continue with:"));
			// A line that the terminal broke would begin in the middle of a word.
			expect(shown.match(/words\s+and\s+more\s+words/g)).toHaveLength(9);
			for (const line of lines) expect(line.length).toBeLessThan(size.columns);
			for (let index = 0; index < 30; index++) expect(shown).toMatch(new RegExp(`^${index} +│ row ${index}$`, "m"));
			const end = shown.slice(shown.search(/^30 +│/m)).replaceAll(/^ *│ |^\d+ +│ /gm, "");
			expect(end.split(/\s+/).join(" ")).toContain(long);
		}
		// All that was said is there, in lines of the terminal's width.
		expect(resumed.history()).toMatch(/a long question/);
		resumed.type(KEYS.end);
		expect(await resumed.end()).toBe(0);
	});

	it("loses nothing when the size changes while an answer streams", async () => {
		const screen = openScreen(`hub chat ${await stream(words(120), { pause: 5 })} hi`, home(), {
			columns: 100,
			rows: 30,
		});
		await screen.waitFor("word20");
		screen.resize(44, 18);
		await screen.waitFor("word60");
		screen.resize(120, 40);
		await screen.waitFor("word119");
		await ready(screen);
		const shown = screen.history();
		for (let index = 0; index < 120; index++) expect(shown).toContain(`word${index}`);
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
	});

	it("loses nothing when the window gets shorter", async () => {
		const screen = openScreen("hub chat --sandbox", home());
		await say(screen, "/help", "Ctrl-D leaves.");
		screen.resize(80, 12);
		screen.type("x");
		await screen.waitFor(/Ctrl-D leaves\.\n\n❯ x\ndefault model · sandbox$/);
		screen.resize(80, 8);
		screen.type(KEYS.interrupt + KEYS.end);
		expect(await screen.end()).toBe(0);
		expect(screen.history()).toMatch(/\/exit [\s\S]*Ctrl-D leaves\.$/);
	});

	it("keeps a partial answer on the screen and in the file when it is closed", async () => {
		const folder = home();
		const screen = openScreen(`hub chat ${await stream(words(20), { hangs: true })} go`, folder);
		await screen.waitFor("word19");
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toContain("word18 word19");
		const [file = ""] = files(folder);
		expect(readFileSync(join(folder.folder, ".local/share/hub/chats", file), "utf8")).toMatch(/word19.*"stopped":true/);
	});

	it.each([
		[{ NO_COLOR: "1" }, false],
		[{}, true],
	])("uses colors as the environment says: %o", async (env, isColoured) => {
		const screen = openScreen("hub chat --sandbox", home(), { env });
		await say(screen, "hello", "❯ hello");
		// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
		expect(/\u001B\[\d+m/.test(screen.written)).toBe(isColoured);
		screen.type(KEYS.end);
		await screen.end();
	});

	it("escapes control sequences of the model, split anywhere", async () => {
		const attack = "a\u001B]52;c;ZXZpbA==\u0007b\u001B[2Jc\u009B31md\u001BPq\u001B\\e\u001B]8;;http://x\u0007f";
		const chunks = Array.from(attack, (content): Chunk => ({ content }));
		const screen = openScreen(`hub chat ${await stream(chunks)} hi`, home());
		await screen.waitFor("a␛]52;c;ZXZpbA==␇b␛[2Jc<009B>31md␛Pq␛\\e␛]8;;http://x␇f");
		for (const begun of ["\u001B]", "\u001BP", "\u001B[2J", "\u009B", "\u0007"])
			expect(screen.written).not.toContain(begun);
		await ready(screen);
		screen.type(KEYS.end);
		await screen.end();
	});

	it.each([
		["TERM=dumb", { TERM: "dumb" }],
		["CI is set", { CI: "true" }],
	])("is rejected if %s", async (reason, env) => {
		const screen = openScreen("hub chat --sandbox", home(), { env });
		expect(await screen.end()).toBe(2);
		expect(screen.text()).toContain(reason);
		expect(screen.text()).toContain("hub infer");
	});
});

describe("hub infer on a terminal", () => {
	it("opens the chat if there is no prompt", async () => {
		const screen = openScreen("hub infer -t chat --sandbox --system 'Be brief'", home());
		await ready(screen);
		await say(screen, "/system", "Instructions: Be brief");
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
	});

	it("passes tools to the chat", async () => {
		const tool = { name: "get_weather", parameters: { type: "object", properties: { city: { type: "string" } } } };
		const folder = createHome({ "tools.json": JSON.stringify([tool]) });
		onTestFinished(() => folder.remove());
		const screen = openScreen("hub infer -t chat --sandbox --tools tools.json", folder);
		await say(screen, "What is the weather in Paris?", "get_weather: ");
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
	});

	it("draws the answer and leaves it there, without a blank line after it", async () => {
		const screen = openScreen(
			`hub infer -t chat ${await stream([{ content: "# One\n\n" }, { content: "- **two**\n" }])} hi; echo next`,
			home(),
		);
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toBe("One\n\n• two\nnext");
		expect(screen.isCursorShown).toBe(true);
	});

	it("shows reasoning dimmed and apart", async () => {
		const line = `hub infer -t chat ${await stream([{ reasoning: "let me see" }, { content: "42" }])} hi`;
		const screen = openScreen(line, home());
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toBe("let me see\n\n42");
	});

	it("prints plain text with --raw and on a dumb terminal", async () => {
		for (const [flag, env] of [
			["--raw", {}],
			["", { TERM: "dumb" }],
		] as const) {
			const screen = openScreen(`hub infer -t chat ${flag} ${await stream([{ content: "**bold**" }])} hi`, home(), {
				env,
			});
			expect(await screen.end()).toBe(0);
			expect(screen.text()).toContain("**bold**");
			expect(screen.written).not.toContain("\u001B[2K");
		}
	});

	it("ends on Ctrl-C with the partial answer", async () => {
		const screen = openScreen(`hub infer -t chat ${await stream(words(5), { hangs: true })} hi`, home());
		await screen.waitFor("word4");
		screen.type(KEYS.interrupt);
		expect(await screen.end()).toBe(130);
		expect(screen.text()).toContain("word0 word1 word2 word3 word4");
		expect(screen.isCursorShown).toBe(true);
	});

	/** Bytes a token may cost on the terminal, codes included: less than two lines of text. */
	const BOUND = 160;

	it("writes few bytes for each token", async () => {
		const text = Array.from(
			{ length: 8 },
			(_, paragraph) => `${paragraph}. ${"some words in a line ".repeat(8)}\n\n`,
		).join("");
		const tokens = text.match(/\S+\s*/g) ?? [];
		const endpoint = await stream(
			tokens.map((content) => ({ content })),
			{ pause: 5 },
		);
		for (const line of [`hub infer -t chat ${endpoint} hi`, `hub chat ${endpoint} hi`]) {
			const screen = openScreen(line, home());
			if (line.startsWith("hub chat")) {
				await screen.waitFor(/7\. some/);
				await ready(screen);
				screen.type(KEYS.end);
			}
			expect(await screen.end()).toBe(0);
			expect(screen.written.length / tokens.length).toBeLessThan(BOUND);
			// Never more of the screen than what differs: nothing is cleared as a whole.
			for (const code of ["[2J", "[3J", "[?1049"]) expect(screen.written).not.toContain(`\u001B${code}`);
		}
	});
});
