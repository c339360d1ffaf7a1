import { hostname } from "node:os";
import { pathToFileURL } from "node:url";
import type { Colors } from "./color.ts";
import type { Output } from "./process-io.ts";
import { isUnattended } from "./process-io.ts";
import type { Terminal } from "./terminal.ts";

/** Facts that decide whether links may be written to a stream. */
export interface LinkSpace {
	output: Output;
	colors: Colors;
	env: Terminal["env"];
}

/**
 * Whether a stream shows links (OSC 8). Most terminals show or ignore them; excluded are those known to print the code,
 * and streams without escape codes. `FORCE_HYPERLINK=0` turns them off, another value on.
 */
function showsLinks({ output, colors, env }: LinkSpace): boolean {
	if (!output.isTTY || colors.level === 0 || env["TERM"] === "dumb") return false;
	const forced = env["FORCE_HYPERLINK"];
	if (forced) return forced !== "0" && forced !== "false";
	if (isUnattended(env) || /^(linux|screen)/.test(env["TERM"] ?? "") || env["TERM_PROGRAM"] === "Apple_Terminal")
		return false;
	// Older versions of the widget behind GNOME Terminal crashed on some links.
	return env["VTE_VERSION"] === undefined || Number(env["VTE_VERSION"]) >= 5000;
}

/** Text linked to a file if the stream shows links, else the plain text. */
export function linkFile(text: string, path: string, space: LinkSpace): string {
	return showsLinks(space) ? `\x1b]8;;${fileUrl(path)}\x1b\\${text}\x1b]8;;\x1b\\` : text;
}

/** `file://HOST/PATH`: the host shows a terminal with another machine's output that the file is not local. */
function fileUrl(path: string, host: string = hostname()): string {
	const url = pathToFileURL(path);
	// A host name that is invalid in a URL is omitted.
	url.hostname = host;
	return url.href;
}
