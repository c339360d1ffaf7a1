import { spawnSync } from "node:child_process";

const PROGRAMS: Record<string, string> = { python: "python3", sh: "curl" };

/** Languages whose snippets cannot run on this machine. */
export const MISSING_LANGUAGES: ReadonlySet<string> = new Set(
	Object.keys(PROGRAMS).filter((language) => spawnSync(PROGRAMS[language] ?? "", ["--version"]).status !== 0),
);
