import { isInstalled } from "../programs.ts";

const PROGRAMS: Record<string, string> = { python: "python3", sh: "curl" };

/** Languages whose snippets cannot run on this machine. */
export const MISSING_LANGUAGES: ReadonlySet<string> = new Set(
	Object.keys(PROGRAMS).filter((language) => !isInstalled(PROGRAMS[language] ?? "")),
);
