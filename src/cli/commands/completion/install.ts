import { existsSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { homeFolder, hubFolder, xdgFolder } from "../../config/folders.ts";
import type { Context } from "../../context.ts";
import { unknownName } from "../../errors/usage.ts";
import { nameOfProcess } from "../../files/programs.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { makeFolder, replaceFile } from "../../files/replace-file.ts";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

/** The name of the script of each shell. */
export const SCRIPTS: Record<Shell, string> = {
	bash: "hub.bash",
	zsh: "hub.zsh",
	fish: "hub.fish",
	powershell: "hub.ps1",
};

/**
 * Returns the shell that has started the command, else the one that the user logs in with.
 * @throws UsageError if there is no script for it
 */
export function findShell({ env, platform, parentId }: Pick<Context, "env" | "platform" | "parentId">): Shell {
	const known = [nameOfProcess(parentId, platform), basename(env["SHELL"] ?? "")].map(shellOf).find(Boolean);
	if (known) return known;
	if (platform === "win32" || env["PSModulePath"] !== undefined) return "powershell";
	throw unknownName("The shell is not known.", `Name one: hub completion ${SHELLS.join("|")}.`);
}

function shellOf(program = ""): Shell | undefined {
	const name = program.replace(/\.exe$/i, "");
	return name === "pwsh" ? "powershell" : SHELLS.find((shell) => shell === name);
}

/** Where a script goes, and the file of the shell with the line that loads it; fish needs none. */
interface Places {
	script: string;
	startup: string | undefined;
	line: string;
}

const BEGIN = "# >>> hub completion >>>";
const END = "# <<< hub completion <<<";

function findPlaces(shell: Shell, { env, platform }: Pick<Context, "env" | "platform">): Places {
	const home = homeFolder(env);
	const script = join(hubFolder("config", env), SCRIPTS[shell]);
	if (shell === "fish") {
		return { script: join(xdgFolder("config", env), "fish/completions/hub.fish"), startup: undefined, line: "" };
	}
	if (shell === "powershell") {
		const folder = platform === "win32" ? join(home, "Documents/PowerShell") : join(home, ".config/powershell");
		return { script, startup: join(folder, "profile.ps1"), line: `. '${script.replaceAll("'", "''")}'` };
	}
	const folder = shell === "zsh" ? (env["ZDOTDIR"] ?? home) : home;
	const quoted = `'${script.replaceAll("'", "'\\''")}'`;
	const ready = shell === "zsh" ? "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }\n" : "";
	return { script, startup: join(folder, `.${shell}rc`), line: `${ready}[ -r ${quoted} ] && . ${quoted}` };
}

/** Describes how to install the completion of a shell. */
export function describeInstallation(shell: Shell): string {
	return `hub completion ${shell} --install sets it up; --uninstall removes it.`;
}

/**
 * Installs the script of a shell; a second run only updates the script.
 * @returns the files that were written
 */
export async function installCompletion(shell: Shell, text: Buffer, context: Context): Promise<string[]> {
	const { script, startup, line } = findPlaces(shell, context);
	makeFolder(join(script, ".."));
	replaceFile(script, text);
	if (startup === undefined) return [script];
	const before = await readStartup(startup, context);
	if (before.includes(BEGIN)) return [script];
	makeFolder(join(startup, ".."));
	const gap = before === "" || before.endsWith("\n") ? "" : "\n";
	replaceFile(startup, `${before}${gap}${BEGIN}\n${line}\n${END}\n`);
	return [script, startup];
}

/**
 * Undoes an installation; everything else in the shell's file stays.
 * @returns the files that were changed or removed
 */
export async function removeCompletion(shell: Shell, context: Context): Promise<string[]> {
	const { script, startup } = findPlaces(shell, context);
	const changed = existsSync(script) ? [script] : [];
	rmSync(script, { force: true });
	const before = startup === undefined ? "" : await readStartup(startup, context);
	const begin = before.indexOf(BEGIN);
	const end = before.indexOf(`${END}\n`, begin);
	if (startup === undefined || begin === -1 || end === -1) return changed;
	replaceFile(startup, before.slice(0, begin) + before.slice(end + END.length + 1));
	return [...changed, startup];
}

const MAX_STARTUP = 2 ** 24;

async function readStartup(path: string, { signal }: Context): Promise<string> {
	if (!existsSync(path)) return "";
	return new TextDecoder().decode(await readBounded(path, MAX_STARTUP, signal, { isRegular: true }));
}
