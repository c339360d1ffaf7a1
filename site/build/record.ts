import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findSample } from "../../src/sandbox/samples/index.ts";
import { TERMINAL } from "../src/samples/terminal.ts";

const hub = fileURLToPath(new URL("../../bin/hub.js", import.meta.url));

/** A command and what it printed. */
export interface RecordedCommand {
	line: string;
	output: string;
}

/** Runs the commands of the terminal of Home, and returns what they print: the page shows nothing that was not run. */
export async function recordTerminal(): Promise<RecordedCommand[]> {
	const folder = await mkdtemp(join(tmpdir(), "site-terminal-"));
	const env = { ...process.env, HUB_CONFIG_DIR: folder, HUB_DATA_DIR: folder, HUB_CACHE_DIR: folder, NO_COLOR: "1" };
	const script = (line: string) => `hub() { '${process.execPath}' '${hub}' "$@"; }\n${line} 2>&1`;
	try {
		await writeFile(join(folder, "cities.csv"), "id,city\n1,Rome\n2,Oslo\n3,Lima\n");
		const speech = await findSample("speech.wav")?.read();
		if (!speech) throw new Error("The sandbox has no sample speech.wav.");
		await writeFile(join(folder, "talk.wav"), speech);
		const recorded: RecordedCommand[] = [];
		// One after the other: a later one may read what an earlier one wrote.
		for (const line of TERMINAL) {
			const { stdout } = await promisify(execFile)("bash", ["-c", script(line)], { cwd: folder, env });
			recorded.push({ line, output: stdout.replaceAll(`${folder}/`, "").trimEnd() });
		}
		return recorded;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
