import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openScreen, type Screen } from "../../helpers/screen.ts";
import { type ScriptedServer, startServer } from "../../helpers/server.ts";
import { createHome, type Home } from "../../helpers/session.ts";

const END = "\u0004";

function home(): Home {
	const created = createHome();
	onTestFinished(() => created.remove());
	return created;
}

/** A server that answers every chat. */
async function serve(answer: string): Promise<ScriptedServer> {
	const delta = { choices: [{ index: 0, delta: { content: answer } }] };
	const server = await startServer([
		{
			headers: { "content-type": "text/event-stream" },
			body: `data: ${JSON.stringify(delta)}\n\ndata: [DONE]\n\n`,
		},
	]);
	onTestFinished(() => server.close());
	return server;
}

async function say(screen: Screen, text: string, answer: string): Promise<void> {
	await screen.waitFor("❯ Type a message");
	screen.type(`${text}\r`);
	await screen.waitFor(answer);
	await screen.waitFor((seen) => seen.includes("❯ Type a message") && !seen.includes("Ctrl-C stops"));
}

/** Holds a chat of one turn and leaves; the line that goes on with it. */
async function hold(line: string, folder: Home, env: Record<string, string> = {}): Promise<string> {
	const screen = openScreen(line, folder, { columns: 200, env });
	await say(screen, "my secret", "Mine.");
	screen.type(END);
	expect(await screen.end()).toBe(0);
	return /Continue with: (.*)/.exec(screen.text())?.[1] ?? "";
}

function saved(folder: Home): string {
	const chats = join(folder.folder, ".local/share/hub/chats");
	return readFileSync(join(chats, readdirSync(chats)[0] ?? ""), "utf8");
}

