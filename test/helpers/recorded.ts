import { homedir, tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Signs of a crash, which no recording may take for what is expected. */
const CRASH = [
	/a bug in hub/i,
	/^\s+at .*:\d+:\d+\)?$/m,
	/^(?:! )?(?:Uncaught )?(?:Type|Reference|Range)Error: /m,
	/\bnode:internal\//,
	/Unhandled(?: promise)? ?rejection/i,
];

/** What differs from run to run: times of day, ends of periods, measured durations, ports of this machine. */
const CHANGING = [
	/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/g,
	/(?<=\buntil )\d{4}-\d\d-\d\d\b/g,
	/\b(?:\d+(?:\.\d+)? ms|\d+\.\d+ s)\b/g,
	/(?<=127\.0\.0\.1:|localhost:)\d{4,5}/g,
];

/** Throws if a text that is to be recorded shows a crash: it would be expected from then on. */
export function refuseCrash(text: string, source: string): void {
	const sign = CRASH.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
	if (sign !== undefined)
		throw new Error(
			`${source} shows a crash, which is not recorded: ${sign.trim()}\nMend it, then run npm run update again.`,
		);
}

/**
 * Returns a text with `mask` in place of what differs between machines and runs.
 * @param folders more folders of this machine that the text may name
 */
export function maskRecorded(text: string, folders: readonly string[] = [], mask = "[..]"): string {
	const paths = [...folders, root, tmpdir(), homedir()].filter((path) => path.length > 1);
	const byLength = paths.sort((left, right) => right.length - left.length);
	const masked = byLength.reduce((all, path) => all.replaceAll(path, mask), text);
	return CHANGING.reduce((all, pattern) => all.replaceAll(pattern, mask), masked);
}
