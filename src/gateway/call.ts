import type { LimiterTicket } from "../batch/index.ts";
import { InferenceClientInputError } from "../errors.ts";
import { type Attempt, type Exchange, type Call as ExchangeCall, startCall } from "../exchange/index.ts";
import { type Fetch, onAbort, wait } from "../http/index.ts";
import type { CallOptions, InferenceTask } from "../inference/index.ts";
import { describeFailure, type Failure } from "./failure.ts";
import type { Services } from "./services.ts";
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
	readonly signal: AbortSignal;
	readonly started: number;
	/** Requests sent upstream. */
	upstream: number;
	readonly attempts: TimedAttempt[];
}

/** An attempt with its place in the waterfall. */
export interface TimedAttempt extends Attempt {
	model: string;
	/** Milliseconds from the start of the call to the start of the attempt. */
	at: number;
	/** Milliseconds from the start of the attempt to its first token or byte. */
	first_ms: number | null;
}

/** One target while it is asked. */
export interface Attempting {
	readonly target: Target;
	/** What the library needs for a call. */
	readonly args: { model: string; provider: string; accessToken?: string };
	readonly options: CallOptions & { fetch: Fetch };
	readonly signal: AbortSignal;
	/** Ends what is under way. */
	abort(reason: Error): void;
	/** The first token or byte has come. */
	begin(): void;
	/** The answer is complete: returns the record of the call. */
	succeed(): Exchange;
	/** The answer failed: returns what to tell the client. */
	fail(error: unknown): Failure;
	/** Who serves it. */
	provider(): string;
}

/** An answer, and the attempt it came from, which the caller ends. */
export interface Asked<Result> {
	result: Result;
	attempting: Attempting;
}

/** A ticket and a `fetch`: everything an attempt holds on to. */
interface Held {
	ticket: LimiterTicket;
	exchange: ExchangeCall;
	headers: Headers | undefined;
}

/**
 * Asks the targets in turn until one answers. Each is asked once; a rate limit that passes soon is waited for.
 * @param ask must end before anything is sent to the client
 * @throws GatewayError of the last target
 */
export async function askTargets<Result>(
	services: Services,
	call: GatewayCall,
	targets: readonly Target[],
	ask: (attempting: Attempting) => Promise<Result>,
): Promise<Asked<Result>> {
	const { breaker } = services;
	const nameOf = (target: Target): string => `${target.provider ?? "auto"} ${target.model} ${call.task}`;
	// Targets that fail come last: they are asked only when no other is left.
	const open = targets.filter((target) => breaker.isOpen(nameOf(target)));
	const order = [...targets.filter((target) => !open.includes(target)), ...open];
	let last: Failure | undefined;
	for (const target of order) {
		const outcome = await askTarget(services, call, target, nameOf(target), ask);
		if ("result" in outcome) return outcome;
		last = outcome;
		if (call.signal.aborted || !outcome.canFailOver) break;
		services.metrics.countFailover();
	}
	throw last?.error ?? new Error("A call has no target");
}

async function askTarget<Result>(
	services: Services,
	call: GatewayCall,
	target: Target,
	name: string,
	ask: (attempting: Attempting) => Promise<Result>,
): Promise<Asked<Result> | Failure> {
	const lane = services.lanes.get(name);
	let patience = services.wait;
	services.breaker.begin(name);
	while (true) {
		let ticket: LimiterTicket;
		try {
			const asked = services.now();
			ticket = await lane.acquire(call.client, patience, call.signal);
			patience -= Math.max(0, services.now() - asked);
		} catch (error) {
			services.breaker.release(name);
			return describeFailure(error, target);
		}
		const attempting = startAttempt(services, call, target, name, ticket);
		try {
			return { result: await ask(attempting), attempting };
		} catch (error) {
			const failure = attempting.fail(error);
			const { retryAfter } = failure.error.details;
			const isShort = failure.isLimit && retryAfter !== undefined && retryAfter * 1000 <= patience;
			if (!isShort || call.signal.aborted) return failure;
			// A service that says "0 s" again and again must not be asked without end.
			if (retryAfter * 1000 < LEAST_PAUSE) await wait(LEAST_PAUSE, call.signal).catch(() => undefined);
			patience -= LEAST_PAUSE;
		}
	}
}

