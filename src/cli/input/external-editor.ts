import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { invalidConfig, UsageError } from "../errors/usage.ts";
import { programStart } from "../files/programs.ts";
import { splitShellWords } from "../terminal/shells.ts";

/**
 * Opens a text in the user's editor: `VISUAL`, `EDITOR`, or vi. Waits until it ends.
 * @param name of the file, whose extension tells editors its format
 * @returns the new text
 * @throws UsageError if the editor cannot be started or fails
 */
export function editText(
	text: string,
	name: string,
	{ env, cwd, platform }: Pick<Context, "env" | "cwd" | "platform">,
): string {
	const line = env["VISUAL"] || env["EDITOR"] || (platform === "win32" ? "notepad" : "vi");
	const [program = line, ...args] = splitShellWords(line) ?? [line];
	const folder = mkdtempSync(join(tmpdir(), "hub-edit-"));
	try {
		const path = join(folder, name);
		writeFileSync(path, text, { mode: 0o600 });
		const start = programStart(program, [...args, path], { env, platform });
		const { error, status, signal } = spawnSync(start.program, start.args, { stdio: "inherit", cwd, env: { ...env } });
		if (error) throw invalidConfig(`The editor "${program}" cannot be started.`, "Name one with EDITOR.");
		if (status !== 0) {
			throw new UsageError(`The editor "${program}" ended with ${signal ?? `code ${status}`}; nothing was changed.`);
		}
		return readFileSync(path, "utf8");
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
