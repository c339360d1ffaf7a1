import { execFileSync, spawnSync } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { ChatController } from "../../src/cli/commands/chat/controller.ts";
import { ChatSession } from "../../src/cli/commands/chat/session.ts";
import { saveChat } from "../../src/cli/commands/chat/slash-actions.ts";
import { createContext } from "../../src/cli/context.ts";
import { Draft } from "../../src/cli/files/draft.ts";
import { checkWritable } from "../../src/cli/files/writable.ts";
import { createFileStore } from "../../src/cli/output/file-store.ts";
import { runHub } from "../helpers/in-process.ts";
import { openScreen } from "../helpers/screen.ts";
import { type ScriptedServer, startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

const PNG = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(40_000, 1)]);

function openHome(files: Record<string, string> = {}): Home {
	const home = createHome(files);
	onTestFinished(() => home.remove());
	return home;
}

/** A service whose answer is a picture; `before` runs while it makes it. */
async function servePicture(before: () => void = () => undefined): Promise<ScriptedServer> {
	const server = await startServer(() => {
		before();
		return { headers: { "content-type": "image/png" }, body: PNG };
	});
	onTestFinished(() => server.close());
	return server;
}

/** Whether this user may mount disks. */
const CAN_MOUNT = process.platform === "linux" && process.getuid?.() === 0 && tryToMount();

function tryToMount(): boolean {
	const folder = mkdtempSync(join(tmpdir(), "hub-disk-"));
	const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]);
	if (status === 0) execFileSync("umount", [folder]);
	rmSync(folder, { recursive: true });
	return status === 0;
}

/** A folder on a disk of its own. */
function mountDisk(options: string): string {
	const folder = mkdtempSync(join(tmpdir(), "hub-disk-"));
	execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
	onTestFinished(() => {
		execFileSync("umount", [folder]);
		rmSync(folder, { recursive: true, force: true });
	});
	return folder;
}

function fill(folder: string): void {
	const draft = new Draft(folder);
	try {
		for (;;) draft.write(new Uint8Array(4096));
	} catch {
		draft.close();
	}
}

describe("an output that cannot be written", () => {
	const MAKE = "hub infer -t text-to-image --endpoint URL/x --wire hf 'a cat'";
	const ROWS = "hub batch rows.txt -t text-to-image --endpoint URL/x --wire hf --progress none";

	it.each([
		`${MAKE} -o notes.txt/x.png`,
		`${MAKE} -o notes.txt/new/`,
		`${MAKE} -o 'notes.txt/{n}.{ext}'`,
		`${MAKE} -o 'notes.txt/{model}/{n}.png'`,
		`${MAKE} -o /proc/x.png`,
		`${MAKE} -o /proc/picture`,
		`${MAKE} -o /proc/ --json`,
		`${MAKE} -o x.png --record notes.txt/recorded`,
		`${MAKE} -o x.png --replay-or-record /proc/recorded`,
		"hub infer -t chat -m m --endpoint URL/v1 hello -o /proc/answer.txt",
		"hub infer -t chat -m m --endpoint URL/v1 hello --schema name -o notes.txt/answer.json",
		"hub compare -t text-to-image -m org/a:groq,org/b:together 'a cat' -o /proc/x.png",
		`${ROWS} -o /proc/out.jsonl`,
		`${ROWS} -o notes.txt/out.csv`,
		`${ROWS} -o /proc/parts/`,
		`${ROWS} -o out.jsonl --files notes.txt/pictures`,
		`${ROWS} --files /proc/pictures`,
		`${ROWS} -o out.jsonl --record notes.txt/recorded`,
	])("is refused before the request: %s", async (line) => {
		const home = openHome({ "notes.txt": "notes", "rows.txt": "a cat\na dog\n" });
		const server = await servePicture();
		const env = { HF_TOKEN: "hf_test", HF_ENDPOINT: server.url, HUB_ROUTER_URL: server.url };
		const { code, stdout, stderr } = await home.run(line.replace("URL", server.url), { env });
		expect(stderr).toMatch(/Cannot (write to|use) |is not a folder|does not exist/);
		expect(code).toBe(2);
		expect(stdout).toBe("");
		// Look-ups of models are free.
		expect(server.requests.filter(({ method }) => method === "POST")).toEqual([]);
		expect(readdirSync(home.folder).filter((name) => name.endsWith(".lock"))).toEqual([]);
	});

	it("is refused where a result is saved without -o, on a terminal", async () => {
		const home = openHome();
		const server = await servePicture();
		const line = MAKE.replace("URL", server.url).replace("'a cat'", "cat").split(" ").slice(1);
		const { code, stderr } = await runHub(line, { cwd: "/proc", env: home.env, stdin: { kind: "none" }, columns: 80 });
		expect([code, stderr.toString()]).toEqual([2, expect.stringContaining("Cannot write to .: ")]);
		expect(server.requests).toEqual([]);
	});

	it("that exists already is refused by the name it will have", async () => {
		const home = openHome({ "x-2.png": "old" });
		const server = await servePicture();
		const line = `${MAKE.replace("URL", server.url)} 'a dog' -o x.png`;
		const { code, stderr } = await home.run(line);
		expect([code, stderr]).toEqual([2, expect.stringContaining("x-2.png already exists")]);
		expect(server.requests).toHaveLength(1);
	});

	it.skipIf(!CAN_MOUNT).each(["", "ro"])("is refused on a disk that is full or read-only", async (mode) => {
		const disk = mountDisk(`size=64k${mode && `,${mode}`}`);
		if (mode === "") fill(disk);
		const home = openHome({ "rows.txt": "a cat\n" });
		const server = await servePicture();
		const lines = [`${MAKE} -o ${disk}/x.png`, `${MAKE} -o x.png --record ${disk}/r`, `${ROWS} -o ${disk}/out.csv`];
		for (const line of lines) {
			const { code, stderr } = await home.run(line.replace("URL", server.url));
			expect(stderr).toMatch(/^Error: Cannot write to \S+: the disk is (full|read-only)\.$/m);
			expect(code).toBe(mode === "" ? 1 : 2);
		}
		expect(server.requests).toEqual([]);
	});
});

