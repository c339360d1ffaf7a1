import { chmodSync, closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { type LogRecord, parseLogRecord } from "../../exchange/log-record.ts";
import type { Context } from "../context.ts";
import { makeFolder } from "../files/replace-file.ts";
import { writeAll } from "../files/write-all.ts";
import { hubFolder } from "./folders.ts";

const EXTENSION = ".jsonl";

/** Returns the folder of the log: one file per month. */
export function logFolder(env: Context["env"]): string {
	return join(hubFolder("data", env), "log");
}

/** Adds a line. It is written in one call, so that lines of several processes do not mix. */
export function appendToLog(record: LogRecord, env: Context["env"]): void {
	makeFolder(logFolder(env), 0o700);
	appendLines(join(logFolder(env), `${record.time.slice(0, 7)}${EXTENSION}`), [record]);
}

/** Adds values to a private file of JSON lines, in one write. */
export function appendLines(path: string, values: readonly object[]): void {
	const file = openSync(path, "a+", 0o600);
	try {
		const { size, mode } = fstatSync(file);
		if ((mode & 0o077) !== 0) chmodSync(path, 0o600);
		const last = Buffer.alloc(1);
		// A process that was killed may have left half a line.
		const isTorn = size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
		const lines = values.map((value) => `${JSON.stringify(value)}\n`);
		const bytes = Buffer.from(`${isTorn ? "\n" : ""}${lines.join("")}`);
		writeAll(file, bytes);
	} catch (error) {
		// Node reports the path only if a file is opened.
		throw Object.assign(error as Error, { path });
	} finally {
		closeSync(file);
	}
}

/** Returns the files of the log, the oldest first. */
export function listLogFiles(env: Context["env"]): string[] {
	try {
		return readdirSync(logFolder(env))
			.filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name))
			.sort()
			.map((name) => join(logFolder(env), name));
	} catch {
		return [];
	}
}

/** Returns the calls of the log, the newest first; truncated and damaged lines are skipped. */
export function* readLog(env: Context["env"], since = 0): Generator<LogRecord, void, undefined> {
	const first = new Date(since).toISOString().slice(0, 7);
	for (const path of listLogFiles(env).reverse()) {
		if (path.slice(-13, -6) < first) return;
		const records = readFileSync(path, "utf8")
			.split("\n")
			.flatMap((line) => parseLogRecord(line) ?? []);
		records.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
		for (const record of records) if (Date.parse(record.time) >= since) yield record;
	}
}
