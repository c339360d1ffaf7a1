/**
 * Draws the screenshots in `docs/screens/`: runs real command lines in a pseudo-terminal, on the sandbox, and writes
 * the screen as SVG. Needs a build. `npm run update -- screens`, or `npx tsx scripts/screens.ts [name …]`
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { spawn } from "@lydell/node-pty";
import headless from "@xterm/headless";
import { refuseCrash } from "../test/helpers/recorded.ts";
import { drawScreen } from "./screen-svg.ts";

/** Input: text to type, and pauses in milliseconds. */
interface Screen {
	name: string;
	columns: number;
	rows: number;
	keys: (string | number)[];
	/** Whether its lines appear one after another. */
	isMoving?: boolean;
}

const SCREENS: readonly Screen[] = [
	{
		name: "chat",
		columns: 80,
		rows: 44,
		isMoving: true,
		keys: [
			'hub ask --sandbox "Explain attention in one sentence"\r',
			5000,
			'hub draw --sandbox "a lighthouse" -o lighthouse.png\r',
			5000,
			'hub say --sandbox "Good morning" -o talk.wav\r',
			5000,
			"hub transcribe --sandbox talk.wav\r",
			5000,
		],
	},
	{
		name: "conversation",
		columns: 90,
		rows: 32,
		keys: [
			"hub chat --sandbox\r",
			1500,
			"What is an embedding?\r",
			1800,
			"And what is 17 * 23?\r",
			1800,
			"/help\r",
			800,
		],
	},
	{ name: "task-picker", columns: 80, rows: 20, keys: ["hub infer --sandbox\r", 1500, "image", 600] },
	{ name: "task", columns: 90, rows: 40, keys: ["hub tasks text-to-image --color | head -38\r", 1200] },
	{
		name: "results",
		columns: 90,
		rows: 24,
		keys: [
			'hub infer -t ner --sandbox "Ada Lovelace met Charles Babbage in London in 1833."\r',
			1200,
			'hub infer -t qa --sandbox "Where did Ada meet Charles?" --context "Ada met Charles at a party in London."\r',
			1200,
			'hub infer -t similarity --sandbox "a cat on a mat" "a cat on a rug" "a dog on a mat" "stock prices"\r',
			1200,
		],
	},
	{
		name: "providers",
		columns: 90,
		rows: 26,
		keys: ["hub providers --sandbox -m black-forest-labs/FLUX.1-schnell\r", 1200, "hub doctor --sandbox\r", 2000],
	},
];

const root = fileURLToPath(new URL("..", import.meta.url));
const wanted = process.argv.slice(2);
const out = join(root, "docs/screens");
mkdirSync(out, { recursive: true });
for (const screen of SCREENS) {
	if (wanted.length > 0 && !wanted.includes(screen.name)) continue;
	writeFileSync(join(out, `${screen.name}.svg`), await capture(screen));
	console.log(`docs/screens/${screen.name}.svg`);
}

async function capture({ name, columns, rows, keys, isMoving = false }: Screen): Promise<string> {
	const home = mkdtempSync(join(tmpdir(), "hub-screen-"));
	const bin = join(home, "bin");
	mkdirSync(bin);
	writeFileSync(join(bin, "hub"), `#!/bin/sh\nexec "${process.execPath}" "${root}/bin/hub.js" "$@"\n`, { mode: 0o755 });
	const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
	const shell = spawn("bash", ["--norc", "--noprofile"], {
		name: "xterm-256color",
		cols: columns,
		rows,
		cwd: home,
		env: {
			HOME: home,
			PATH: `${bin}:${process.env["PATH"]}`,
			TERM: "xterm-256color",
			COLORTERM: "truecolor",
			LANG: "C.UTF-8",
			PS1: "\\[\\e[32m\\]$\\[\\e[0m\\] ",
			HISTFILE: "/dev/null",
		},
	});
	shell.onData((data) => terminal.write(data));
	// Queries of the program (colors, cursor) are answered as by a real terminal.
	terminal.onData((data) => shell.write(data));
	try {
		await sleep(400);
		for (const key of keys) {
			if (typeof key === "number") await sleep(key);
			else shell.write(key);
		}
		await sleep(200);
		const picture = drawScreen(terminal, `hub: ${name}`, isMoving);
		refuseCrash(picture, name);
		// A path or a time of this run would change the picture each time.
		return picture
			.replaceAll(home, "~")
			.replaceAll(/\b\d+ ms\b/g, "40 ms")
			.replaceAll(/\b\d+\.\d+ s\b/g, "0.20 s")
			.replaceAll(/\b\d+\.\d+ tokens\/s/g, "40.0 tokens/s");
	} finally {
		const ended = new Promise((resolve) => shell.onExit(resolve));
		shell.kill("SIGKILL");
		await ended;
		// Child processes may still be writing.
		await sleep(300);
		rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
	}
}
