import { resolve } from "node:path";
import { readMember } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { formatSize } from "../terminal/amounts.ts";
import { toJson } from "../terminal/json.ts";
import { linkFile } from "../terminal/link.ts";
import { readLabel } from "./views/view.ts";

/**
 * Reports saved files: a note for each, with a link if the terminal supports it; with `--json` a document.
 * @param result the task's result; an item of a list may describe its file
 * @param paths as given or generated, in the order of the files
 * @param files empty for a text
 */
export async function printSaved(
	result: unknown,
	paths: readonly string[],
	files: readonly Blob[],
	context: Context,
): Promise<void> {
	const labelAt = (index: number): unknown => (Array.isArray(result) ? readMember(result[index], "label") : undefined);
	if (context.flags.json) {
		const saved = paths.map((path, index) => {
			const [file, label] = [files[index], labelAt(index)];
			return { path, ...(file ? { type: file.type, size: file.size } : {}), ...(label === undefined ? {} : { label }) };
		});
		return await printJsonResult(saved.length === 1 ? saved[0] : saved, false, context);
	}
	const { stderr, env, cwd, colors } = context;
	for (const [index, path] of paths.entries()) {
		const file = files[index];
		const name = linkFile(colors.stderr.bold(readLabel(path)), resolve(cwd, path), {
			output: stderr,
			colors: colors.stderr,
			env,
		});
		const facts = file ? ` (${readLabel(file.type) || "unknown type"}, ${formatSize(file.size)})` : "";
		const label = readLabel(labelAt(index));
		context.note(`Saved ${name}${colors.stderr.dim(facts)}${label === "" ? "" : `  ${label}`}`);
	}
}

/** Returns a result as one JSON document, indented on a terminal; with `asLines`, a list has one element per line. */
export async function printJsonResult(result: unknown, asLines: boolean, context: Context): Promise<void> {
	if (!asLines || !Array.isArray(result)) {
		return await context.print(`${toJson(result, context.stdout.isTTY ? 2 : undefined)}\n`);
	}
	for (const item of result) await context.print(`${toJson(item)}\n`);
}