describe("the check of a place", () => {
	it("leaves nothing behind, and follows links", () => {
		const home = openHome({ "there.txt": "text", "target/x.txt": "text" });
		symlinkSync("target/x.txt", join(home.folder, "link"));
		const before = readdirSync(home.folder, { recursive: true });
		for (const name of ["there.txt", "new.txt", "new/deep/x.png", "link"])
			checkWritable(join(home.folder, name), "file");
		for (const name of [".", "target", "new/deep"]) checkWritable(join(home.folder, name), "folder");
		expect(readdirSync(home.folder, { recursive: true })).toEqual(before);
		expect(readFileSync(join(home.folder, "link"), "utf8")).toBe("text");
		expect(() => checkWritable(join(home.folder, "there.txt"), "folder")).toThrow();
		expect(() => checkWritable("/dev/null", "file")).not.toThrow();
	});
});

describe("a result that cannot be written at the end", () => {
	/** The file that the message names. */
	const found = (stderr: string): string => {
		const [, path = ""] = /The result is in (\S+\/hub-[^\s"]+)/.exec(stderr) ?? [];
		onTestFinished(() => rmSync(dirname(path), { recursive: true, force: true }));
		return path;
	};

	it.each([
		["text-to-image --endpoint URL/x --wire hf", "-o out/x.png", 1],
		["text-to-image --endpoint URL/x --wire hf", "-o out/x.png --json", 1],
		["text-to-image --endpoint URL/x --wire hf", "-o out/{n}.{ext} --quiet", 1],
		["text-to-image --endpoint URL/x --wire hf", "-o /dev/full", 1],
	])("is in the temporary folder: -t %s %s", async (task, output, exit) => {
		const home = openHome();
		mkdirSync(join(home.folder, "out"));
		const server = await servePicture(() => {
			// Meanwhile the folder has gone, and a file has its name.
			rmSync(join(home.folder, "out"), { recursive: true });
			writeFileSync(join(home.folder, "out"), "");
		});
		const line = `hub infer -t ${task} 'a cat' ${output}`.replace("URL", server.url);
		const { code, stderr } = await home.run(line);
		expect(code).toBe(exit);
		expect(readFileSync(found(stderr))).toEqual(PNG);
	});

	it("is there too if its name was taken meanwhile, and a row of a batch", async () => {
		const home = openHome({ "rows.txt": "a cat\n" });
		const server = await servePicture(() => {
			writeFileSync(join(home.folder, "x.png"), "mine");
			writeFileSync(join(home.folder, "out.jsonl.files"), "a file");
		});
		const call = `-t text-to-image --endpoint ${server.url}/x --wire hf`;
		const taken = await home.run(`hub infer ${call} 'a cat' -o x.png`);
		expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining("x.png already exists.")]);
		expect(readFileSync(found(taken.stderr))).toEqual(PNG);
		expect(readFileSync(join(home.folder, "x.png"), "utf8")).toBe("mine");
		rmSync(join(home.folder, "out.jsonl.files"));
		const batch = await home.run(`hub batch rows.txt ${call} -o out.jsonl --progress none`);
		expect(batch.code).toBe(1);
		expect(readFileSync(found(batch.stderr))).toEqual(PNG);
	});

	it.skipIf(!CAN_MOUNT)("is there whole if the disk fills up while it arrives", async () => {
		const disk = mountDisk("size=40m");
		const pieces = Array.from({ length: 60 }, (_, index) => new Uint8Array(2 ** 20).fill(index));
		const context = createContext({
			env: {},
			cwd: disk,
			signal: new AbortController().signal,
			stdin: Readable.from([]),
			stdout: { write: () => true },
			stderr: { write: () => true },
		});
		onTestFinished(() => context.close());
		const body = new ReadableStream<Uint8Array>({
			pull: (controller) => {
				const piece = pieces[sent++];
				if (piece) controller.enqueue(piece);
				else controller.close();
			},
		});
		let sent = 0;
		const blob = await createFileStore("x.bin", context)(body, { type: "video/mp4", url: "https://example.com/x" });
		expect(blob.size).toBe(60 * 2 ** 20);
		const bytes = new Uint8Array(await blob.arrayBuffer());
		expect(
			pieces.every((piece, index) => bytes[index * 2 ** 20] === index && bytes[(index + 1) * 2 ** 20 - 1] === piece[0]),
		).toBe(true);
		expect(readdirSync(disk)).toEqual([]);
	});
});

