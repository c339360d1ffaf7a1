import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hubFolder } from "../config/folders.ts";
import type { Context } from "../context.ts";
import { tryReadSmallFile } from "../files/read-small.ts";
import { makeFolder, replaceFile } from "../files/replace-file.ts";

/** A model seen before; completion suggests it. */
export interface SeenModel {
	id: string;
	task?: string | undefined;
}

/** Number of suggested models. */
const LIMIT = 500;
/** Size in characters above which the file is rewritten without duplicates. */
const LONG = 100_000;
/** The form of an id on Hugging Face; nothing else is written to a file that shells read. */
const ID = /^[\w.-]{1,100}(?:\/[\w.-]{1,100})?$/;

/** Contexts of commands that record or replay: these do not use caches on disk. */
const UNCACHED = new WeakSet<object>();

/** Stops storing models for a command. */
export function disableModelCache(context: Pick<Context, "env">): void {
	UNCACHED.add(context);
}

/** Models seen on Hugging Face, the latest first. */
export function readSeenModels({ env }: Pick<Context, "env">): SeenModel[] {
	return parseLines(readCache(env).text);
}

/**
 * Stores models for completion. Each call appends lines, so two commands can do it at the same time. A folder that
 * cannot be written to is not an error: only a suggestion is lost.
 * @param models in order of suggestion
 */
export function rememberModels(models: readonly SeenModel[], context: Pick<Context, "env">): void {
	if (UNCACHED.has(context)) return;
	const toLine = ({ id, task = "" }: SeenModel): string => `${id}\t${task.replace(/[^\w-]/g, "")}\n`;
	const toText = (list: readonly SeenModel[]): string => list.map(toLine).reverse().join("");
	const { path, text: known } = readCache(context.env);
	const added = toText(models.filter(({ id }) => ID.test(id)));
	if (known.endsWith(added)) return;
	try {
		makeFolder(dirname(path), 0o700);
		// Only its owner may read which models they use.
		if (known.length < LONG) appendFileSync(path, added, { mode: 0o600 });
		else replaceFile(path, toText(parseLines(known + added)), 0o600);
	} catch {
		// Nothing is left behind.
	}
}

/** Returns the models of the file, whose latest line is the last. */
function parseLines(text: string): SeenModel[] {
	const tasks = new Map<string, string | undefined>();
	for (const line of text.split("\n").reverse()) {
		const [id = "", task] = line.split("\t");
		if (ID.test(id)) tasks.set(id, tasks.get(id) || task || undefined);
	}
	return [...tasks].slice(0, LIMIT).map(([id, task]) => ({ id, task }));
}

function readCache(env: Context["env"]): { path: string; text: string } {
	const path = join(hubFolder("cache", env), "models.txt");
	return { path, text: tryReadSmallFile(path) ?? "" };
}