const LEAST_PAUSE = 250;

function startAttempt(
	services: Services,
	call: GatewayCall,
	target: Target,
	name: string,
	ticket: LimiterTicket,
): Attempting {
	const { now, breaker } = services;
	const began = now();
	const controller = new AbortController();
	const release = call.signal.aborted ? undefined : onAbort(call.signal, () => controller.abort(call.signal.reason));
	if (call.signal.aborted) controller.abort(call.signal.reason);
	const accessToken = services.token(target.provider);
	const facts = { task: call.task, model: target.model, provider: target.provider ?? null, command: "serve" };
	const exchange = startCall(facts, { now });
	const held: Held = { ticket, exchange, headers: undefined };
	const timed: TimedAttempt = {
		provider: target.provider ?? null,
		model: target.model,
		at: began - call.started,
		ms: 0,
		first_ms: null,
	};
	call.attempts.push(timed);
	let isOver = false;
	const end = (): boolean => {
		if (isOver) return false;
		isOver = true;
		release?.();
		timed.ms = now() - began;
		timed.provider = provider();
		return true;
	};
	const provider = (): string => exchange.provider() ?? target.provider ?? "auto";
	return {
		target,
		args: {
			model: modelFor(call.task, target.model),
			provider: target.provider ?? "auto",
			...(accessToken ? { accessToken } : {}),
		},
		options: {
			...services.call,
			fetch: guardFetch(services, call, held),
			signal: controller.signal,
			retry_on_error: false,
			onNotice: () => undefined,
		},
		signal: controller.signal,
		abort: (reason) => controller.abort(reason),
		begin: () => {
			timed.first_ms ??= now() - began;
		},
		provider,
		succeed: () => {
			const record = exchange.end({ offers: services.offers() });
			if (end()) {
				timed.status = 200;
				timed.first_ms ??= timed.ms;
				breaker.succeed(name);
				ticket.succeed(held.headers, record.usage ? record.usage.input_tokens + record.usage.output_tokens : undefined);
			}
			return record;
		},
		fail: (error) => {
			const failure = describeFailure(error, target);
			if (!end()) return failure;
			controller.abort(error instanceof Error ? error : undefined);
			Object.assign(timed, failure.outcome);
			if (failure.isLimit) ticket.limit(held.headers);
			else ticket.fail(held.headers);
			if (failure.canFailOver && !failure.isLimit && !call.signal.aborted) breaker.fail(name);
			else breaker.release(name);
			return failure;
		},
	};
}

/** Only the router's chat understands `org/name:cheapest`; elsewhere the hub's order decides. */
function modelFor(task: InferenceTask, model: string): string {
	return task === "conversational" ? model : model.replace(/:[\w-]+$/, "");
}

/**
 * The `fetch` of an attempt: it counts requests, and refuses what a request of a client could lead to beside the call.
 * Before the task is sent only the hub is asked: a URL in the input is never fetched.
 */
function guardFetch(services: Services, call: GatewayCall, held: Held): Fetch {
	const watched = held.exchange.watch(services.fetch);
	let isSent = false;
	return async (input, init) => {
		const method = init?.method ?? "GET";
		if (method === "POST") {
			call.upstream++;
			const response = await watched(input, init);
			if (!isSent) held.headers = response.headers;
			isSent = true;
			return response;
		}
		if (!isSent && !services.isHub(String(input))) {
			throw new InferenceClientInputError("Inputs must be data URLs or files of a form: URLs are never fetched.");
		}
		return isSent ? watched(input, init) : services.fetch(input, init);
	};
}
