import { fstatSync } from "node:fs";
import { race } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { noInput } from "../errors/usage.ts";
import { tryReadSmallFile } from "../files/read-small.ts";
import { MAX_INPUT } from "../terminal/terminal.ts";

/** Milliseconds to wait for the first byte if there is other input. */
const PIPE_TIMEOUT_MS = { fifo: 2000, other: 200 };

/** Reads once in a run, which has one signal. */
function oncePerRun<Value>(read: (context: Context) => Promise<Value>): (context: Context) => Promise<Value> {
	const known = new WeakMap<AbortSignal, Promise<Value>>();
	return (context) => {
		const reading = known.get(context.signal) ?? read(context);
		known.set(context.signal, reading);
		return reading;
	};
}

/**
 * Reads standard input to its end; several calls get the same content.
 * @throws UsageError for more than `--max-input`
 */
export const readStdin = oncePerRun(takeStdin);

/**
 * Reads standard input to its end, for one reader: a token is not input, and nothing is left for the input.
 * @throws UsageError for more than `--max-input`
 */
export async function takeStdin(context: Context): Promise<Uint8Array> {
	if (context.flags.stdin === false || (context.stdin.isTTY && !context.isInteractive)) {
		throw noInput("Standard input is empty.", "Pipe the input into hub, or give it as an argument.");
	}
	const limit = context.flags.maxInput ?? MAX_INPUT;
	const chunks: Uint8Array[] = [];
	let total = 0;
	await forEachChunk(context, async (chunk) => {
		total += chunk.length;
		if (total > limit) throw (await import("./too-large.ts")).tooLarge("standard input", limit);
		chunks.push(chunk);
	});
	return Buffer.concat(chunks);
}

/**
 * Returns piped text in addition to other input; undefined if there is none. A named file is read only with `--stdin`,
 * a pipe unless `--no-stdin` is given. A pipe that stays open and silent (from a program that started `hub`) must not
 * block: after a moment hub continues without it, with a note if data was likely. All words share the piped text.
 */
export const readPipedStdin = oncePerRun(async (context) => {
	const { stdin: isWanted } = context.flags;
	const kind = stdinKind(context);
	if (isWanted === false || (kind === "device" && !isWanted)) return undefined;
	// It may already have been read: for the token, or a file named `-`.
	if (context.stdin.readableEnded || (kind === "device" && context.stdin.isTTY)) return undefined;
	if (kind === "file" && !isWanted) {
		// A loop such as `while read line; do hub infer … "$line"; done < file` reads this file line by line.
		if (isAtStart(context)) context.note("Standard input was not read; add --stdin or -.");
		return undefined;
	}
	const patience = isWanted || kind === "device" || kind === "file" ? Number.POSITIVE_INFINITY : PIPE_TIMEOUT_MS[kind];
	if (Number.isFinite(patience) && !(await waitForData(context, patience))) {
		context.stdin.pause();
		if (kind === "fifo") {
			context.note(
				`Nothing arrived on standard input within ${patience / 1000} s; continuing without it. Use - to wait for it.`,
			);
		}
		return undefined;
	}
	const bytes = await readStdin(context);
	return bytes.length > 0 ? bytes : undefined;
});

/**
 * Whether standard input has content for a command line without words: a file, or a pipe with data or at its end.
 * A pipe that stays open and silent does not count.
 */
export async function isInputPiped(context: Context): Promise<boolean> {
	const { stdin: isWanted } = context.flags;
	if (isWanted === false || context.stdin.isTTY) return false;
	const kind = stdinKind(context);
	if (isWanted || kind === "device" || kind === "file") return isWanted || kind === "file";
	const isPiped = await waitForData(context, PIPE_TIMEOUT_MS[kind]);
	if (!isPiped) context.stdin.pause();
	return isPiped;
}

/** Whether nothing was read from the file yet; false if the system does not show it. */
function isAtStart({ stdinDescriptor }: Context): boolean {
	return /^pos:\s*0$/m.test(tryReadSmallFile(`/proc/self/fdinfo/${stdinDescriptor}`) ?? "");
}

/** Shells connect programs by FIFOs. Programs that start others often use sockets, and leave them open. */
export function stdinKind({ stdinDescriptor }: Context): "file" | "fifo" | "other" | "device" {
	if (stdinDescriptor === undefined) return "other";
	try {
		const stat = fstatSync(stdinDescriptor);
		// Shells keep here-documents in unnamed files; these are for this command only.
		if (stat.isFile()) return stat.nlink === 0 ? "fifo" : "file";
		if (stat.isCharacterDevice()) return "device";
		return stat.isFIFO() ? "fifo" : "other";
	} catch {
		return "device";
	}
}

async function waitForData({ stdin, signal }: Context, patience: number): Promise<boolean> {
	const events = ["readable", "end", "error"];
	let finish = (_: boolean): void => undefined;
	const ready = (): void => finish(true);
	const waiting = new Promise<boolean>((resolve) => {
		const timer = setTimeout(() => finish(false), patience);
		finish = (result) => {
			clearTimeout(timer);
			// Before the caller continues: a stream that is paused a tick after its listeners are removed stops reading.
			for (const event of events) stdin.off(event, ready);
			resolve(result);
		};
		for (const event of events) stdin.once(event, ready);
	});
	return await race(waiting, signal).finally(() => finish(false));
}

async function forEachChunk({ stdin, signal }: Context, use: (chunk: Uint8Array) => Promise<void>): Promise<void> {
	const stop = (): void => {
		stdin.destroy();
	};
	signal.addEventListener("abort", stop, { once: true });
	try {
		for await (const chunk of stdin) await use(typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array));
	} catch (error) {
		if (!signal.aborted) throw error;
	} finally {
		signal.removeEventListener("abort", stop);
	}
	if (signal.aborted) throw signal.reason;
}
