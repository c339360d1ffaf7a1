import { resolve } from "node:path";
import { readMember } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { formatSize } from "../terminal/format-size.ts";
import { linkFile } from "../terminal/link.ts";
import { printJsonResult } from "./json-result.ts";
import { readLabel } from "./views/label.ts";

/**
 * Tells where results were written: a note for each file, which leads to it where the terminal knows links; with
 * `--json` a document.
 * @param result the task's result; an item of a list may say what its file holds
 * @param paths as given or made up, in the order of the files
 * @param files none for a text that people asked for
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
