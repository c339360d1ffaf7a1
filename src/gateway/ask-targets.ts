import type { Cancellation } from "../http/index.ts";
import type { LimiterTicket } from "../limits/limiter.ts";
import { Attempt } from "./attempt.ts";
import type { Breaker } from "./breaker.ts";
import type { Asked, Attempting, GatewayCall } from "./call.ts";
import { describeFailure, describeMissing, type Failure } from "./failure.ts";
import type { Services } from "./services.ts";
import type { LocalService, Target } from "./types.ts";

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
	for (const target of putFailingLast(targets, call, services.breaker)) {
		const { retries = 0 } = target.limits ?? {};
		for (let retry = 0; retry <= retries; retry++) {
			if (retry > 0) await pauseUnlessCancelled(MIN_PAUSE * 2 ** Math.min(retry - 1, 5), call.cancellation);
			const outcome = await askTarget(services, call, target, nameOf(target, call), ask);
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
function putFailingLast(targets: readonly Target[], call: GatewayCall, breaker: Breaker): readonly Target[] {
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
	name: string,
	ask: (attempting: Attempting) => Promise<Result>,
): Promise<Asked<Result> | Failure> {
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
			const { retryAfter } = failure.error.details;
			const isShort = failure.isLimit && retryAfter !== undefined && retryAfter * 1000 <= patience;
			if (!isShort || isSecond || call.cancellation.isCancelled) return failure;
			if (retryAfter * 1000 < MIN_PAUSE) await pauseUnlessCancelled(MIN_PAUSE, call.cancellation);
		}
	}
}

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
