import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { ChatSession } from "../../src/cli/commands/chat/session.ts";
import { Attached } from "../../src/cli/commands/chat/slash-actions.ts";
import { createContext } from "../../src/cli/context.ts";
import { fenceTexts } from "../../src/cli/input/attachment.ts";
import { readAttachments } from "../../src/cli/input/attachments.ts";

import { createHome } from "../helpers/session.ts";

const noNetwork = (): never => {
	throw new Error("no request was expected");
};

function open(files: Record<string, string>) {
	const home = createHome(files);
	const notes: string[] = [];
	const stream = { write: (text: string | Uint8Array) => Boolean(notes.push(String(text))) };
	const context = createContext({
		stdin: Readable.from([]),
		stdinDescriptor: undefined,
		stdout: stream,
		stderr: stream,
		env: home.env,
		cwd: home.folder,
		signal: new AbortController().signal,
	});
	return { home, context, notes };
}

async function namesOf(files: Record<string, string>, ...words: string[]): Promise<string[]> {
	const { home, context } = open(files);
	try {
		return (await readAttachments(words, noNetwork, context)).map(({ name }) => name);
	} finally {
		home.remove();
	}
}

describe("readAttachments", () => {
	it("reads a folder except hidden files, node_modules and files that Git ignores", async () => {
		const files = {
			"p/.git/HEAD": "",
			"p/.gitignore": "*.log\n/build/\n",
			"p/.env": "SECRET=1",
			"p/b.ts": "b",
			"p/a/c.ts": "c",
			"p/a/.gitignore": "!kept.log\n",
			"p/a/kept.log": "kept",
			"p/a/other.log": "x",
			"p/build/out.js": "x",
			"p/a/build/in.js": "in",
			"p/node_modules/m/index.js": "x",
		};
		expect(await namesOf(files, "p")).toEqual(["p/a/build/in.js", "p/a/c.ts", "p/a/kept.log", "p/b.ts"]);
		// Rules of the repository hold in its folders too.
		expect(await namesOf(files, "p/a")).toEqual(["p/a/build/in.js", "p/a/c.ts", "p/a/kept.log"]);
	});

	it("matches patterns, and reads a file whose name looks like one", async () => {
		const files = { "s/a.ts": "a", "s/b.md": "b", "s/t/c.ts": "c", "[x].txt": "x", ".hidden": "h" };
		expect(await namesOf(files, "s/*.ts")).toEqual(["s/a.ts"]);
		expect(await namesOf(files, "**/*.ts")).toEqual(["s/a.ts", "s/t/c.ts"]);
		expect(await namesOf(files, "s/*.{ts,md}")).toEqual(["s/a.ts", "s/b.md"]);
		expect(await namesOf(files, "[x].txt")).toEqual(["[x].txt"]);
		expect(await namesOf(files, ".hidden", ".hidden")).toEqual([".hidden"]);
	});

	it("skips files that are neither text nor image in a folder, and rejects them by name", async () => {
		const { home, context, notes } = open({ "d/a.txt": "a", "d/b.bin": "\0\0" });
		try {
			expect((await readAttachments(["d"], noNetwork, context)).map(({ name }) => name)).toEqual(["d/a.txt"]);
			expect(notes).toEqual(["Left out d/b.bin: neither text nor an image.\n"]);
			await expect(readAttachments(["d/b.bin"], noNetwork, context)).rejects.toThrow(
				/neither text in UTF-8 nor an image/,
			);
		} finally {
			home.remove();
		}
	});

	it("fetches texts and passes image URLs on", async () => {
		const server = createServer((request, response) => {
			if (request.url === "/gone") response.writeHead(404).end("no");
			else if (request.url === "/p") response.writeHead(200, { "content-type": "image/png" }).end("png");
			else response.end("from the web");
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const { home, context } = open({});
		try {
			const read = (path: string) => readAttachments([`${base}${path}`], () => fetch, context);
			expect(await read("/t?key=secret")).toEqual([{ kind: "text", name: `${base}/t`, text: "from the web" }]);
			expect(await read("/p")).toEqual([{ kind: "image", name: `${base}/p`, url: `${base}/p` }]);
			await expect(read("/gone")).rejects.toThrow(`${base}/gone returned status 404.`);
		} finally {
			home.remove();
			server.close();
			server.closeAllConnections();
		}
	});
});

describe("fenceTexts", () => {
	it("writes fences that no text can close", () => {
		const fenced = fenceTexts([
			{ kind: "text", name: "a`b\n.md", text: "````\ncode\n````\n" },
			{ kind: "image", name: "p.png", url: "data:image/png;base64,AA==" },
			{ kind: "text", name: "b", text: "" },
		]);
		expect(fenced).toBe("`````a_b_.md\n````\ncode\n````\n`````\n\n```b\n\n```");
	});
});

it("a folder of images for a model of text is refused before the call, and of a mixed one only what is sent counts as attached", async () => {
	const home = createHome({ "mixed/note.txt": "hello" });
	onTestFinished(() => home.remove());
	const picture = Buffer.from(
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
		"base64",
	);
	for (const path of ["pictures/a.png", "pictures/b.png", "mixed/c.png"]) {
		mkdirSync(join(home.folder, dirname(path)), { recursive: true });
		writeFileSync(join(home.folder, path), picture);
	}
	const line = "hub infer -t chat --sandbox -m meta-llama/Llama-3.1-8B-Instruct Describe -f";
	const refused = await home.run(`${line} pictures`);
	expect(refused).toMatchObject({ code: 2, stdout: "" });
	expect(refused.stderr).toMatch(/^Error: .* takes no images: pictures\/a\.png and 1 more cannot be attached\./);
	const { code, stderr } = await home.run(`${line} mixed`);
	expect(code).toBe(0);
	expect(stderr).toMatch(
		/^Left out mixed\/c\.png: .* takes no images\.\nAttached 1 file \(5 bytes\): mixed\/note\.txt\.\n/,
	);
});

it("/file and /image of a chat refuse images that the model does not take, before any question is sent", async () => {
	const { home, context, notes } = open({ "mixed/note.txt": "hello" });
	onTestFinished(async () => {
		await context.close();
		home.remove();
	});
	const picture = Buffer.from(
		"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
		"base64",
	);
	mkdirSync(join(home.folder, "pictures"));
	for (const path of ["pictures/a.png", "mixed/c.png"]) writeFileSync(join(home.folder, path), picture);
	const attach = (model: string) => new Attached(new ChatSession({ sandbox: true, model }, context), context);
	const attached = attach("meta-llama/Llama-3.1-8B-Instruct");
	await expect(attached.change("image", "pictures/a.png")).rejects.toThrow(/takes no images: a\.png/);
	await expect(attached.change("file", "pictures/a.png")).rejects.toThrow(/takes no images: pictures\/a\.png/);
	await expect(attached.change("file", "pictures")).rejects.toThrow(/takes no images: pictures\/a\.png/);
	expect(attached.names).toEqual([]);
	await attached.change("file", "mixed");
	expect(attached.names).toEqual(["mixed/note.txt"]);
	expect(notes.join("")).toMatch(/^Left out mixed\/c\.png: .* takes no images\.$/m);
	const other = attach("my/unknown-model");
	await other.change("image", "pictures/a.png");
	expect(other.names).toEqual(["a.png"]);
});
