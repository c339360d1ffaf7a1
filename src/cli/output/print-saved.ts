import { hostname } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readMember } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { formatSize } from "../terminal/amounts.ts";
import { toJson } from "../terminal/json.ts";
import { isUnattended } from "../terminal/process-io.ts";
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
	const { cwd, colors } = context;
	for (const [index, path] of paths.entries()) {
		const file = files[index];
		const name = linkFile(colors.stderr.bold(readLabel(path)), resolve(cwd, path), context);
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

/**
 * Whether standard error shows links (OSC 8). Most terminals show or ignore them; excluded are those known to print the code,
 * and streams without escape codes. `FORCE_HYPERLINK=0` turns them off, another value on.
 */
function showsLinks({ stderr, colors, env }: Context): boolean {
	if (!stderr.isTTY || colors.stderr.level === 0 || env["TERM"] === "dumb") return false;
	const forced = env["FORCE_HYPERLINK"];
	if (forced) return forced !== "0" && forced !== "false";
	if (isUnattended(env) || /^(linux|screen)/.test(env["TERM"] ?? "") || env["TERM_PROGRAM"] === "Apple_Terminal")
		return false;
	// Older versions of the widget behind GNOME Terminal crashed on some links.
	return env["VTE_VERSION"] === undefined || Number(env["VTE_VERSION"]) >= 5000;
}

/** Text linked to a file if links are shown, else the plain text. */
function linkFile(text: string, path: string, context: Context): string {
	if (!showsLinks(context)) return text;
	const url = pathToFileURL(path);
	// The host shows a terminal with another machine's output that the file is not local; one invalid in a URL is omitted.
	url.hostname = hostname();
	return `\x1b]8;;${url.href}\x1b\\${text}\x1b]8;;\x1b\\`;
}
