/**
 * Measures how long a picker takes to its first frame, as a multiple of Node itself: `tsx test/bench/first-frame.ts [rounds]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawn } from "@lydell/node-pty";
import { median, report } from "./figure.ts";
import "./built.ts";

const hub = fileURLToPath(new URL("../../bin/hub.js", import.meta.url));
const rounds = Number(process.argv[2] ?? 15);
const home = mkdtempSync(join(tmpdir(), "hub-bench-"));
const env: Record<string, string> = { PATH: process.env["PATH"] ?? "", HOME: home, TERM: "xterm-256color" };

/** Milliseconds from start until the text appears on the terminal, or to the end when there is none to wait for. */
function time(args: string[], text?: string): Promise<number> {
	return new Promise((resolve) => {
		const started = performance.now();
		const terminal = spawn(process.execPath, args, { cols: 80, rows: 24, env });
		let shown = "";
		let end = 0;
		terminal.onData((data) => {
			shown += data;
			if (!text || end || !shown.includes(text)) return;
			end = performance.now();
			terminal.write("\x03");
		});
		terminal.onExit(() => resolve((end || performance.now()) - started));
	});
}

try {
	const baseline: number[] = [];
	const picker: number[] = [];
	for (let round = -1; round < rounds; round++) {
		const [node, frame] = [await time(["-e", "0"]), await time([hub, "infer"], "Enter choose")];
		// The first round warms the disk.
		if (round < 0) continue;
		baseline.push(node);
		picker.push(frame);
	}
	report({
		title: "`hub infer` until the first frame of its picker",
		value: median(picker) / median(baseline),
		over: "`node -e 0`",
		goal: { atMost: 4.5 },
		detail: `${median(picker).toFixed(1)} ms`,
	});
} finally {
	rmSync(home, { recursive: true, force: true });
}
