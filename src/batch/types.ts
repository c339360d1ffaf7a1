import type { TaskName, TaskNamed } from "../catalogue/signatures.ts";
import type { Usage } from "../exchange/index.ts";
import type { Fetch } from "../http/index.ts";
import type { Args, BaseArgs, CallOptions, InferenceTask, Provider, TaskTypes } from "../inference/index.ts";
import type { LimiterReason } from "../limits/limiter.ts";
import type { Failure } from "./failure.ts";

/**
 * One input of a batch.
 * @typeParam Task names of the tasks that rows have of their own
 */
export interface BatchRow<Task extends TaskName = TaskName> {
	/** Names the row in its result. */
	id: string;
	/**
	 * The arguments of the task; a function is called when the row runs, so that files need not stay in memory.
	 * Its signal is aborted when the batch stops; the row then has no result.
	 */
	args?: Args | ((signal: AbortSignal) => Args | Promise<Args>) | undefined;
	/** Number of the row from 0. Default: its position in `rows`. */
	index?: number | undefined;
	/** Overrides the target's model. */
	model?: string | undefined;
	/** Id or short name of a task, overrides the batch's task. */
	task?: Task | undefined;
	/** The row cannot be run; its result is this failure. */
	failure?: Failure | undefined;
	/** The result of an identical request that was finished before: the row is not sent. */
	answer?: KnownAnswer | undefined;
	/** Not used here; returned in the result's `row`. */
	source?: unknown;
}

export type { Usage as TokenUsage };

/** Type of the results of tasks, by their names; unknown if one of them has no type. */
export type BatchOutput<Task extends TaskName> = Task extends TaskName
	? TaskNamed<Task> extends keyof TaskTypes
		? TaskTypes[TaskNamed<Task>]["output"]
		: unknown
	: never;

/** Result of one row: `output` or `error`. */
export interface BatchResult<Output = unknown> {
	id: string;
	index: number;
	output?: Output;
	error?: Failure;
	/** Tokens of the call that produced the output; null if the service did not report them, or there was no call. */
	usage: Usage | null;
	/** US dollars; null if it is not known, absent of failed rows that cost nothing. */
	cost_usd?: number | null;
	provider?: string;
	model?: string;
	/** Calls made for the row, without those that hit a rate limit. */
	attempts: number;
	/** Duration of the last call in seconds. */
	seconds: number;
	/** The result was taken from an identical request. */
	cached?: true;
	/** The result was taken from an earlier run. */
	reused?: true;
	/** Key of the request, if `cache` returns one. */
	cacheKey?: string;
	/** The row as `rows` yielded it. */
	row: BatchRow;
}

/** The result of a request that was finished before. */
export interface KnownAnswer {
	output: unknown;
	/** The key that `cache` gives its request. */
	cacheKey?: string | undefined;
	provider?: string | undefined;
	model?: string | undefined;
	/** An earlier run paid for it. */
	reused?: true | undefined;
}

/** A provider or endpoint that a lane calls. */
export interface BatchTarget extends BaseArgs {
	/** Name of the lane. Default: the provider, else `endpoint` or `auto`. */
	name?: string | undefined;
	/** Options of its calls, on top of the batch's. */
	options?: CallOptions | undefined;
}

/** Current state of a lane, for display. */
export interface LaneState {
	name: string;
	inFlight: number;
	/** Calls that may be in flight. */
	limit: number;
	/** Milliseconds since 1970; 0 when calls may start. */
	stoppedUntil: number;
	reason: LimiterReason | undefined;
	done: number;
	failed: number;
	/** Calls refused because of a rate limit. */
	limited: number;
	/** Calls a second that the service allows, once refusals have shown it. */
	pace?: number;
}

/** A finished call, to compute its cost. */
export interface FinishedCall {
	lane: string;
	model: string | undefined;
	task: InferenceTask;
	/** The result; for an answer that is not a valid result, its JSON or text. */
	output: unknown;
	usage: Usage | undefined;
	/** US dollars reported by the response; null if there are none. */
	reported: number | null;
	headers: Pick<Headers, "get"> | undefined;
}

/** An iterator that yields buffered rows without a promise for each. */
export interface BufferedRows extends AsyncIterator<BatchRow> {
	/** Undefined if `next` has to be called. Not `take`: newer engines give every iterator a method of that name. */
	takeBuffered(): BatchRow | undefined;
}

/** Where results of identical requests are kept. */
export interface ResultCache {
	/** Key of the request; undefined if it cannot be cached. */
	key(args: Args, model: string | undefined): string | undefined | Promise<string | undefined>;
	/** The result of an earlier request with this key. */
	get(key: string): Promise<KnownAnswer | undefined> | KnownAnswer | undefined;
	/** False: identical requests of the batch are each sent. Default true. */
	isShared?: boolean | undefined;
}

/** Starts the calls of a batch; `onResult` gets each result as soon as it arrives. */
export type StartBatch = (
	options: BatchOptions,
	onResult?: (result: BatchResult) => void,
) => AsyncGenerator<readonly BatchResult[], void, undefined>;

/** Stores the results of a batch, so that an interrupted run can continue; see `openJournal`. */
export interface Journal {
	/** Rows that have a result. */
	readonly done: number;
	/** Rows that have only failed. */
	readonly failed: number;
	/** US dollars of all calls so far, as far as they are known. It counts for `maxCost`. */
	readonly cost: number;
	/** All results in the order in which they were written; of a row with several, the last one counts. */
	results(): AsyncGenerator<BatchResult, void, undefined>;
	/** Writes everything and lets other processes have the journal. */
	close(): Promise<void>;
	/** Used by `runBatch`. */
	run(options: BatchOptions, start: StartBatch): AsyncGenerator<BatchResult, void, undefined>;
}

