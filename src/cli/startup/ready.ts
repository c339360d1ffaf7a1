import { fstatSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { hubFolder } from "../config/folders.ts";
import { readBuiltFile } from "../files/read-bounded.ts";

/** Folder of the build with prerendered texts. */
export const READY_FOLDER = "ready";

const HELP = "help.txt";

/** Command lines with constant output outside a terminal, and the build's files with that output. */
export const READY_TEXTS: Readonly<Record<string, string>> = {
	"": HELP,
	"--help": HELP,
	"-h": HELP,
	help: HELP,
	"tasks --json": "tasks.json",
	"libraries --json": "libraries.json",
	skill: "SKILL.md",
};

/**
 * Prints the prerendered text of a command line, before anything else is loaded.
 * @param folder the folder of the built command
 * @returns false if there is none: terminals have a width and colors, and a source tree keeps no texts
 */
export function printReady(folder: string, argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
	const line = argv.join(" ");
	const name = Object.hasOwn(READY_TEXTS, line) ? READY_TEXTS[line] : undefined;
	if (name === undefined || env["FORCE_COLOR"] !== undefined) return false;
	if (name === HELP && hasAliases(env)) return false;
	let text: Buffer;
	try {
		// A device may be a terminal.
		if (fstatSync(1).isCharacterDevice()) return false;
		text = readBuiltFile(folder, `${READY_FOLDER}/${name}`);
	} catch {
		return false;
	}
	printLast(text);
	return true;
}

/** Whether the help lists aliases of the user; checked without parsing. */
function hasAliases(env: NodeJS.ProcessEnv): boolean {
	try {
		return readFileSync(join(hubFolder("config", env), "config.json"), "utf8").includes('"alias.');
	} catch {
		return false;
	}
}

/**
 * Writes the last output of the process without `process.stdout`, which Node creates more slowly than a short command
 * runs.
 */
export function printLast(text: Uint8Array): void {
	let written = 0;
	try {
		while (written < text.length) written += writeSync(1, text, written);
	} catch {
		// Waits for a full pipe; a closed one is not an error, but a full disk is.
		process.stdout.on("error", reportFailure).write(text.subarray(written));
	}
}

function reportFailure(error: NodeJS.ErrnoException): void {
	if (error.code === "EPIPE") return;
	const cause = error.code === "ENOSPC" ? ": the disk is full" : "";
	process.stderr.write(`Error: The output cannot be written${cause}.\n`);
	process.exitCode = 1;
}
