/**
 * Draws the pictures of `docs/screens/`: runs real command lines in a real pseudo-terminal, on the sandbox, and writes
 * what the terminal then shows as SVG. Needs a build. `npx tsx scripts/screens.ts [name …]`
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { spawn } from "@lydell/node-pty";
import headless from "@xterm/headless";
import { drawScreen } from "./screen-svg.ts";

/** What is typed: texts, and pauses in milliseconds until the program has caught up. */
interface Screen {
	name: string;
	columns: number;
	rows: number;
	keys: (string | number)[];
}

const SCREENS: readonly Screen[] = [
	{
		name: "chat",
		columns: 100,
		rows: 14,
		keys: [
			'hub infer --task chat --provider sandbox "Explain attention in one sentence"\r',
			1500,
			'hub infer -t zero-shot -p sandbox "My card was charged twice" --labels billing,shipping,returns\r',
			1500,
		],
	},
	{ name: "tasks", columns: 100, rows: 26, keys: ["hub tasks text-to-image | head -25\r", 1200] },
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

async function capture({ name, columns, rows, keys }: Screen): Promise<string> {
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
			BASH_SILENCE_DEPRECATION_WARNING: "1",
		},
	});
	shell.onData((data) => terminal.write(data));
	// What the program asks the terminal (its colours, its cursor) is answered as a real one would.
	terminal.onData((data) => shell.write(data));
	try {
		await sleep(400);
		for (const key of keys) {
			if (typeof key === "number") await sleep(key);
			else shell.write(key);
		}
		await sleep(200);
		return drawScreen(terminal, `hub: ${name}`);
	} finally {
		shell.kill();
		rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
	}
}
