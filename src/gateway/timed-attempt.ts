import type { Attempt } from "../exchange/index.ts";

/** An attempt with its times in the waterfall. */
export interface TimedAttempt extends Attempt {
	model: string;
	/** Milliseconds from the start of the call to the start of the attempt. */
	at: number;
	/** Milliseconds from the start of the attempt to its first token or byte. */
	first_ms: number | null;
}
