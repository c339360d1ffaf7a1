import { InferenceClientInputError } from "../errors.ts";
import { Call, type CallDetails, type Exchange, type Call as ExchangeCall } from "../exchange/index.ts";
import { Cancellation, type Fetch, fetchWith } from "../http/index.ts";
import type { InferenceTask } from "../inference/index.ts";
import type { LimiterTicket } from "../limits/limiter.ts";
import type { Breaker } from "./breaker.ts";
import type { Asked, Attempting, GatewayCall } from "./call.ts";
import { clientLeft } from "./errors.ts";
import { describeFailure, describeMissing, type Failure } from "./failure.ts";
import type { Services } from "./services.ts";
import type { LocalService, Target, TimedAttempt } from "./types.ts";

/** A target while it is asked, from when its queue lets the call start. */
class Attempt implements Attempting {
	readonly target: Target;
	readonly args: Attempting["args"];
	readonly options: Attempting["options"];
	readonly cancellation = new Cancellation();
	private readonly services: Services;
	private readonly call: GatewayCall;
	/** For the breaker. */
	private readonly name: string;
	private readonly ticket: LimiterTicket;
	private readonly guarded: Guarded;
	private readonly began: number;
	private readonly timed: TimedAttempt;
	private readonly release: () => void;
	private isOver = false;

	constructor(
		services: Services,
		call: GatewayCall,
		target: Target,
		name: string,
		ticket: LimiterTicket,
		local?: LocalService,
	) {
		const { now } = services;
		const { model } = target;
		const provider = local?.provider.id ?? target.provider;
		this.services = services;
		this.call = call;
		this.target = target;
		this.name = name;
		this.ticket = ticket;
		this.began = now();
		this.release = call.cancellation.onCancel(() => this.cancellation.cancel(clientLeft()));
		const facts = { task: call.task, model, provider: provider ?? null, command: "serve" };
		const exchange = new Call(facts, { now });
		this.guarded = { exchange, cancellation: this.cancellation, headers: undefined };
		this.timed = { provider: provider ?? null, model, at: this.began - call.started, ms: 0, first_ms: null };
		call.attempts.push(this.timed);
		const accessToken = local ? local.accessToken : services.token(provider);
		this.args = {
			model: local ? model : modelFor(call.task, model),
			provider: local?.provider ?? provider ?? "auto",
		};
		if (accessToken) this.args.accessToken = accessToken;
		// Headers and tokens for the hub and its providers are not sent to a local server.
		const own = local ? { headers: undefined, billTo: undefined } : {};
		this.options = { ...services.callOptions, ...own, fetch: guardFetch(services, call, target, this.guarded) };
	}

	begin(): void {
		this.timed.first_ms ??= this.services.now() - this.began;
	}

	provider(): string {
		return this.guarded.exchange.provider() ?? this.target.provider ?? "auto";
	}

	details(): CallDetails {
		return this.guarded.exchange.details();
	}

	succeed(response?: unknown): Exchange {
		const { services, guarded, timed } = this;
		const record = guarded.exchange.record({ offers: services.offers(), response });
		if (this.end()) {
			timed.status = 200;
			timed.first_ms ??= timed.ms;
			services.breaker.succeed(this.name);
			const { usage } = record;
			this.ticket.succeed(guarded.headers, usage ? usage.input_tokens + usage.output_tokens : undefined);
		}
		return record;
	}

	/** After `fail`: milliseconds for which this call is held back by a limit of unknown length. */
	held = 0;

	fail(error: unknown): Failure {
		const failure = describeFailure(error, this.target);
		if (!this.end()) return failure;
		const { services, ticket, guarded, name } = this;
		this.cancellation.cancel(error);
		Object.assign(this.timed, failure.outcome);
		if (failure.isLimit) this.held = ticket.limit(guarded.headers);
		else ticket.fail(guarded.headers);
		const isFault = failure.canFailOver && !failure.isLimit && !this.call.cancellation.isCancelled;
		if (isFault) services.breaker.fail(name);
		else services.breaker.release(name);
		return failure;
	}

	/** False if it has ended before. */
	private end(): boolean {
		if (this.isOver) return false;
		this.isOver = true;
		this.release();
		this.timed.ms = this.services.now() - this.began;
		this.timed.provider = this.provider();
		return true;
	}
}

/** Only the router's chat understands `org/name:cheapest`; elsewhere the hub's order decides. */
function modelFor(task: InferenceTask, model: string): string {
	return task === "conversational" ? model : model.replace(/:[\w-]+$/, "");
}

/** Purpose of an attempt's `fetch`. */
interface Guarded {
	exchange: ExchangeCall;
	cancellation: Cancellation;
	/** From the response to the first request to the model. */
	headers: Headers | undefined;
}

/**
 * The `fetch` of an attempt: it counts requests, ends with the attempt, and rejects other requests that a client's
 * input could cause. Before the task is sent only the hub is asked: a URL in the input is never fetched.
 */
