import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtFile } from "../helpers/built.ts";
import { startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

/**
 * Every reader hears Ctrl-C and SIGTERM within a second, wherever it is in its work: a command is given something large
 * to read, a signal at several moments, and may then use no more than a second of processor time. Processor time, as a
 * busy machine says nothing about how deaf a program is.
 */

const HUB = builtFile("bin/hub.js");
/** Hundredths of a second of processor time after a signal. */
const MOST = 100;
/** Milliseconds after the start at which the signals come. A command that has ended by then was fast enough. */
const MOMENTS = [700, 1800];

const list = (count: number, make: (index: number) => string, separator = ","): string =>
	Array.from({ length: count }, (_, index) => make(index)).join(separator);

function png(side: number): Buffer {
	const chunk = (type: string, data: Buffer): Buffer => {
		const head = Buffer.alloc(4);
		head.writeUInt32BE(data.length);
		// A wrong checksum is refused by some readers only after the work.
		return Buffer.concat([head, Buffer.from(type), data, Buffer.alloc(4)]);
	};
	const header = Buffer.alloc(13);
	header.writeUInt32BE(side, 0);
	header.writeUInt32BE(side, 4);
	header.set([8, 2, 0, 0, 0], 8);
	const pixels = deflateSync(Buffer.alloc(side * (side * 3 + 1)));
	const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
	return Buffer.concat([start, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

/** What is read, and how large it is. */
const FILES: Readonly<Record<string, () => string | Uint8Array>> = {
	"wide.csv": () => `${list(400_000, (index) => `c${index}`)}\n${list(400_000, String)}\n`,
	"long.csv": () => `text,n\n${list(800_000, (index) => `row ${index},${index}`, "\n")}\n`,
	"quoted.csv": () => `text\n"${'""'.repeat(10_000_000)}"\n`,
	"long.jsonl": () => `${list(800_000, (index) => `{"text":"row ${index}"}`, "\n")}\n`,
	"wide.jsonl": () => `{${list(500_000, (index) => `"c${index}":${index}`)}}\n`,
	"long.json": () => `[${list(500_000, (index) => `{"text":"row ${index}"}`)}]`,
	"long.txt": () => "word ".repeat(3_000_000),
	"deep.json": () => `${"[".repeat(5_000_000)}`,
	"long.parquet": () =>
		new Uint8Array(
			parquetWriteBuffer({
				columnData: [{ name: "text", data: Array.from({ length: 500_000 }, (_, n) => `row ${n}`) }],
			}),
		),
	"messages.json": () => `[${list(200_000, (index) => `{"role":"user","content":"row ${index}"}`)}]`,
	"loops.jinja": () => "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
	"long.jinja": () => "{{ a }}{% if b %}c{% endif %}".repeat(200_000),
	"schema.json": () =>
		`{"type":"object","properties":{${list(20_000, (index) => `"p${index}":{"type":"string","pattern":"^(a+)+$"}`)}}}`,
	"slow.json": () => '{"type":"object","properties":{"a":{"type":"string","pattern":"^(a+)+$"}}}',
	"prompt.yaml": () => `prompt: hi\nparameters:\n${list(60_000, (index) => `  p${index}: ${index}`, "\n")}\n`,
	"image.png": () => png(8000),
	"image.jpg": () =>
		Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from("ffe00010", "hex"), Buffer.alloc(9_000_000, 0xff)]),
	"clip.mp4": () => Buffer.concat([Buffer.from("00000018667479706d703432", "hex"), Buffer.alloc(20_000_000, 8)]),
	"recording.jsonl": () =>
		`${list(300_000, (index) => `{"request":{"url":"https://x/${index}"},"response":{}}`, "\n")}\n`,
};

/** A long answer in Markdown, and one that is checked by a slow expression. */
const ANSWERS: Readonly<Record<string, string>> = {
	markdown: `${"| a | b |\n|---|---|\n"}${"| `x` | **y** |\n".repeat(60_000)}${"[".repeat(60_000)}${"*a _b ".repeat(60_000)}`,
	slow: JSON.stringify({ a: `${"a".repeat(60)}!` }),
};

const LINES: readonly (readonly string[])[] = [
	...[
		"wide.csv",
		"long.csv",
		"quoted.csv",
		"long.jsonl",
		"wide.jsonl",
		"long.json",
		"long.txt",
		"deep.json",
		"long.parquet",
	].map((name) => ["batch", name, "-t", "chat", "--sandbox", "-o", "out.jsonl", "--progress", "none"]),
	[
		"batch",
		"long.csv",
		"-t",
		"chat",
		"--sandbox",
		"--prompt",
		"{{ text }}",
		"-o",
		"out.csv",
		"--progress",
		"none",
		"--dry-run",
	],
	["batch", "long.csv", "-t", "chat", "--sandbox", "--reuse", "long.csv", "-o", "out.csv", "--progress", "none"],
	["infer", "-t", "chat", "--sandbox", "--messages", "messages.json", "hi"],
	["infer", "-t", "chat", "--sandbox", "--file", "long.txt", "hi"],
	["infer", "-t", "chat", "--sandbox", "--file", "wide.csv", "--file", "quoted.csv", "hi"],
	["infer", "-t", "chat", "--sandbox", "--schema", "schema.json", "hi"],
	["infer", "-t", "chat", "--sandbox", "-T", "./prompt.yaml", "hi"],
	["infer", "-t", "chat", "--sandbox", "--params", "deep.json", "hi"],
	["infer", "-t", "chat", "--replay", "recording.jsonl", "hi"],
	["infer", "-t", "image-classification", "--sandbox", "image.png"],
	["infer", "-t", "image-classification", "--sandbox", "image.jpg"],
	["infer", "-t", "video-classification", "--sandbox", "clip.mp4"],
	["infer", "-t", "chat", "-m", "m", "--endpoint", "URL/markdown", "hi"],
	["infer", "-t", "chat", "-m", "m", "--endpoint", "URL/slow", "hi", "--schema", "slow.json"],
	["template", "render", "loops.jinja"],
	["template", "render", "long.jinja"],
	["template", "format", "long.jinja"],
	["tasks", "--jq", "[range(1; infinite)] | length"],
	["tasks", "--jq", '[range(100000)] | map(tostring) | join(",") | test("(0+)+x")'],
	["snippet", "org/m", "--record", "deep.json"],
];

let home: Home;
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
	home = createHome();
	for (const [name, make] of Object.entries(FILES)) writeFileSync(join(home.folder, name), make());
	server = await startServer(({ path }) => {
		const content = ANSWERS[path.split("/")[1] ?? ""] ?? "";
		const body = { choices: [{ index: 0, message: { role: "assistant", content }, delta: { content } }] };
		if (!path.startsWith("/markdown")) return { body };
		return {
			headers: { "content-type": "text/event-stream" },
			body: `data: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`,
		};
	});
});
afterAll(async () => {
	await server.close();
	home.remove();
});

