import type { Notice, Options } from "./types.ts";

/** Receives messages; `console` is one. */
export interface Logger {
	debug(message: string, ...values: unknown[]): void;
	info(message: string, ...values: unknown[]): void;
	warn(message: string, ...values: unknown[]): void;
	error(message: string, ...values: unknown[]): void;
	log(message: string, ...values: unknown[]): void;
}

// One of the two places with global state: the reference's interface has one logger per process.
let logger: Logger = globalThis.console;

/** Replaces the logger of the whole process. Calls with the option `onNotice` do not use it. */
export function setLogger(replacement: Logger): void {
	logger = replacement;
}

/** Kind of notice → when one was last printed. */
const lastReported = new Map<Notice["type"], number>();

/** To stay readable under load, the console gets one line per kind and minute. A logger of your own gets all. */
function isDue(type: Notice["type"]): boolean {
	if (logger !== globalThis.console) return true;
	const now = Date.now();
	if (now - (lastReported.get(type) ?? Number.NEGATIVE_INFINITY) < 60_000) return false;
	lastReported.set(type, now);
	return true;
}

/** Notices that only `onNotice` gets: there are many polls, and a retry is not a problem. */
const SILENT_TYPES: ReadonlySet<Notice["type"]> = new Set(["progress", "repair", "instructions"]);

/** Passes a notice to the caller's `onNotice`, otherwise to the logger. */
export function notify(notice: Notice, options: Pick<Options, "onNotice">): void {
	if (options.onNotice) options.onNotice(notice);
	else if (SILENT_TYPES.has(notice.type) || !isDue(notice.type)) return;
	// The console writes other levels to standard output, which belongs to the program.
	else if (logger === globalThis.console)
		logger.warn(...[notice.message, ...("provider" in notice ? [notice.provider] : [])]);
	else if (notice.type === "auto-selected") logger.log(notice.message, notice.provider);
	else if (notice.type === "auto") logger.log(notice.message);
	else if (notice.type === "retry" || notice.type === "debug") logger.debug(notice.message);
	else logger.warn(notice.message);
}

/** Logs a failure that does not fail the caller's program. */
export function logError(message: string, error: unknown): void {
	logger.error(message, error);
}
