import type { CallDetails, Exchange } from "../exchange/index.ts";
import type { Cancellation, Fetch } from "../http/index.ts";
import type { CallOptions, InferenceTask, Provider } from "../inference/index.ts";
import type { Failure } from "./failure.ts";
import type { Target, TimedAttempt } from "./types.ts";

/** One request of a client to a model, from its arrival to the end of the response. */
export interface GatewayCall {
	readonly id: string;
	readonly route: string;
	readonly task: InferenceTask;
	/** The model as the client named it. */
	readonly model: string;
	/** Identifies the client; queues are fair between clients. */
	readonly client: string;
	/** Ends with the client's connection. */
	readonly cancellation: Cancellation;
	readonly started: number;
	/** Requests sent upstream. */
	upstream: number;
	readonly attempts: TimedAttempt[];
	/** Arguments for the library, without model and provider. */
	args: unknown;
	/** The attempt that was answered last. */
	answered: Attempting | undefined;
}

/** One target while it is called. */
export interface Attempting {
	readonly target: Target;
	/** Arguments and options of the library for a call. The `fetch` ends with `cancellation`. */
	readonly args: { model: string; provider: string | Provider; accessToken?: string };
	readonly options: CallOptions & { fetch: Fetch };
	/** Cancels everything in progress. */
	readonly cancellation: Cancellation;
	/** Records that the first token or byte has arrived. */
	begin(): void;
	/**
	 * Ends a complete response; returns the record of the call.
	 * @param response its JSON, where it was parsed
	 */
	succeed(response?: unknown): Exchange;
	/** Ends a failed response; returns the error for the client. */
	fail(error: unknown): Failure;
	/** Who serves it. */
	provider(): string;
	/** For traces. */
	details(): CallDetails;
}

/** A response and the attempt it came from; the caller ends the attempt. */
export interface Asked<Result> {
	result: Result;
	attempting: Attempting;
}
