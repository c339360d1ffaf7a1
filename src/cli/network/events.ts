import type { Notice } from "../../inference/index.ts";
import type { Context } from "../context.ts";

/** Events of a call. */
export type CallEvent =
	/** Text of the progress line. */
	| { type: "progress"; text: string }
	/** An attempt failed; another follows. */
	| { type: "retry"; message: string }
	/** A response came. */
	| { type: "response"; requestId: string | undefined }
	/** The hub chose this provider. */
	| { type: "provider"; provider: string }
	/** An answer does not follow its schema and is asked for again. */
	| { type: "repair" }
	/** The schema of the answer goes into the instructions. */
	| { type: "instructions" }
	/** Something people should know. */
	| { type: "note"; message: string };

export type Listener = (event: CallEvent) => void;

/** Prints retries and notes on stderr. */
export function printNotes({ note }: Context): Listener {
	return (event) => {
		if (event.type === "retry" || event.type === "note") note(event.message);
	};
}

/** Summary of the events of a call. */
export interface CallLog {
	/** The provider the hub chose. */
	provider?: string;
	/** Of the last response that had one. */
	requestId?: string;
	retries: number;
	/** How often an answer was asked for again. */
	repairs?: number;
	isInstructed?: true;
}

/**
 * Collects what `--stats` and error reports show.
 * @param listeners called with every event, after it was counted
 */
export function createCallLog(...listeners: readonly Listener[]): { log: Readonly<CallLog>; listen: Listener } {
	const log: CallLog = { retries: 0 };
	const listen: Listener = (event) => {
		if (event.type === "retry") log.retries++;
		if (event.type === "repair") log.repairs = (log.repairs ?? 0) + 1;
		if (event.type === "instructions") log.isInstructed = true;
		if (event.type === "provider") log.provider = event.provider;
		if (event.type === "response" && event.requestId !== undefined) log.requestId = event.requestId;
		for (const hear of listeners) hear(event);
	};
	return { log, listen };
}

/** Returns a notice of the library as an event. */
export function toEvent(notice: Notice): CallEvent {
	if (notice.type === "auto-selected") return { type: "provider", provider: notice.provider };
	if (notice.type === "repair" || notice.type === "instructions") return { type: notice.type };
	if (notice.type === "staging") return { type: "note", message: notice.message };
	return { type: "progress", text: notice.message };
}
