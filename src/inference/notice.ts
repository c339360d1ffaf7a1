import type { RetryNotice } from "../http/index.ts";

/** A job is still waiting or running; sent after each poll that says so. */
export interface ProgressNotice {
	type: "progress";
	message: string;
	/** URL that was polled. */
	url: string;
	/** Number of the poll, from 1. */
	attempt: number;
	/** State of the job in the provider's own word, where it reports one. */
	status?: string;
	/** Jobs before this one in the queue, where the provider reports it. */
	position?: number;
}

/** Something the caller may want to know during a call; not an error. */
export type Notice =
	| RetryNotice
	| { type: "auto"; message: string }
	| { type: "auto-selected"; message: string; provider: string }
	| { type: "staging"; message: string; model: string; provider: string }
	| { type: "deprecated"; message: string }
	/** An answer does not follow its schema and is asked for again. */
	| { type: "repair"; message: string; problems: string }
	/** The provider takes no schemas: the system message states it. */
	| { type: "instructions"; message: string }
	| ProgressNotice
	| { type: "debug"; message: string };
