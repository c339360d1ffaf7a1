import {
	appendFileSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
	appendToChat,
	type ChatRecord,
	findChat,
	isChatId,
	listChatIds,
	listChats,
	newChatId,
	newOneShotId,
	pruneOneShots,
	readChat,
	readText,
	renameChat,
} from "../../src/cli/commands/chat/store.ts";
import { chatFolder } from "../../src/cli/config/folders.ts";

let env: Record<string, string>;

beforeEach(() => {
	const folder = mkdtempSync(join(tmpdir(), "hub-chats-"));
	env = { HUB_DATA_DIR: folder };
	onTestFinished(() => rmSync(folder, { recursive: true }));
});

const user = (content: string): ChatRecord => ({
	type: "message",
	time: "2026-01-01T00:00:00Z",
	role: "user",
	content,
});
const assistant = (content: string): ChatRecord => ({
	type: "message",
	time: "2026-01-01T00:00:01Z",
	role: "assistant",
	content,
	seconds: 1,
});

function save(id: string, ...records: ChatRecord[]): void {
	for (const record of records) appendToChat(env, id, record);
}

describe("saved chats", () => {
	it("are readable only by their owner", () => {
		save("a", user("hi"));
		expect(statSync(chatFolder(env)).mode & 0o777).toBe(0o700);
		expect(statSync(join(chatFolder(env), "a.jsonl")).mode & 0o777).toBe(0o600);
	});

	it("are in HUB_DATA_DIR, else in the XDG folder", () => {
		expect(chatFolder({ HUB_DATA_DIR: "/d" })).toBe("/d/chats");
		expect(chatFolder({ XDG_DATA_HOME: "/x", HOME: "/h" })).toBe("/x/hub/chats");
		expect(chatFolder({ HOME: "/h" })).toBe("/h/.local/share/hub/chats");
	});

	it.each<{ name: string; records: ChatRecord[]; messages: string[] }>([
		{ name: "turns", records: [user("q"), assistant("a")], messages: ["q", "a"] },
		{
			name: "a retracted answer",
			records: [user("q"), assistant("a"), { type: "retry" }, assistant("b")],
			messages: ["q", "b"],
		},
		{
			name: "an exchange that was taken back",
			records: [user("p"), assistant("o"), user("q"), assistant("a"), { type: "undo" }],
			messages: ["p", "o"],
		},
		{
			name: "a retry without an answer",
			records: [user("q"), { type: "retry" }, assistant("a")],
			messages: ["q", "a"],
		},
		{ name: "a question without answer", records: [user("q"), user("r"), assistant("a")], messages: ["r", "a"] },
	])("are read unchanged: $name", ({ records, messages }) => {
		save("a", { type: "chat", version: 1, created: "" }, ...records);
		expect(readChat(env, "a").messages.map(({ content }) => content)).toEqual(messages);
	});

	it("keep the latest settings, and messages as sent", () => {
		save("a", { type: "settings", model: "x/y" }, user("q"), assistant("a"), {
			type: "settings",
			model: "x/z",
			system: "s",
		});
		expect(readChat(env, "a")).toEqual({
			id: "a",
			settings: { model: "x/z", system: "s" },
			place: undefined,
			messages: [
				{ role: "user", content: "q" },
				{ role: "assistant", content: "a" },
			],
		});
	});

	it("keep their place until another one is saved", () => {
		save("a", { type: "settings", place: { provider: "groq" } }, { type: "settings", model: "x/y" });
		expect(readChat(env, "a")).toMatchObject({ settings: { model: "x/y" }, place: { provider: "groq" } });
		save("a", { type: "settings", place: { provider: "auto" } });
		expect(readChat(env, "a")).toMatchObject({ place: { provider: "auto" } });
	});

	it("come with the one changed last first, which needs no name", () => {
		for (const [id, changed] of [
			["old", 1000],
			["new", 3000],
			["middle", 2000],
		] as const) {
			save(id, user(id));
			utimesSync(join(chatFolder(env), `${id}.jsonl`), changed, changed);
		}
		writeFileSync(join(chatFolder(env), "notes.txt"), "");
		expect(listChats(env).map(({ id }) => id)).toEqual(["new", "middle", "old"]);
		for (const name of [undefined, "last", ""]) expect(findChat(env, name).id).toBe("new");
		expect(listChatIds(env)).toEqual(["new", "middle", "old"]);
	});

	it("have ids of a form that few prompts of one word have", () => {
		const now = Date.UTC(2026, 0, 1);
		for (const id of [newChatId(now), newOneShotId(now), "once-x", "2026-01", "chat42", "v2-notes"])
			expect([id, isChatId(id)]).toEqual([id, true]);
		for (const word of ["shorter", "why?", "step-by-step", "42", "2+2", "", "größer", "a1 b"])
			expect([word, isChatId(word)]).toEqual([word, false]);
	});

	it.skipIf(process.platform === "win32")("that vanish are not listed", () => {
		save("a", user("q"));
		symlinkSync("/nowhere/gone", join(chatFolder(env), "gone.jsonl"));
		expect(listChats(env).map(({ id }) => id)).toEqual(["a"]);
		expect(listChatIds(env)).toContain("a");
	});

	it("of single prompts are kept up to a number, the newest, beside all others", () => {
		const prompts = ["prompt-1", "prompt-2", "prompt-3"].map((id) => newOneShotId(Date.UTC(2026, 0, 1)) + id);
		for (const [index, id] of [...prompts, "mine"].entries()) {
			save(id, user("q"));
			utimesSync(join(chatFolder(env), `${id}.jsonl`), 1000 + index, 1000 + index);
		}
		expect(listChats(env).map(({ isOneShot }) => isOneShot)).toEqual([false, true, true, true]);
		pruneOneShots(env, 1);
		expect(listChats(env).map(({ id }) => id)).toEqual(["mine", prompts[2]]);
	});

	it.each([
		["text", "text"],
		[[{ type: "text", text: "a" }, { type: "image_url" }, { type: "text", text: "b" }], "a [image] b"],
		[[{ type: "text" }], "[image]"],
		[null, ""],
	])("read %j as words", (content, text) => {
		expect(readText(content)).toBe(text);
	});

	it("survive a truncated line and append whole ones after it", () => {
		save("a", user("q"));
		appendFileSync(join(chatFolder(env), "a.jsonl"), '{"type":"message","role":"assi');
		save("a", assistant("a"));
		expect(readChat(env, "a").messages.map(({ content }) => content)).toEqual(["q", "a"]);
		expect(readFileSync(join(chatFolder(env), "a.jsonl"), "utf8").split("\n")).toHaveLength(4);
	});

	it("are listed with their first message", () => {
		save("one", user("first"), assistant("a"), user("second"));
		expect(listChats(env)).toMatchObject([{ id: "one", title: "first" }]);
		expect(listChats({ HUB_DATA_DIR: "/nowhere" })).toEqual([]);
	});

	it.each([
		["```notes.txt\nSome notes.\n```\n\nWhich day?", "Which day?"],
		["```notes.txt\nSome notes.\n```", "notes.txt"],
		["Why?\n```js\nx()\n```", "Why?"],
		["Before\n```js\nnever closed", "Before"],
		["````a.md\n```sh\nrun\n```\n````\n\n```src/b.ts\nlet b;\n```\n", "a.md, src/b.ts"],
	])("are titled by words or by names of files, never by a fence: %j", (question, title) => {
		save("one", user(question));
		expect(listChats(env)).toMatchObject([{ title }]);
	});

	it("are found by id, by a prefix of it, or as the last one", () => {
		save("alpha", user("a"));
		save("beta", user("b"));
		save("best", user("c"));
		expect(findChat(env, "alpha").id).toBe("alpha");
		expect(findChat(env, "al").id).toBe("alpha");
		expect(["alpha", "beta", "best"]).toContain(findChat(env).id);
		expect(() => findChat(env, "be")).toThrow('Several chats begin with "be".');
		expect(() => findChat(env, "alpah")).toThrow('Unknown chat "alpah".');
	});

	it("are renamed, but never over another one or out of the folder", () => {
		save("a", user("a"));
		save("b", user("b"));
		renameChat(env, "a", "c.1");
		expect(findChat(env, "c.1").messages).toHaveLength(1);
		expect(() => renameChat(env, "b", "c.1")).toThrow('A chat named "c.1" already exists.');
		for (const name of ["../", "/", ".", "-", ""]) expect(() => renameChat(env, "b", name)).toThrow("cannot be named");
	});

	it.each([
		["my first chat", "my-first-chat"],
		["../x/y", "x-y"],
		[".hidden", "hidden"],
		["-f", "f"],
		["Über größe!", "Über-größe"],
		["U\u0308ber", "Über"],
		["x".repeat(70), "x".repeat(60)],
		[`👍${"é".repeat(58)}- z`, "é".repeat(58)],
		[`${"a".repeat(59)} b`, "a".repeat(59)],
	])("accept a title as a name: %s", (title, id) => {
		save("a", user("a"));
		expect(renameChat(env, "a", title)).toBe(id);
		expect(findChat(env, id).messages).toHaveLength(1);
	});

	it("have unique ids based on time", () => {
		const ids = new Set(Array.from({ length: 50 }, () => newChatId(Date.UTC(2026, 0, 2, 3, 4))));
		expect(ids.size).toBeGreaterThan(45);
		for (const id of ids) expect(id).toMatch(/^2026-01-02-0304-[a-z0-9]{4}$/);
	});
});
