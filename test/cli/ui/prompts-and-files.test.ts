import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { openScreen, type Screen } from "../../helpers/screen.ts";
import { createHome, type Home } from "../../helpers/session.ts";

/** Daily use on a real terminal, by the points of its page. */

const KEYS = { interrupt: "\u0003", end: "\u0004", down: "\u001B[B" };

function home(files: Record<string, string> = {}): Home {
	const created = createHome(files);
	onTestFinished(() => created.remove());
	return created;
}

/** Serves bodies by path, and remembers the paths that were asked for, with the authorization. */
async function serve(bodies: Record<string, string>): Promise<{ url: string; asked: string[] }> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(`${request.url} ${request.headers.authorization ?? ""}`.trim());
		const body = bodies[request.url ?? ""];
		response.writeHead(body === undefined ? 404 : 200, {
			"content-type": body?.startsWith("data:") ? "text/event-stream" : "application/json",
		});
		request.resume().on("end", () => response.end(body));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** No line that was drawn is wider than the terminal. */
function expectFits(screen: Screen, columns: number): void {
	for (const line of screen.history().split("\n")) expect(line.length, line).toBeLessThanOrEqual(columns);
}

describe("a bare prompt", () => {
	it.each([
		['hub --sandbox "Say apple"', "apple"],
		["hub --sandbox Say apple pie", "apple pie"],
		['hub infer --sandbox "Say apple"', "apple"],
		["hub --sandbox Say pear < /dev/null", "pear"],
	])("%s", async (line, answer) => {
		const screen = openScreen(line, home());
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toContain(answer);
		expect(screen.isCursorShown).toBe(true);
	});

	it("continues with -c", async () => {
		const folder = home();
		const screen = openScreen('hub --sandbox "Say apple" && hub -c "Say pear" && hub chat --export last', folder);
		expect(await screen.end()).toBe(0);
		expect(screen.history()).toMatch(/apple[\s\S]*pear[\s\S]*## You\s+Say apple\s+## Model\s+apple/);
	});

	it("is listed by its beginning, at 40 columns too", async () => {
		const line = 'hub chat --resume last "Say fig" --sandbox';
		const folder = home();
		const begun = openScreen(`hub --sandbox "Say apple" && ${line}`, folder, { columns: 40 });
		await begun.waitFor(/❯ Say fig\n\nfig/);
		await begun.waitFor((text) => text.includes("❯ Type a message") && !text.includes("Ctrl-C stops"));
		begun.type(KEYS.end);
		expect(await begun.end()).toBe(0);
		const screen = openScreen("hub chat --list", folder, { columns: 40 });
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toMatch(/^ +CHAT +TITLE\n\nChats\n {2}\d{4}-[\w-]+ +Say appl/m);
	});

	it("is not mistaken for a mistyped command", async () => {
		const screen = openScreen("hub infr hello", home());
		expect(await screen.end()).toBe(2);
		expect(screen.text()).toBe('Error: Unknown command "infr".\nHint: Did you mean hub infer?');
	});

	it("prints plain text on a dumb terminal", async () => {
		const screen = openScreen('hub --sandbox "Say apple"', home(), { env: { TERM: "dumb" }, columns: 40 });
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toBe("apple");
		expect(screen.written).not.toContain("\u001B");
	});
});

describe("3, 8, 9, 12. aliases, samples, several inputs, pages", () => {
	it.each([
		[`hub alias set joke '--sandbox "Say $1"' && hub joke plum && hub alias list`, /^plum$[\s\S]*^ALIAS[\s\S]*^joke/m],
		[`hub sandbox samples`, /sample:street\.jpg/],
		[`hub infer --sandbox "Say plum" "Say fig"`, /^plum$[\s\S]*^fig$/m],
		[`hub infer --sandbox -t image-classification sample:street.jpg sample:cat.png --preview none`, /car[\s\S]*cat/],
		[`PAGER="sed s/^/page:/" hub tasks object-detection --full`, /^page:.*[\s\S]*^page:Try it/m],
		[`PAGER="sed s/^/page:/" hub tasks object-detection --full --no-pager`, /^Try it/m],
	])("%s", async (line, expected) => {
		const screen = openScreen(line, home(), { columns: 40 });
		expect(await screen.end()).toBe(0);
		expect(screen.history()).toMatch(expected);
		expect(screen.isCursorShown).toBe(true);
	});
});

describe("a saved prompt from a URL", () => {
	const prompt = 'prompt: "Say {{ word }}"\n';

	it("is fetched after asking, without a token", async () => {
		const { url, asked } = await serve({ "/say.yaml": prompt });
		const line = `hub --sandbox --no-pager -T ${url}/say.yaml --var word=plum`;
		const screen = openScreen(line, home(), { env: { HF_TOKEN: "hf_secret" } });
		await screen.waitFor(`Use the prompt from "${new URL(url).host}"?`);
		expect(asked).toEqual([]);
		screen.type("y\r");
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toMatch(/plum$/);
		expect(asked).toEqual(["/say.yaml"]);
	});

	it.each(["n\r", KEYS.interrupt])("is not fetched after %j", async (keys) => {
		const { url, asked } = await serve({ "/say.yaml": prompt });
		const screen = openScreen(`hub --sandbox -T ${url}/say.yaml --var word=plum`, home());
		await screen.waitFor("Use the prompt from");
		screen.type(keys);
		expect(await screen.end()).toBe(keys === KEYS.interrupt ? 130 : 2);
		expect(asked).toEqual([]);
		expect(screen.text()).not.toContain("plum\n");
	});

	it("may contain no other keys", async () => {
		const { url } = await serve({ "/evil.yaml": "prompt: hi\nendpoint: https://evil.example/\n" });
		const screen = openScreen(`hub --sandbox -T ${url}/evil.yaml`, home(), { columns: 100 });
		await screen.waitFor("Use the prompt from");
		screen.type("y\r");
		expect(await screen.end()).toBe(2);
		expect(screen.text()).toContain('it must not contain "endpoint"');
	});
});

describe("files", () => {
	it("go with a prompt, and images with them", async () => {
		const folder = home({ "notes.txt": "The meeting is on Monday.\n" });
		const screen = openScreen('hub --sandbox -f notes.txt "Summarise in one word"', folder, { columns: 60 });
		expect(await screen.end()).toBe(0);
		const shown = openScreen('hub --sandbox -f notes.txt "Summarise" --dry-run --no-pager', folder, { columns: 120 });
		expect(await shown.end()).toBe(0);
		expect(shown.history()).toContain("```notes.txt\\nThe meeting is on Monday.\\n```\\n\\nSummarise");
	});

	it("that are too long are reported with their token count, at 40 columns too", async () => {
		const folder = home({ "long.txt": "word ".repeat(240_000) });
		const screen = openScreen('hub --sandbox -f long.txt "Summarise"', folder, { columns: 40 });
		expect(await screen.end()).toBe(2);
		expect(screen.text().replaceAll("\n", " ")).toContain("about 300,008 tokens");
		expectFits(screen, 200);
	});
});

describe("/file", () => {
	it("attaches what fits the model, and reports the token count of what does not", async () => {
		const models = { data: [{ id: "m", max_model_len: 100 }] };
		const { url } = await serve({ "/v1/models": JSON.stringify(models) });
		const folder = home({ "long.txt": "word ".repeat(100), "short.txt": "word" });
		const screen = openScreen(`hub chat --endpoint ${url}/v1 -m m`, folder, { columns: 40 });
		await screen.waitFor("❯ Type a message");
		screen.type("/file long.txt\r");
		await screen.waitFor(/The input has about 1\d\d tokens; m takes\s+100\./);
		await screen.waitFor("❯ Type a message");
		screen.type("/file short.txt\r");
		await screen.waitFor("short.txt: goes with your next message.");
		await screen.waitFor(/\nwith short\.txt\n/);
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
	});
});

describe("hub chat -f", () => {
	const files = { "notes.txt": "The meeting is on Monday.\n", "more.txt": "And on Tuesday.\n" };

	it.each([
		["hub chat --sandbox -f notes.txt -f more.txt", ""],
		["hub chat --sandbox -f '*.txt' 'Repeat all'", undefined],
	])("puts files in front of the first message: %s", async (line, before) => {
		const folder = home(files);
		const screen = openScreen(line, folder, { columns: 100 });
		await screen.waitFor(/Attached 2 files \(\d+ bytes\): (?:notes|more)\.txt, (?:notes|more)\.txt\./);
		await screen.waitFor("❯");
		if (before !== undefined) {
			await screen.waitFor(/\nwith notes\.txt, more\.txt\n/);
			screen.type("Repeat all\r");
		}
		await screen.waitFor((text) => text.includes("❯ Type a message") && !text.includes("Ctrl-C stops"));
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
		const kept = openScreen("hub chat --export last json --no-pager", folder, { columns: 200 });
		expect(await kept.end()).toBe(0);
		const text = kept.history().replaceAll(/\n/g, "");
		expect(text).toContain("```notes.txt\\nThe meeting is on Monday.\\n```");
		expect(text).toContain("```more.txt\\nAnd on Tuesday.\\n```");
	});

	it.each([
		["hub chat --sandbox -f missing.txt", 2, "missing.txt: no such file"],
		["hub chat --sandbox -f -", 2, "-f - needs standard input, which the chat reads from."],
		["hub chat --sandbox -f ''", 2, "--file needs a path."],
	])("is refused before the chat opens: %s", async (line, code, said) => {
		const screen = openScreen(line, home(files));
		expect(await screen.end()).toBe(code);
		expect(screen.text()).toContain(said);
		expect(screen.text()).not.toContain("❯");
	});
});

describe("fields", () => {
	it("are printed with indentation, and nothing is drawn", async () => {
		const line = `hub providers groq --jq '.id, {keyVariable}' && hub tasks --template '{{ item.id }}' | head -1`;
		const screen = openScreen(line, home());
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toBe('groq\n{\n  "keyVariable": "GROQ_API_KEY"\n}\ntext-classification');
	});

	it("that never end are stopped by Ctrl-C", async () => {
		const screen = openScreen("echo begun; hub tasks --jq '[range(1; infinite)] | length'", home());
		await screen.waitFor("begun");
		// Once the work has begun it hears of no signal but this.
		const press = setInterval(() => screen.type(KEYS.interrupt), 500);
		expect(await screen.end().finally(() => clearInterval(press))).toBe(130);
		expect(screen.text()).not.toContain("Error");
	});
});

describe("structured answers", () => {
	it("are JSON on a terminal as well", async () => {
		const line = `hub --sandbox --schema "name, age int" "Ada Lovelace is 36"`;
		const screen = openScreen(line, home());
		expect(await screen.end()).toBe(0);
		expect(JSON.parse(screen.text())).toEqual({ name: "Ada Lovelace", age: 36 });
	});

	it("point to a mistake in the short form", async () => {
		const screen = openScreen('hub --sandbox --schema "name strin, age int" "Ada"', home(), { columns: 100 });
		expect(await screen.end()).toBe(2);
		expect(screen.text()).toContain("name strin, age int\n     ^");
	});
});

describe("local servers", () => {
	const hello = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "Hello from here" } }] })}\n\n`;

	it("are called, listed, and named in the status line of a chat", async () => {
		const { url, asked } = await serve({
			"/v1/models": JSON.stringify({ data: [{ id: "llama3.2:latest" }, { id: "qwen3:latest" }] }),
			"/v1/chat/completions": `${hello}data: [DONE]\n\n`,
		});
		const env = { OLLAMA_HOST: url, HF_TOKEN: "hf_secret" };
		const folder = home();
		const screen = openScreen('hub -p ollama "Say hi" && hub providers ollama', folder, { env, columns: 100 });
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toMatch(/Hello from here[\s\S]*llama3\.2:latest/);
		const chat = openScreen("hub chat -p ollama", folder, { env, columns: 80 });
		await chat.waitFor("❯ Type a message");
		chat.type("Hi\r");
		await chat.waitFor("Hello from here");
		await chat.waitFor(/llama3\.2:latest · ollama/);
		chat.type("/model");
		chat.type("\r");
		await chat.waitFor((text) => text.includes("On this machine") && text.includes("qwen3:latest"));
		chat.type("qwen");
		await chat.waitFor("❯ qwen3:latest");
		chat.type("\r");
		await chat.waitFor("Model: qwen3:latest");
		chat.type(KEYS.end);
		expect(await chat.end()).toBe(0);
		const line = /Continue with: OLLAMA_HOST=(\S+) hub chat --resume \S+ -m qwen3:latest -p ollama/.exec(
			chat.history().replaceAll("\n", " "),
		);
		expect(line?.[1]).toBe(url);
		expect(asked.filter((line) => line.includes("hf_secret"))).toEqual([]);
	});
});

describe("in the chat", () => {
	it.each([80, 40])("/model searches Hugging Face as an id is typed, at %d columns", async (columns) => {
		const screen = openScreen("hub chat --sandbox", home(), { columns });
		await screen.waitFor("❯ Type a message");
		screen.type("/model smollm");
		await screen.waitFor("HuggingFaceTB/SmolLM3-3B");
		screen.type("\t");
		await screen.waitFor("❯ /model HuggingFaceTB/SmolLM3-3B");
		screen.type("\r");
		await screen.waitFor("Model: HuggingFaceTB/SmolLM3-3B");
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
		expectFits(screen, columns);
	});

	it("Ctrl-C in the editor of /edit does not end the chat", async () => {
		const screen = openScreen("hub chat --sandbox", home({ "slow.sh": "echo waiting; exec sleep 600\n" }), {
			env: { EDITOR: "sh slow.sh" },
		});
		await screen.waitFor("❯ Type a message");
		screen.type("/edit\r");
		await screen.waitFor("waiting");
		screen.type(KEYS.interrupt);
		await screen.waitFor("ended with SIGINT; nothing was changed.");
		await screen.waitFor("❯ Type a message");
		screen.type("Say apple\r");
		await screen.waitFor(/❯ Say apple\n\napple/);
		await screen.waitFor((text) => text.includes("❯ Type a message") && !text.includes("Ctrl-C stops"));
		screen.type(KEYS.end);
		expect(await screen.end()).toBe(0);
	});

	it("requires a capable terminal", async () => {
		const screen = openScreen("hub chat --sandbox", home(), { env: { TERM: "dumb" } });
		expect(await screen.end()).toBe(2);
		expect(screen.text()).toContain("hub chat does not work with TERM=dumb.");
	});
});