function guardFetch(services: Services, call: GatewayCall, { limits }: Target, guarded: Guarded): Fetch {
	const fetch = limits?.timeout === undefined ? services.fetch : services.fetchWithin(limits.timeout);
	const send: Fetch = (input, init = {}) => fetchWith(fetch, input, init, guarded.cancellation);
	const watched = guarded.exchange.watch(send);
	let isSent = false;
	const keep = (response: Response): Response => {
		if (!isSent) guarded.headers = response.headers;
		isSent = true;
		return response;
	};
	return (input, init) => {
		if (init?.method === "POST") {
			call.upstream++;
			return watched(input, init).then(keep);
		}
		if (isSent) return watched(input, init);
		if (services.isHub(String(input))) return send(input, init);
		const message = "Inputs must be data URLs or files of a form: URLs are never fetched.";
		return Promise.reject(new InferenceClientInputError(message));
	};
}

/**
 * Asks the targets in turn until one answers. Each is asked once, or twice where a rate limit passes soon.
 * @param ask must end before anything is sent to the client
 * @throws GatewayError of the last target
 */
export async function askTargets<Result>(
	services: Services,
	call: GatewayCall,
	targets: readonly Target[],
	ask: (attempting: Attempting) => Promise<Result>,
): Promise<Asked<Result>> {
	let last: Failure | undefined;
	const ordered = orderByHealth(targets, call, services.breaker);
	for (const target of ordered) {
		const { retries = 0 } = target.limits ?? {};
		for (let retry = 0; retry <= retries; retry++) {
			if (retry > 0) await pauseUnlessCancelled(MIN_PAUSE * 2 ** Math.min(retry - 1, 5), call.cancellation);
			const isLast = target === ordered.at(-1);
			const outcome = await askTarget(services, call, target, isLast, ask);
			if ("result" in outcome) return outcome;
			last = outcome;
			// A rate limit was waited for, or is too long to wait for.
			if (call.cancellation.isCancelled || !outcome.canFailOver || outcome.isLimit) break;
		}
		if (call.cancellation.isCancelled || !last?.canFailOver) break;
		services.metrics.countFailover();
	}
	throw last?.error ?? new Error("A call has no target");
}

/** Targets that failed lately come last: they are asked only when no other is left. */
function orderByHealth(targets: readonly Target[], call: GatewayCall, breaker: Breaker): readonly Target[] {
	if (breaker.isQuiet) return targets;
	const open = targets.filter((target) => breaker.isOpen(nameOf(target, call)));
	return [...targets.filter((target) => !open.includes(target)), ...open];
}

function nameOf({ provider, model }: Target, { task }: GatewayCall): string {
	return `${provider ?? "auto"} ${model} ${task}`;
}

async function askTarget<Result>(
	services: Services,
	call: GatewayCall,
	target: Target,
	isLast: boolean,
	ask: (attempting: Attempting) => Promise<Result>,
): Promise<Asked<Result> | Failure> {
	const name = nameOf(target, call);
	let local: LocalService | undefined;
	if (target.isLocal) {
		const at = services.now() - call.started;
		try {
			local = await services.options.local?.find(target.provider ?? "", target.model, call.task);
		} catch (error) {
			const failure = describeMissing(error);
			const { model, provider = null } = target;
			const ms = services.now() - call.started - at;
			call.attempts.push({ provider, model, at, ms, first_ms: null, ...failure.outcome });
			return failure;
		}
	}
	const queue = services.queues.get(name);
	let patience = services.wait;
	services.breaker.begin(name);
	for (let isSecond = false; ; isSecond = true) {
		let ticket: LimiterTicket;
		try {
			const free = queue.start();
			if (free) ticket = free;
			else {
				const asked = services.now();
				ticket = await queue.acquire(call.client, patience, call.cancellation);
				patience -= Math.max(0, services.now() - asked);
			}
		} catch (error) {
			services.breaker.release(name);
			return describeFailure(error, target);
		}
		const attempting = new Attempt(services, call, target, name, ticket, local);
		try {
			const result = await ask(attempting);
			call.answered = attempting;
			return { result, attempting };
		} catch (error) {
			const failure = attempting.fail(error);
			const { retryAfter, code, type } = failure.error.details;
			// Without a time, the limiter here knows best when to ask again, unless another target may answer at once.
			const isShort =
				retryAfter === undefined ? isLast && code !== SPENT && type !== SPENT : retryAfter * 1000 <= patience;
			if (!failure.isLimit || !isShort || isSecond || call.cancellation.isCancelled) return failure;
			const pause = Math.max(attempting.held, MIN_PAUSE - (retryAfter ?? 0) * 1000);
			if (pause > 0) await pauseUnlessCancelled(pause, call.cancellation);
		}
	}
}

/** Code of a 429 for which waiting does not help. */
const SPENT = "insufficient_quota";
const MIN_PAUSE = 250;

function pauseUnlessCancelled(duration: number, cancellation: Cancellation): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(() => {
			release();
			resolve();
		}, duration);
		const release = cancellation.onCancel(() => {
			clearTimeout(timer);
			resolve();
		});
	});
}
