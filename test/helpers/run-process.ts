import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { RunResult } from "./in-process.ts";

/** How a process runs. */
export interface ProcessOptions {
	cwd: string;
	/** Its whole environment. */
	env: Readonly<Record<string, string>>;
	/** What comes through a pipe on its standard input. Default: `/dev/null`. */
	input?: Uint8Array | undefined;
	/** Milliseconds until it is killed. Default: never. */
	timeout?: number;
}

interface Reply {
	id: number;
	result?: { [Name in keyof RunResult]: RunResult[Name] extends Buffer ? Uint8Array : RunResult[Name] };
	error?: string;
}

const waiting = new Map<number, (reply: Reply) => void>();
let starter: ChildProcess | undefined;
let last = 0;

/**
 * Runs a program to its end. A small process starts it: to copy a worker of vitest, as starting a program does, takes
 * twenty milliseconds for its hundreds of megabytes.
 */
export async function runProcess(
	command: string,
	args: readonly string[],
	options: ProcessOptions,
): Promise<RunResult> {
	starter ??= openStarter();
	const id = ++last;
	const reply = new Promise<Reply>((resolve) => waiting.set(id, resolve));
	starter.send({ id, command, args, ...options });
	const { result, error } = await reply;
	if (!result) throw new Error(error);
	const { stdout, stderr, all, code } = result;
	return { stdout: Buffer.from(stdout), stderr: Buffer.from(stderr), all: Buffer.from(all), code };
}

function openStarter(): ChildProcess {
	const child = fork(fileURLToPath(new URL("starter.mjs", import.meta.url)), {
		execArgv: [],
		serialization: "advanced",
		stdio: ["ignore", "ignore", "inherit", "ipc"],
	});
	child.on("message", (message) => {
		const reply = message as Reply;
		waiting.get(reply.id)?.(reply);
		waiting.delete(reply.id);
	});
	child.on("exit", () => {
		starter = undefined;
		for (const [id, resolve] of waiting) resolve({ id, error: "The process that starts others ended" });
		waiting.clear();
	});
	child.unref();
	child.channel?.unref();
	return child;
}