describe("a chat that cannot be saved", () => {
	function openChat(data: string) {
		const home = openHome({ data: "a file" });
		const shown: string[] = [];
		const env = { HOME: home.folder, HUB_DATA_DIR: resolve(home.folder, data) };
		const context = createContext({
			env,
			cwd: home.folder,
			signal: new AbortController().signal,
			stdin: Readable.from([]),
			stdout: { write: () => true },
			stderr: { write: (text) => shown.push(String(text)) > 0 },
		});
		const session = new ChatSession({ sandbox: true }, context);
		const controller = new ChatController(session, context, { isRaw: true, leave: () => undefined });
		return { home, shown, session, controller, context, env };
	}

	it("goes on, and says so once", async () => {
		const { session, controller, shown } = openChat("data");
		await controller.say("Say apple");
		await controller.say("Say pear");
		expect(session.messages.map(({ content }) => content)).toEqual(["Say apple", "apple", "Say pear", "pear"]);
		expect(shown.filter((text) => text.includes("is not saved from here on"))).toHaveLength(1);
		expect(shown.join("")).toMatch(/Cannot use data\S*: part of the path is not a folder\./);
		expect(session.isKept).toBe(false);
	});

	it("is saved whole by /save once that is possible, and says so if it is not", async () => {
		const { home, session, controller, context, env } = openChat("data");
		await controller.say("Say apple");
		expect(saveChat(session, "fruit", context)).toBe("Not saved.");
		rmSync(join(home.folder, "data"));
		expect(saveChat(session, "fruit", context)).toContain("Saved as fruit");
		const { findChat } = await import("../../src/cli/commands/chat/store.ts");
		expect(findChat(env, "fruit").messages.map(({ content }) => content)).toEqual(["Say apple", "apple"]);
	});

	it.skipIf(!CAN_MOUNT)("on a disk that fills up keeps what was saved", async () => {
		const disk = mountDisk("size=64k");
		const { session, controller, shown, env } = openChat(disk);
		await controller.say("Say apple");
		const { id } = session;
		fill(disk);
		await controller.say(`Say pear ${"very ".repeat(2000)}soon`);
		expect(session.messages).toHaveLength(4);
		expect(
			shown.filter((text) => text.includes("is not saved from here on") && text.includes("the disk is full")),
		).toHaveLength(1);
		const { readChat } = await import("../../src/cli/commands/chat/store.ts");
		expect(readChat(env, id).messages[0]).toMatchObject({ content: "Say apple" });
	});

	it("is answered on a terminal", async () => {
		const home = openHome({ data: "a file" });
		const env = { HUB_DATA_DIR: join(home.folder, "data") };
		const screen = openScreen('hub chat --sandbox "Say apple"', home, { env, rows: 40 });
		await screen.waitFor(/❯ Say apple[\s\S]*\napple\n/);
		await screen.waitFor((text) => text.includes("❯ Type a message") && !text.includes("Ctrl-C stops"));
		screen.type("Say pear\r");
		await screen.waitFor(/❯ Say pear\n\npear/);
		await screen.waitFor((text) => text.includes("❯ Type a message") && !text.includes("Ctrl-C stops"));
		screen.type("\u0004");
		expect(await screen.end()).toBe(0);
		expect(screen.history().match(/This chat is not saved from here on/g)).toHaveLength(1);
		expect(screen.history()).not.toContain("Continue with");
	});

	it("is answered by hub, with a note", async () => {
		const home = openHome({ data: "a file" });
		const env = { HUB_DATA_DIR: join(home.folder, "data") };
		const { code, stdout, stderr } = await home.run('hub --sandbox "Say apple"', { env });
		expect({ code, stdout }).toEqual({ code: 0, stdout: "apple\n" });
		expect(stderr).toMatch(/^The conversation was not saved\. Cannot use [^\n]+\.\n$/);
		expect(existsSync(join(home.folder, "data", "chats"))).toBe(false);
	});
});