/**
 * Options of `runBatch`.
 * @typeParam Task name of the task
 * @typeParam RowTask names of the tasks that rows have of their own
 */
export interface BatchOptions<Task extends TaskName = InferenceTask, RowTask extends TaskName = TaskName> {
	/** Id of the task, or a short name such as `chat`. */
	task: Task;
	/** The rows: `{ id, args }`, with the arguments of a call. They are read as they are needed. */
	rows: Iterable<BatchRow<RowTask>> | AsyncIterable<BatchRow<RowTask>>;
	/**
	 * Where results are stored: rows that have one there, by `id` and request, are neither run nor yielded. A result counts
	 * as taken when the loop requests the next one; what was not taken before a crash is yielded first. Rows that failed
	 * run again.
	 */
	journal?: Journal | undefined;
	/** Id of the model on Hugging Face. */
	model?: string | undefined;
	/** One provider, or several: each row goes to the first, and to the next while that one is paused or fails. */
	provider?: string | Provider | readonly (string | Provider)[] | undefined;
	/** Hugging Face token (`hf_…`) or key of the provider. */
	accessToken?: string | undefined;
	/** URL of an endpoint to call instead of a provider. */
	endpointUrl?: string | undefined;
	/** Targets to call; replaces `model`, `provider`, `accessToken` and `endpointUrl`. */
	targets?: readonly BatchTarget[] | undefined;
	/** Use all providers by their free capacity instead of one after the other. Default false. */
	spread?: boolean | undefined;
	/** Options of every call. The batch handles rate limits and retries itself: `retry_on_error` has no effect. */
	options?: Omit<CallOptions, "signal" | "retry_on_error"> | undefined;
	/** Sends the requests. Default: the global `fetch`. */
	fetch?: Fetch | undefined;
	/** Maximum calls in flight for each lane. Default 128. */
	concurrency?: number | undefined;
	/** Calls in flight at first. Default 8. */
	start?: number | undefined;
	/** Keep `concurrency` instead of adapting. Default false. */
	fixed?: boolean | undefined;
	/**
	 * Maximum rows of one call, for tasks whose services take lists, such as embeddings. Default: as many as the provider
	 * takes; an unknown endpoint gets one until a call with two succeeded.
	 */
	group?: number | undefined;
	/** Requests per minute, for each lane. Default: only the service's own limits. */
	rpm?: number | undefined;
	/** Tokens per minute, for each lane. Default: only the service's own limits. */
	tpm?: number | undefined;
	/** Attempts after the first, for temporary failures. Default 4. */
	retries?: number | undefined;
	/** Initial backoff before a retry, in milliseconds; it doubles, with jitter. Default 500. */
	retryDelay?: number | undefined;
	/**
	 * With several targets: milliseconds without data after which a target with calls in flight counts as hanging, so
	 * that its rows go to the next. Longer if its calls were slow before. Default 60,000.
	 */
	silence?: number | undefined;
	/** Stops when more than `count` rows have failed, or, after at least 20 rows, more than `share` of the finished ones. */
	maxErrors?: { count?: number; share?: number } | undefined;
	/** Returns the cost of a call in US dollars; null if unknown. Default: unknown. */
	cost?: ((call: FinishedCall) => number | null) | undefined;
	/**
	 * Returns the most that a call may cost, in US dollars; null if unknown. With `maxCost`, a call that may pass it is not
	 * made. Default: estimated from the calls before it.
	 */
	mostCost?: ((call: PlannedCall) => number | null) | undefined;
	/** Rows of an earlier run of this batch have results, so the targets are known to work. Default false. */
	hasResults?: boolean | undefined;
	/** Stops before the cost exceeds this, in US dollars. */
	maxCost?: number | undefined;
	/** Cost so far, in US dollars. Default 0. */
	spent?: number | undefined;
	/** Checks an output; a returned failure replaces it. */
	check?: ((output: unknown, row: BatchRow, args: Args) => Failure | undefined) | undefined;
	/** Keeps results by request: a row whose request has one there is not sent again. Default: none. */
	cache?: ResultCache | undefined;
	/** Stops everything at once; calls in flight are dropped. */
	signal?: AbortSignal | undefined;
	/** Starts no more calls; those in flight finish. */
	drain?: AbortSignal | undefined;
	/** Called for each target that cannot be used, if others can. */
	onSkip?: ((name: string, error: unknown) => void) | undefined;
	/** Called when the state of a lane changes. */
	onLane?: ((lane: LaneState) => void) | undefined;
}

/** A call before it is made. */
export interface PlannedCall {
	/** Name of the target. */
	lane: string;
	model: string | undefined;
	args: Args;
}

/** Why a batch stopped before its last row. */
export type StopReason = "errors" | "cost";

/** A batch stopped by one of its own limits; `cause` is the first failure that counted. */
export class BatchStopped extends Error {
	readonly reason: StopReason;
	/** Every failure that counted had the cause's status, or was a row that cannot be called. */
	readonly hasCommonCause: boolean;

	constructor(reason: StopReason, message: string, options: { cause?: unknown; hasCommonCause?: boolean } = {}) {
		super(message, options);
		this.name = "BatchStopped";
		this.reason = reason;
		this.hasCommonCause = options.hasCommonCause ?? false;
	}
}
