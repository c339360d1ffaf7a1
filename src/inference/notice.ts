import type { RetryNotice } from "../http/index.ts";

/** A job is still waiting or running; sent after each poll that says so. */
export interface ProgressNotice {
	type: "progress";
	message: string;
	/** URL that was polled. */
	url: string;
	/** Number of the poll, from 1. */
	attempt: number;
	/** State of the job in the provider's words, if it reports one. */
	status?: string;
	/** Jobs before this one in the queue, if the provider reports it. */
	position?: number;
}

/** Something the caller may want to know during a call; not an error. */
export type Notice =
	| RetryNotice
	| { type: "auto"; message: string }
	| { type: "auto-selected"; message: string; provider: string }
	| { type: "staging"; message: string; model: string; provider: string }
	| { type: "deprecated"; message: string }
	/** An answer does not match its schema; the model is asked again. */
	| { type: "repair"; message: string; problems: string }
	/** The provider accepts no schema, so it is sent in the system message. */
	| { type: "instructions"; message: string }
	| ProgressNotice
	| { type: "debug"; message: string };
