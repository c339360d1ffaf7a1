/** The command lines that must start fast, and how the build runs them in a process of its own on plain Node. */
import { type fstatSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { EXIT } from "../../src/cli/errors/exit-codes.ts";
import type { PackName } from "../../src/cli/startup/pack.ts";

/** Stands for the URL of a service on loopback that streams one word. */
const ENDPOINT = "ENDPOINT";
const STREAM = `data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}\n\ndata: [DONE]\n\n`;

/** Stands for a file with the record of a model. */
const RECORD = "RECORD";
const MODEL = { id: "a/b", pipeline_tag: "text-generation", library_name: "transformers", tags: ["conversational"] };

/** Packs that command lines fill. */
export type FilledPack = Exclude<PackName, "start">;

/**
 * Commands that must start fast, by pack: each pack contains what they load and the packs above do not. None may
 * need the network beyond loopback.
 */
export const STARTS: Readonly<Record<FilledPack, readonly (readonly string[])[]>> = {
	infer: [["infer", "--task", "chat", "--model", "openai/gpt-oss-120b", "--dry-run", "Hello"]],
	send: [["infer", "--task", "chat", "--model", "m", "--endpoint", ENDPOINT, "Hello"]],
	report: [
		["infer", "--task", "none", "Hello"],
		["infer", "--none"],
	],
	sandbox: [["infer", "--task", "chat", "--provider", "sandbox", "What is 12 * 7?"]],
	snippet: [
		["snippet", "--model-file", RECORD],
		["snippet", "--model-file", RECORD, "--client", "requests"],
	],
	help: [["--help", "--no-color"]],
	ui: [["infer"], ["chat", "--sandbox"]],
};

/** Exit codes that a start may end with. */
const EXPECTED: Readonly<Partial<Record<PackName, number>>> = { report: EXIT.usage, ui: EXIT.interrupted };

/**
 * Runs the command lines of a pack in this process.
 * @param folder for files they need
 */
export async function runStarts(
	name: FilledPack,
	start: (argv: readonly string[]) => Promise<void>,
	folder: string,
): Promise<void> {
	const record = join(folder, "record.json");
	writeFileSync(record, JSON.stringify(MODEL));
	const server = createServer((request, response) => {
		request.resume().on("end", () => response.writeHead(200, { "content-type": "text/event-stream" }).end(STREAM));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const values = new Map([
		[ENDPOINT, endpoint],
		[RECORD, record],
	]);
	if (name === "ui") pretendTerminal();
	for (const line of STARTS[name]) {
		await start(line.map((word) => values.get(word) ?? word));
		if (process.exitCode !== 0 && process.exitCode !== EXPECTED[name])
			throw new Error(`hub ${line.join(" ")} ended with ${process.exitCode}`);
	}
	process.exitCode = 0;
	server.close();
	rmSync(record);
}

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
