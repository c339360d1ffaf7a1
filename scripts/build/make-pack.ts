/**
 * Makes the packs of a built command (see src/cli/startup/pack.ts). Runs in processes of its own on plain Node, with the
 * folder of the command as its argument.
 *
 * Without packs, it finds out which files the usual starts load, and joins them. With packs, it starts from them, so
 * that V8 compiles the code that starting needs, and stores the compiled code for the checkout; the npm package does
 * not contain it.
 */
import { existsSync, type fstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join, relative } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { EXIT } from "../../src/cli/errors/exit-codes.ts";
import { compiledName } from "../../src/cli/startup/compiled-code.ts";
import {
	ANY_FORM,
	createLoad,
	openPack,
	PACKS,
	type Pack,
	type PackName,
	PLACES,
	packFile,
} from "../../src/cli/startup/pack.ts";

const [, folder = ""] = process.argv;

/** A model for `hub snippet`; the file exists only while the pack is made. */
const record = join(folder, "record.json");
const RECORD = { id: "a/b", pipeline_tag: "text-generation", library_name: "transformers", tags: ["conversational"] };

/** Stands for the URL of a service on loopback that streams one word. */
const ENDPOINT = "ENDPOINT";
const STREAM = `data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}\n\ndata: [DONE]\n\n`;

/**
 * Commands that must start fast, by pack: each pack contains what they load and the packs above do not. None may
 * need the network beyond loopback.
 */
const STARTS: Readonly<Record<PackName, readonly (readonly string[])[]>> = {
	start: [["--help", "--no-color"]],
	infer: [["infer", "--task", "chat", "--model", "openai/gpt-oss-120b", "--dry-run", "Hello"]],
	send: [["infer", "--task", "chat", "--model", "m", "--endpoint", ENDPOINT, "Hello"]],
	report: [
		["infer", "--task", "none", "Hello"],
		["infer", "--none"],
	],
	sandbox: [["infer", "--task", "chat", "--provider", "sandbox", "What is 12 * 7?"]],
	snippet: [
		["snippet", "--model-file", record],
		["snippet", "--model-file", record, "--client", "requests"],
	],
	ui: [["infer"], ["chat", "--sandbox"]],
};

/** Simulates a terminal whose user ends the command after the first frame. */
function pretendTerminal(): void {
	const input = Object.assign(new PassThrough(), {
		isTTY: true,
		setRawMode: () => input,
		ref: () => input,
		unref: () => input,
	});
	const output = new Writable({
		write(_chunk, _encoding, done) {
			setTimeout(() => input.write("\x03"), 100);
			done();
		},
	});
	Object.assign(output, { isTTY: true, columns: 80, rows: 24 });
	Object.defineProperties(process, { stdin: { value: input }, stdout: { value: output } });
	// The descriptor of standard output is told to be a device, as a terminal is.
	const fs: { fstatSync: typeof fstatSync } = require("node:fs");
	const { fstatSync: stat } = fs;
	const device = { isCharacterDevice: () => true };
	fs.fstatSync = ((descriptor, options) => (descriptor === 1 ? device : stat(descriptor, options))) as typeof fstatSync;
}

/** Exit codes that a start may end with. */
const EXPECTED: Readonly<Partial<Record<PackName, number>>> = { report: EXIT.usage, ui: EXIT.interrupted };

async function run(name: PackName, start: (argv: readonly string[]) => Promise<void>): Promise<void> {
	writeFileSync(record, JSON.stringify(RECORD));
	const server = createServer((request, response) => {
		request.resume().on("end", () => response.writeHead(200, { "content-type": "text/event-stream" }).end(STREAM));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	if (name === "ui") pretendTerminal();
	for (const line of STARTS[name]) {
		await start(line.map((word) => (word === ENDPOINT ? endpoint : word)));
		if (process.exitCode !== 0 && process.exitCode !== EXPECTED[name])
			throw new Error(`hub ${line.join(" ")} ended with ${process.exitCode}`);
	}
	process.exitCode = 0;
	server.close();
	rmSync(record);
}

async function makePacks(): Promise<void> {
	const { start } = require(join(folder, "start.cjs")) as typeof import("../../src/cli/start.ts");
	const contents = new Map<PackName, string[]>();
	for (const name of PACKS) {
		await run(name, start);
		const packed = [...contents.values()].flat();
		contents.set(
			name,
			loadedFiles().filter((file) => !packed.includes(file)),
		);
	}
	const places = PACKS.slice(1).flatMap((name) => contents.get(name)?.map((file) => [`./${file}`, name]) ?? []);
	for (const [name, files] of contents) {
		const members = files.map(define);
		if (name === "start") members.unshift(`${PLACES}:${JSON.stringify(Object.fromEntries(places))}`);
		writeFileSync(join(folder, packFile(name)), `({${members.join(",\n")}});\n`);
	}
}

/** The files of the command that are loaded and can be in a pack, by name. */
function loadedFiles(): string[] {
	return Object.keys(require.cache)
		.filter((path) => dirname(path) === folder)
		.map((path) => relative(folder, path));
}

function define(name: string): string {
	return `${JSON.stringify(`./${name}`)}:function(exports,require,module){${readFileSync(join(folder, name), "utf8")}\n}`;
}

async function compilePacks(): Promise<void> {
	const packs = new Map<PackName, Pack>();
	const open = (name: PackName): Pack["files"] => {
		const pack = openPack(folder, name, readFileSync(join(folder, packFile(name))));
		if (!pack) throw new Error(`V8 rejected ${name} without code`);
		packs.set(name, pack);
		return pack.files;
	};
	const load = createLoad(folder, open("start"), open, () => undefined);
	const { start } = load("./start.cjs") as typeof import("../../src/cli/start.ts");
	for (const name of PACKS) await run(name, start);
	for (const [name, pack] of packs) writeFileSync(join(folder, compiledName(ANY_FORM, name)), pack.compile());
}

if (existsSync(join(folder, packFile("start")))) compilePacks();
else makePacks();
