import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtFile } from "./built.ts";
import type { RunResult, Stdin } from "./in-process.ts";
import { runProcess } from "./run-process.ts";
import { parseLine, runPipelines } from "./shell.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a command printed, and how it ended. */
export interface Outcome {
	stdout: string;
	stderr: string;
	code: number;
}

/** A home of its own for the commands of one test: no token, no configuration, no proxy. */
export interface Home {
	folder: string;
	/** The environment of its commands. */
	env: Readonly<Record<string, string>>;
	/**
	 * Runs a line of bash. A `hub` in it runs in this process where bash has nothing to expand, which is much faster;
	 * else, and with `real`, it is the built command in a process of its own.
	 */
	run(line: string, options?: RunOptions): Promise<Outcome>;
	remove(): void;
}

/** How one line runs. */
export interface RunOptions {
	env?: Record<string, string>;
	/** Text on standard input. Default: nothing, `/dev/null`. */
	input?: string;
	/** Width of the terminal that the output of a `hub` in this process is. Default: it is a pipe. */
	columns?: number;
	/** Runs the built command in a process of its own. Default: `HUB_TEST_REAL` is set. */
	real?: boolean;
}

/** @param options `real`: default of the home's `run` */
export function createHome(files: Readonly<Record<string, string>> = {}, options: { real?: boolean } = {}): Home {
	const folder = mkdtempSync(join(tmpdir(), "hub-"));
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
	const bin = join(folder, ".bin");
	mkdirSync(bin);
	writeFileSync(join(bin, "hub"), `#!/bin/sh\nexec "${process.execPath}" "${join(root, "bin/hub.js")}" "$@"\n`, {
		mode: 0o755,
	});
	const env = { PATH: `${bin}:${process.env["PATH"]}`, HOME: folder, LANG: "C.UTF-8", TZ: "UTC" };
	return {
		folder,
		env,
		run: (line, { real = options.real ?? Boolean(process.env["HUB_TEST_REAL"]), ...more } = {}) =>
			runLine(line, folder, { ...env, ...more.env }, more, real),
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

async function runLine(
	line: string,
	cwd: string,
	env: Record<string, string>,
	{ input, columns }: RunOptions,
	real: boolean,
): Promise<Outcome> {
	const stdin: Stdin = input === undefined ? { kind: "none" } : { kind: "pipe", bytes: Buffer.from(input) };
	const bash = (text: string, piped: Stdin): Promise<RunResult> => {
		if (/\bhub\b/.test(text)) builtFile();
		return runProcess("bash", ["-c", text], { cwd, env, input: piped.kind === "pipe" ? piped.bytes : undefined });
	};
	const pipelines = real || env["NODE_OPTIONS"] ? undefined : parseLine(line);
	const result = await (pipelines ? runPipelines(pipelines, { cwd, env, stdin, columns, bash }) : bash(line, stdin));
	return { stdout: result.stdout.toString(), stderr: result.stderr.toString(), code: result.code };
}

/** One command of a session file with what it should print. */
export interface Step {
	line: string;
	expected: string[];
}

/** A session file: settings, files, and command lines with their outputs. */
export interface Session {
	env: Record<string, string>;
	files: Record<string, string>;
	/** Programs besides `hub` the session needs. */
	needs: string[];
	/** Whether `hub` is the built command in processes of its own. */
	real: boolean;
	/** Width of the terminal that the output is; undefined for a pipe. */
	columns: number | undefined;
	steps: Step[];
}

/**
 * Reads a session.
 *
 *     # a comment
 *     env NAME=value           a variable for all commands
 *     needs jq                 skipped, by name, where the program is missing
 *     real                     runs the built command in processes of its own, not in this one
 *     columns 80               output goes to a terminal of this width, not to a pipe
 *     file name                a file; its text follows, indented by a tab
 *     $ hub infer …            a line of bash
 *     text                     a line of stdout
 *     ! text                   a line of stderr
 *     ? 2                      the exit code, if not 0
 *
 * In expected lines `[..]` stands for anything; a line `...` for any number of lines.
 */
export function parseSession(text: string): Session {
	const session: Session = { env: {}, files: {}, needs: [], real: false, columns: undefined, steps: [] };
	let file: string | undefined;
	for (const line of text.split("\n")) {
		const step = session.steps.at(-1);
		if (line.startsWith("$ ")) session.steps.push({ line: line.slice(2), expected: [] });
		else if (step) step.expected.push(line);
		else if (file !== undefined && line.startsWith("\t")) session.files[file] += `${line.slice(1)}\n`;
		else if (line.startsWith("env ")) {
			const [, name = "", value = ""] = /^env (\w+)=(.*)$/.exec(line) ?? [];
			session.env[name] = value;
		} else if (line === "real") session.real = true;
		else if (line.startsWith("columns ")) session.columns = Number(line.slice(8));
		else if (line.startsWith("needs ")) session.needs.push(...line.slice(6).split(" "));
		else if (line.startsWith("file ")) {
			file = line.slice(5);
			session.files[file] = "";
		} else if (line !== "" && !line.startsWith("#")) throw new Error(`A session cannot begin with: ${line}`);
	}
	// The blank line between a step and the next belongs to neither.
	for (const step of session.steps) while (step.expected.at(-1) === "") step.expected.pop();
	return session;
}

/** What a command did, in the form of a session file. */
export function formatOutcome({ stdout, stderr, code }: Outcome): string[] {
	const lines = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));
	const all = [...lines(stdout), ...lines(stderr).map((line) => `! ${line}`), ...(code === 0 ? [] : [`? ${code}`])];
	// A session file cannot tell them from the blank line before the next command.
	while (all.at(-1) === "") all.pop();
	return all;
}

/** Whether the lines are the expected ones, wildcards considered. */
export function matches(expected: readonly string[], actual: readonly string[]): boolean {
	const [first, ...rest] = expected;
	if (first === undefined) return actual.length === 0;
	if (first === "...") return actual.some((_, index) => matches(rest, actual.slice(index))) || matches(rest, []);
	const pattern = first.split("[..]").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	const line = actual[0];
	return line !== undefined && new RegExp(`^${pattern.join(".*")}$`).test(line) && matches(rest, actual.slice(1));
}
