import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openScreen, type Screen } from "../../helpers/screen.ts";
import { createHome, type Home } from "../../helpers/session.ts";

const END = "\u0004";

function home(files: Record<string, string> = {}): Home {
	const created = createHome(files);
	onTestFinished(() => created.remove());
	return created;
}

async function type(screen: Screen, text: string, shown: string): Promise<void> {
	await screen.waitFor("❯ Type a message");
	screen.type(`${text}\r`);
	await screen.waitFor(shown);
	await screen.waitFor((seen) => seen.includes("❯ Type a message") && !seen.includes("Ctrl-C stops"));
}

it("copies, exports, shows figures, attaches files, and opens the editor", async () => {
	const folder = home({ "notes.txt": "Some notes.\n" });
	writeFileSync(join(folder.folder, "ed.sh"), "#!/bin/sh\nprintf 'Say edited' > \"$1\"\n", { mode: 0o755 });
	const env = { EDITOR: `${folder.folder}/ed.sh` };
	const screen = openScreen("hub chat --sandbox", folder, { columns: 100, rows: 30, env });
	await type(screen, "Say apple", "apple");
	await type(screen, "/copy", "Copied the answer (1 line)");
	expect(screen.written).toContain(`\u001b]52;c;${Buffer.from("apple").toString("base64")}\u0007`);
	await type(screen, "/copy code", "has no code block");
	await type(screen, "/stats", "Runs on");
	await type(screen, "/export talk.json", "Written to talk.json");
	const exported: unknown = JSON.parse(readFileSync(join(folder.folder, "talk.json"), "utf8"));
	expect(exported).toMatchObject({ messages: [{ content: "Say apple" }, { content: "apple" }] });
	await type(screen, "/export talk.json", "already exists");
	await type(screen, "/file notes.txt", "with your next message");
	await screen.waitFor("with notes.txt");
	await type(screen, "What do they say?", "[notes.txt]");
	screen.type("/edit a draft\r");
	await screen.waitFor("❯ Say edited");
	screen.type("\r");
	await screen.waitFor("❯ Say edited\n\nedited");
	await screen.waitFor((seen) => seen.includes("❯ Type a message") && !seen.includes("Ctrl-C stops"));
	// Ctrl-R finds what was said in another chat too.
	screen.type("\u0012");
	await screen.waitFor("Say again");
	screen.type("apple");
	await screen.waitFor("Say apple");
	screen.type("\r");
	// Above the status line: the same words stand in the conversation too.
	await screen.waitFor((seen) => /❯ Say apple\s*\n[^\n]*sandbox · /.test(seen));
	screen.type("\u0003");
	await screen.waitFor("❯ Type a message");
	screen.type(END);
	expect(await screen.end()).toBe(0);
	expect((await folder.run("hub chat --export $(hub chat --list | cut -f1)")).stdout).toContain("Some notes.");
});

it("continues the last conversation of hub on the screen, and saves it as a separate chat", async () => {
	const folder = home();
	await folder.run('hub --sandbox "Say plum"', { columns: 80 });
	const screen = openScreen("hub -c", folder, { columns: 100 });
	await screen.waitFor("❯ Say plum");
	await screen.waitFor("sandbox");
	await type(screen, "Say fig", "fig");
	screen.type(END);
	expect(await screen.end()).toBe(0);
	await folder.run('hub --sandbox "Say kiwi"', { columns: 80 });
	const { stdout } = await folder.run("hub chat --list --json");
	const chats = JSON.parse(stdout) as { kind: string; title: string }[];
	expect(chats.map(({ kind, title }) => [kind, title])).toEqual([
		["prompt", "Say kiwi"],
		["chat", "Say plum"],
	]);
});
