import { RecentMap } from "../base/memoize.ts";
import { type Cancellation, MAX_TIMER_MS } from "../http/index.ts";
import { createLimiter, type LimiterTicket } from "../limits/limiter.ts";
import { GatewayError, QueueStopped } from "./errors.ts";

interface Waiter {
	/** Maximum wait for a stopped target, in milliseconds. */
	patience: number;
	start(ticket: LimiterTicket): void;
	reject(error: Error): void;
}

export type TargetQueue = ReturnType<typeof createTargetQueue>;

/**
 * Creates the queue of calls to one model of one service, fair between clients.
 * @param all counts the waiting calls of all queues
 */
export function createTargetQueue(all: { waiting: number; readonly limit: number }, now: () => number) {
	// No slow start: the first 429 sets the ceiling.
	const unlimited = Number.POSITIVE_INFINITY;
	const limiter = createLimiter({ start: unlimited, concurrency: unlimited, now });
	/** Client → its calls in order. The first client is served next, and then moves to the end. */
	const clients = new Map<string, Waiter[]>();
	let timer: ReturnType<typeof setTimeout> | undefined;
	let refusal: string | undefined;

	/** Starts a call whose end lets the next one start. */
	const startNow = (): LimiterTicket => {
		const ticket = limiter.start();
		const pumped = <Result>(result: Result): Result => {
			pump();
			return result;
		};
		return {
			succeed: (headers, tokens) => pumped(ticket.succeed(headers, tokens)),
			limit: (headers) => pumped(ticket.limit(headers)),
			fail: (headers) => pumped(ticket.fail(headers)),
		};
	};
	const pump = (): void => {
		if (clients.size === 0) return;
		clearTimeout(timer);
		for (let delay = limiter.delay(); clients.size > 0; delay = limiter.delay()) {
			if (delay > 0) {
				if (!Number.isFinite(delay)) return;
				rejectImpatient(delay);
				if (clients.size > 0) timer = setTimeout(pump, Math.min(delay, MAX_TIMER_MS));
				return;
			}
			const [next] = clients;
			const waiter = next?.[1][0];
			if (!next || !waiter) return;
			const [client, line] = next;
			remove(client, waiter);
			// The client moves to the end of the queue.
			if (clients.delete(client)) clients.set(client, line);
			waiter.start(startNow());
		}
	};
	const rejectImpatient = (delay: number): void => {
		for (const [client, line] of [...clients]) {
			for (const waiter of line.filter(({ patience }) => delay > patience)) {
				remove(client, waiter);
				waiter.reject(new QueueStopped(delay, refusal));
			}
		}
	};
	const remove = (client: string, waiter: Waiter): void => {
		const line = clients.get(client);
		const place = line?.indexOf(waiter) ?? -1;
		if (!line || place < 0) return;
		line.splice(place, 1);
		all.waiting--;
		if (line.length === 0) clients.delete(client);
	};
	return {
		/** Stores the service's reason for refusing a call, for the calls that wait because of it. */
		noteRefusal(reason: string): void {
			refusal = reason;
		},
		isIdle(): boolean {
			const { inFlight, stoppedUntil } = limiter.state;
			return inFlight === 0 && stoppedUntil === 0 && clients.size === 0;
		},
		/**
		 * Waits until it is the call's turn.
		 * @throws QueueStopped if that takes longer than `patience`; GatewayError 429 where too many calls wait
		 */
		async acquire(client: string, patience: number, cancellation: Cancellation): Promise<LimiterTicket> {
			if (cancellation.isCancelled) throw cancellation.reason;
			const delay = limiter.delay();
			if (delay === 0 && clients.size === 0) return startNow();
			if (Number.isFinite(delay) && delay > patience) throw new QueueStopped(delay, refusal);
			if (all.waiting >= all.limit) {
				const retryAfter = Number.isFinite(delay) ? delay / 1000 : 1;
				throw new GatewayError(429, "Too many calls are waiting.", { code: "queue_full", retryAfter });
			}
			let release = (): void => undefined;
			const turn = new Promise<LimiterTicket>((start, reject) => {
				const waiter = { patience, start, reject };
				release = cancellation.onCancel(() => {
					remove(client, waiter);
					reject(cancellation.reason as Error);
				});
				const line = clients.get(client);
				if (line) line.push(waiter);
				else clients.set(client, [waiter]);
				all.waiting++;
				pump();
			});
			return await turn.finally(release);
		},
	};
}

const MAX_QUEUES = 1000;

/** Creates one queue per service, model and task, as they are needed. */
export function createQueues(limit: number, now: () => number) {
	const calls = { waiting: 0, limit };
	const queues = new Map<string, TargetQueue>();
	return {
		calls,
		get(name: string): TargetQueue {
			const known = queues.get(name);
			if (known) return known;
			if (queues.size >= MAX_QUEUES) for (const [other, idle] of queues) if (idle.isIdle()) queues.delete(other);
			const queue = createTargetQueue(calls, now);
			queues.set(name, queue);
			return queue;
		},
	};
}

/** Failures in a row after which a target is skipped. */
const MAX_FAILURES = 3;
const MAX_TARGETS = 1000;

interface Health {
	failures: number;
	/** Until when the target is skipped. */
	openUntil: number;
	isProbed: boolean;
}

const HEALTHY: Health = { failures: 0, openUntil: 0, isProbed: false };

/** Remembers which targets fail, so that calls skip them for a while. */
export function createBreaker(cooldown: number, now: () => number) {
	const targets = new RecentMap<Health>(MAX_TARGETS);
	/** Whether calls skip the target; after the cooldown one call may probe it. */
	const isOpen = (name: string): boolean => {
		const { failures, isProbed, openUntil } = targets.get(name) ?? HEALTHY;
		return failures >= MAX_FAILURES && (isProbed || now() < openUntil);
	};
	return {
		isOpen,
		/** Whether no target has failed recently. */
		isQuiet: (): boolean => targets.size === 0,
		/** Records that a call goes to the target. */
		begin(name: string): void {
			const health = targets.get(name);
			if (health && health.failures >= MAX_FAILURES && now() >= health.openUntil) health.isProbed = true;
		},
		succeed(name: string): void {
			targets.delete(name);
		},
		fail(name: string): void {
			const health = targets.get(name) ?? { ...HEALTHY };
			health.failures++;
			health.isProbed = false;
			if (health.failures >= MAX_FAILURES) health.openUntil = now() + cooldown;
			targets.set(name, health);
		},
		/** Records that the call ended for a reason unrelated to the target, such as a disconnected client. */
		release(name: string): void {
			const health = targets.get(name);
			if (health) health.isProbed = false;
		},
		/** The targets that are skipped now. */
		countOpen: (): number => [...targets.keys()].filter(isOpen).length,
	};
}
