import type { Notice, Options } from "./types.ts";

/** Where messages go; `console` is one. */
export interface Logger {
	debug(message: string, ...values: unknown[]): void;
	info(message: string, ...values: unknown[]): void;
	warn(message: string, ...values: unknown[]): void;
	error(message: string, ...values: unknown[]): void;
	log(message: string, ...values: unknown[]): void;
}

// One of the two places with state of their own: the reference's interface has one logger for the whole process.
let logger: Logger = globalThis.console;

/** Replaces the logger of the whole process. Calls with the option `onNotice` do not use it. */
export function setLogger(replacement: Logger): void {
	logger = replacement;
}

const MINUTE = 60_000;

/** Kind of notice → when one was last printed. */
const lastTold = new Map<Notice["type"], number>();

/** To keep the console readable under load, it gets one line per kind and minute. A caller's own logger gets all. */
function isDue(type: Notice["type"]): boolean {
	if (logger !== globalThis.console) return true;
	const now = Date.now();
	if (now - (lastTold.get(type) ?? Number.NEGATIVE_INFINITY) < MINUTE) return false;
	lastTold.set(type, now);
	return true;
}

/** Notices that only `onNotice` gets: polls are many, and answers that are asked for again are no trouble. */
const UNTOLD: ReadonlySet<Notice["type"]> = new Set(["progress", "repair", "instructions"]);

/** Hands a notice to the caller, or to the logger where the caller does not ask for it. */
export function notify(notice: Notice, options: Pick<Options, "onNotice">): void {
	if (options.onNotice) options.onNotice(notice);
	else if (UNTOLD.has(notice.type) || !isDue(notice.type)) return;
	else if (notice.type === "auto-selected") logger.log(notice.message, notice.provider);
	else if (notice.type === "auto") logger.log(notice.message);
	else if (notice.type === "retry" || notice.type === "debug") logger.debug(notice.message);
	else logger.warn(notice.message);
}

/** For failures that are no errors of the caller's program. */
export function logError(message: string, error: unknown): void {
	logger.error(message, error);
}