describe("a conversation stays where it started", () => {
	it("continues at its endpoint, whatever token or router is set", async () => {
		const folder = home();
		const [local, router] = [await serve("Mine."), await serve("Elsewhere.")];
		const env = { HF_TOKEN: "hf_test", HUB_ROUTER_URL: router.url, HF_ENDPOINT: router.url };
		const line = await hold(`hub chat --endpoint ${local.url}/v1 -m m`, folder);
		expect(line).toMatch(new RegExp(`^hub chat --resume \\S+ -m m --endpoint ${local.url}/v1$`));
		expect(saved(folder)).toContain(`"endpoint":"${local.url}/v1"`);
		for (const [word, resume] of [
			["more", "hub chat --resume"],
			["again", line],
		] as const) {
			const screen = openScreen(resume, folder, { columns: 100, env });
			await screen.waitFor("Continuing");
			expect(screen.text()).toContain(new URL(local.url).host);
			await say(screen, word, `❯ ${word}\n\nMine.`);
			screen.type(END);
			expect(await screen.end()).toBe(0);
		}
		expect(local.requests).toHaveLength(3);
		expect(router.requests).toEqual([]);
	});

	it("moves when the user says so, and then stays there", async () => {
		const folder = home();
		const [local, other] = [await serve("Mine."), await serve("Other.")];
		await hold(`hub chat --endpoint ${local.url}/v1 -m m`, folder);
		for (const [word, flags] of [
			["more", `--endpoint ${other.url}/v1`],
			["again", ""],
		] as const) {
			const screen = openScreen(`hub chat --resume ${flags}`, folder, { columns: 100 });
			await screen.waitFor("Continuing");
			await say(screen, word, `❯ ${word}\n\nOther.`);
			screen.type(END);
			await screen.end();
		}
		expect(local.requests).toHaveLength(1);
		expect(other.requests).toHaveLength(2);
	});

	it("stays at its endpoint when a provider is chosen in the chat", async () => {
		const local = await serve("Mine.");
		const screen = openScreen(`hub chat --endpoint ${local.url}/v1 -m m`, home(), { columns: 100 });
		await say(screen, "/provider groq", "and stays there.");
		await say(screen, "hello", "❯ hello\n\nMine.");
		screen.type(END);
		await screen.end();
	});

	it("is rejected if the router has changed", async () => {
		const folder = home();
		const first = await serve("Mine.");
		const env = { HUB_ROUTER_URL: first.url, HF_TOKEN: "hf_test" };
		const line = await hold("hub chat -m x/y", folder, env);
		expect(line).toMatch(new RegExp(`^HUB_ROUTER_URL=${first.url} hub chat --resume \\S+ -m x/y -p auto$`));
		for (const [more, says] of [
			[{}, `Set HUB_ROUTER_URL=${first.url}`],
			[{ HUB_ROUTER_URL: "http://127.0.0.1:3" }, `Set HUB_ROUTER_URL=${first.url}`],
		] as const) {
			const screen = openScreen("hub chat --resume", folder, { columns: 200, env: { HF_TOKEN: "hf_test", ...more } });
			expect(await screen.end()).toBe(2);
			expect(screen.text()).toContain(says);
		}
	});

	it("stays in the sandbox", async () => {
		const folder = home();
		const first = openScreen("hub chat -p sandbox 'Say apple'", folder, { columns: 100 });
		await first.waitFor("❯ Say apple\n\napple");
		await first.waitFor("❯ Type a message");
		first.type(END);
		await first.end();
		expect(first.text()).toMatch(/Continue with: hub chat --resume \S+ --sandbox/);
		const env = { HUB_PROVIDER: "groq", HF_TOKEN: "hf_test", HUB_ROUTER_URL: "http://127.0.0.1:3" };
		const again = openScreen("hub chat --resume", folder, { env, columns: 100 });
		await again.waitFor("Continuing");
		await say(again, "Say pear", "❯ Say pear\n\npear");
		expect(again.text()).toContain("· sandbox ·");
		again.type(END);
		await again.end();
	});

	it("of an earlier version needs a provider, with --resume and /load", async () => {
		const folder = home();
		const chats = join(folder.folder, ".local/share/hub/chats");
		mkdirSync(chats, { recursive: true });
		const records = [
			{ type: "chat", version: 1, created: "2026-01-01T00:00:00Z" },
			{ type: "settings", model: "HuggingFaceTB/SmolLM3-3B", provider: "groq" },
			{ type: "message", time: "2026-01-01T00:00:00Z", role: "user", content: "old secret" },
			{ type: "message", time: "2026-01-01T00:00:00Z", role: "assistant", content: "Mine." },
		];
		writeFileSync(join(chats, "old.jsonl"), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
		const router = await serve("Elsewhere.");
		const env = { HF_TOKEN: "hf_test", HUB_ROUTER_URL: router.url };
		const refused = openScreen("hub chat --resume old", folder, { columns: 100, env });
		expect(await refused.end()).toBe(2);
		expect(refused.text()).toMatch(/-p PROVIDER, --endpoint URL or --sandbox/);
		const loading = openScreen("hub chat -p groq", folder, { columns: 100, env });
		await say(loading, "/load old", "was saved without the place");
		expect(loading.text()).not.toContain("old secret");
		loading.type(END);
		await loading.end();
		const told = openScreen("hub chat --resume old --sandbox", folder, { columns: 100, env });
		await told.waitFor("old secret");
		await say(told, "Say plum", "❯ Say plum\n\nplum");
		told.type(END);
		await told.end();
		expect(router.requests).toEqual([]);
	});

	it("moves with /load", async () => {
		const folder = home();
		const local = await serve("Mine.");
		await hold(`hub chat --endpoint ${local.url}/v1 -m m`, folder);
		const [id = ""] = readdirSync(join(folder.folder, ".local/share/hub/chats")).map((name) =>
			name.replace(".jsonl", ""),
		);
		const screen = openScreen("hub chat --sandbox", folder, { columns: 100 });
		await say(screen, "Say apple", "❯ Say apple\n\napple");
		await say(screen, `/load ${id}`, `Continuing ${id}. This chat runs on: ${new URL(local.url).host}`);
		await say(screen, "more", "❯ more\n\nMine.");
		screen.type(END);
		await screen.end();
		expect(screen.text()).toContain(`--endpoint ${local.url}/v1`);
		expect(local.requests.map(({ body }) => body).join("")).not.toContain("apple");
	});
});