/** Hundredths of a second of processor time that a process has used; undefined if it has ended. */
function processorTime({ pid }: ChildProcess): number | undefined {
	try {
		// The fields after the name, which may hold blanks.
		const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
			.replace(/^.*\) /s, "")
			.split(" ");
		return fields[0] === "Z" ? undefined : Number(fields[11]) + Number(fields[12]);
	} catch {
		return undefined;
	}
}

/** Processor time that a command uses after a signal; 0 if it had ended before. */
async function measure(args: readonly string[], moment: number, signal: "SIGINT" | "SIGTERM"): Promise<number> {
	const given = args.map((word) => word.replace("URL", server.url));
	const options = { cwd: home.folder, env: home.env, stdio: "ignore" } as const;
	const child = spawn(process.execPath, [HUB, ...given], options);
	const ended = new Promise<true>((resolve) => child.on("close", () => resolve(true)));
	if (await Promise.race([ended, sleep(moment, false)])) return 0;
	const before = processorTime(child);
	child.kill(signal);
	let used = 0;
	while (!(await Promise.race([ended, sleep(20, false)]))) {
		used = (processorTime(child) ?? 0) - (before ?? 0);
		if (used <= 10 * MOST) continue;
		child.kill("SIGKILL");
		await ended;
	}
	return used;
}

it.each(LINES)("hub %s %s %s %s %s %s hears signals", async (...args) => {
	const found: [number, string, number][] = [];
	for (const moment of MOMENTS) {
		const signals = ["SIGINT", "SIGTERM"] as const;
		const measured = await Promise.all(signals.map((signal) => measure(args, moment, signal)));
		for (const [index, used] of measured.entries()) if (used > MOST) found.push([moment, signals[index] ?? "", used]);
	}
	expect(found).toEqual([]);
});
