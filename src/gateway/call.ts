import type { CallDetails, Exchange } from "../exchange/index.ts";
import type { Cancellation, Fetch } from "../http/index.ts";
import type { CallOptions, InferenceTask } from "../inference/index.ts";
import type { Failure } from "./failure.ts";
import type { TimedAttempt } from "./timed-attempt.ts";
import type { Target } from "./types.ts";

/** One request of a client to a model, from arrival to the end of the answer. */
export interface GatewayCall {
	readonly id: string;
	readonly route: string;
	readonly task: InferenceTask;
	/** The model in the client's words. */
	readonly model: string;
	/** Who asks; lines are fair between clients. */
	readonly client: string;
	/** Ends with the client's connection. */
	readonly cancellation: Cancellation;
	readonly started: number;
	/** Requests sent upstream. */
	upstream: number;
	readonly attempts: TimedAttempt[];
	/** Arguments of the library, without model and provider. */
	args: unknown;
	/** The attempt that was answered last. */
	answered: Attempting | undefined;
}

/** One target while it is asked. */
export interface Attempting {
	readonly target: Target;
	/** Arguments and options of the library for a call. The `fetch` ends with `cancellation`. */
	readonly args: { model: string; provider: string; accessToken?: string };
	readonly options: CallOptions & { fetch: Fetch };
	/** Ends what is under way. */
	readonly cancellation: Cancellation;
	/** The first token or byte has come. */
	begin(): void;
	/**
	 * The answer is complete: returns the record of the call.
	 * @param response its JSON, where it was parsed
	 */
	succeed(response?: unknown): Exchange;
	/** The answer failed: returns what to tell the client. */
	fail(error: unknown): Failure;
	/** Who serves it. */
	provider(): string;
	/** For traces. */
	details(): CallDetails;
}

/** An answer, and the attempt it came from, which the caller ends. */
export interface Asked<Result> {
	result: Result;
	attempting: Attempting;
}
