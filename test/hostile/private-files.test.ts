import {
	lstatSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Manifest } from "../../src/batch/manifest.ts";
import { openJournalWriter, writeManifest } from "../../src/cli/commands/batch/output.ts";
import { replaceFile, replacePrivateFile } from "../../src/cli/files/replace-file.ts";
import { replaceWhole } from "../../src/cli/files/replace-whole.ts";
import { folderStore } from "../../src/node.ts";
import { manifestPath } from "../../src/node-journal.ts";
import { takeLock } from "../../src/node-lock.ts";
import { FREE_LOCK } from "../helpers/locks.ts";

function openFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "hub-private-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** What may happen to a link that another user has planted under the name of a file. */
type Planted = "replaced" | "refused" | "followed";

interface Case {
	name: string;
	/** Path of the file that is written, in a folder. */
	path: (folder: string) => string;
	write: (path: string) => unknown;
	mode: number;
	planted: Planted;
}

const CASES: Case[] = [
	{
		name: "the manifest of a batch",
		path: (folder) => manifestPath(join(folder, "out.jsonl")),
		write: (path) => writeManifest(join(dirname(path), "out.jsonl"), { version: 1 } as unknown as Manifest, FREE_LOCK),
		mode: 0o600,
		planted: "replaced",
	},
	{
		name: "the journal beside a table",
		path: (folder) => join(folder, "out.csv.jsonl"),
		write: (path) => writeLine(path, true),
		mode: 0o600,
		planted: "refused",
	},
	{
		name: "the journal that is compacted",
		path: (folder) => join(folder, "compacted.csv.jsonl"),
		write: (path) => {
			writeLine(path, true);
			replaceWhole(path, FREE_LOCK, (write) => write("{}\n"));
		},
		mode: 0o600,
		planted: "refused",
	},
	{
		name: "the journal that the user named",
		path: (folder) => join(folder, "out.jsonl"),
		write: (path) => writeLine(path, false),
		mode: 0o644,
		planted: "followed",
	},
	{
		name: "the lock of a batch",
		path: (folder) => join(folder, "out.jsonl.lock"),
		write: (path) => takeUntilTested(path),
		mode: 0o700,
		planted: "replaced",
	},
	{
		name: "a recording",
		path: (folder) => join(folder, "call.http"),
		write: (path) => folderStore(dirname(path)).write("call.http", new Uint8Array([1])),
		mode: 0o600,
		planted: "replaced",
	},
	{
		name: "a saved chat, a cache",
		path: (folder) => join(folder, "last.jsonl"),
		write: (path) => replacePrivateFile(path, "x"),
		mode: 0o600,
		planted: "followed",
	},
	{
		name: "a table that the user named",
		path: (folder) => join(folder, "out.csv"),
		write: (path) => replaceWhole(path, FREE_LOCK, (write) => write("x")),
		mode: 0o644,
		planted: "followed",
	},
	{
		name: "an output that the user named",
		path: (folder) => join(folder, "answer.txt"),
		write: (path) => replaceFile(path, "x"),
		mode: 0o644,
		planted: "followed",
	},
];

function writeLine(path: string, isOwn: boolean): void {
	const writer = openJournalWriter({ journal: path, lock: FREE_LOCK }, 0, isOwn, (error) => {
		throw error;
	});
	onTestFinished(() => void writer.close());
	writer.append("{}");
	writer.flush();
}

async function takeUntilTested(path: string): Promise<void> {
	const lock = await takeLock(path.slice(0, -".lock".length));
	onTestFinished(() => lock.release());
}

it.each(CASES)("$name has its mode", async ({ path, write, mode }) => {
	const before = process.umask(0o022);
	onTestFinished(() => void process.umask(before));
	const folder = openFolder();
	await write(path(folder));
	expect((statSync(path(folder)).mode & 0o777).toString(8)).toBe(mode.toString(8));
	expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});

it.each(CASES)("$name: a planted link is $planted", async ({ path, write, planted }) => {
	const folder = openFolder();
	const victim = join(openFolder(), "victim");
	writeFileSync(victim, "");
	symlinkSync(victim, path(folder));
	const work = async (): Promise<unknown> => await write(path(folder));
	if (planted === "refused") await expect(work()).rejects.toThrow(/ELOOP/);
	else await work();
	expect(readFileSync(victim, "utf8") !== "").toBe(planted === "followed");
	expect(lstatSync(path(folder)).isSymbolicLink()).toBe(planted !== "replaced");
});

it("a folder for recordings is private", async () => {
	const folder = join(openFolder(), "calls");
	await folderStore(folder).write("call.http", new Uint8Array([1]));
	expect(statSync(folder).mode & 0o777).toBe(0o700);
});
