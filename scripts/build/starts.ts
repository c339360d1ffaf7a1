/** The command lines that must start fast, and how the build runs them in a process of its own on plain Node. */
import { type fstatSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { EXIT } from "../../src/cli/errors/exit-codes.ts";

/** Stands for the URL of a service on loopback that streams one word. */
const ENDPOINT = "ENDPOINT";
const STREAM = `data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}\n\ndata: [DONE]\n\n`;

/** Stands for a file with the record of a model. */
const RECORD = "RECORD";
const MODEL = { id: "a/b", pipeline_tag: "text-generation", library_name: "transformers", tags: ["conversational"] };

/** Command lines that load much the same. */
export interface Start {
	/** None may need the network beyond loopback. */
	lines: readonly (readonly string[])[];
	/** Exit code of the lines. Default: 0. */
	exitCode?: number;
	/** Whether they run on a terminal. */
	onTerminal?: true;
	/** A text of their first frame on the terminal, where the user ends them once it is there. */
	frame?: string;
}

/** The starts that must be fast. */
export const STARTS: readonly Start[] = [
	{
		lines: [["infer", "--task", "chat", "--model", "openai/gpt-oss-120b", "--dry-run", "Hello"]],
	},
	{
		lines: [["infer", "--task", "chat", "--model", "openai/gpt-oss-120b", "--dry-run", "--color", "Hello"]],
	},
	{
		lines: [["infer", "--task", "chat", "--model", "m", "--endpoint", ENDPOINT, "Hello"]],
	},
	{
		lines: [["infer", "--task", "chat", "--provider", "sandbox", "What is 12 * 7?"]],
	},
	{
		lines: [
			["infer", "--task", "none", "Hello"],
			["infer", "--none"],
		],
		exitCode: EXIT.usage,
	},
	{
		lines: [
			["snippet", "--model-file", RECORD],
			["snippet", "--model-file", RECORD, "--client", "requests"],
		],
	},
	{ lines: [["--help", "--no-color"]] },
	{
		lines: [["infer", "--task", "chat", "--provider", "sandbox", "What is 12 * 7?"]],
		onTerminal: true,
	},
	{
		lines: [["infer"]],
		exitCode: EXIT.interrupted,
		onTerminal: true,
		frame: "Enter choose",
	},
	{
		lines: [["chat", "--sandbox"]],
		onTerminal: true,
		frame: "Type a message",
	},
];

/**
 * Runs the command lines of a start in this process.
 * @param folder for files they need
 */
export async function runStart(
	{ lines, exitCode = 0, onTerminal, frame }: Start,
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
	if (onTerminal) pretendTerminal(frame);
	for (const line of lines) {
		await start(line.map((word) => values.get(word) ?? word));
		if (process.exitCode !== exitCode) throw new Error(`hub ${line.join(" ")} ended with ${process.exitCode}`);
	}
	process.exitCode = 0;
	server.close();
	rmSync(record);
}

/** Simulates a terminal; the user presses Ctrl-C once a text is on it, and again when more comes. */
function pretendTerminal(text: string | undefined): void {
	const input = Object.assign(new PassThrough(), {
		isTTY: true,
		setRawMode: () => input,
		ref: () => input,
		unref: () => input,
	});
	let shown = "";
	const output = new Writable({
		write(chunk, _encoding, done) {
			shown += String(chunk);
			if (text !== undefined && shown.includes(text)) setTimeout(() => input.write("\x03"), 50);
			done();
		},
	});
	Object.assign(output, { isTTY: true, columns: 80, rows: 24 });
	const settings = { configurable: true };
	Object.defineProperties(process, { stdin: { value: input, ...settings }, stdout: { value: output, ...settings } });
	// The descriptor of standard output is told to be a device, as a terminal is.
	const fs: { fstatSync: typeof fstatSync } = require("node:fs");
	const { fstatSync: stat } = fs;
	const device = { isCharacterDevice: () => true };
	fs.fstatSync = ((descriptor, options) => (descriptor === 1 ? device : stat(descriptor, options))) as typeof fstatSync;
}
