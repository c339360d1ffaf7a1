import { RecentMap } from "../base/remember.ts";
import { type Cancellation, MAX_TIMER_MS } from "../http/index.ts";
import { createLimiter, type Limiter, type LimiterTicket } from "../limits/limiter.ts";
import { clientLeft, GatewayError, QueueStopped } from "./errors.ts";

interface Waiter {
	/** Maximum wait for a stopped target, in milliseconds. */
	patience: number;
	start(ticket: LimiterTicket): void;
	reject(error: Error): void;
}

interface WaitingCalls {
	waiting: number;
	readonly limit: number;
}

/** The queue of calls to one model of one service, fair between clients. */
export class TargetQueue {
	private readonly limiter: Limiter;
	private readonly waitingCalls: WaitingCalls;
	/** Client → its calls in order. The first client is served next, and then moves to the end. */
	private readonly clients = new Map<string, Waiter[]>();
	private timer: ReturnType<typeof setTimeout> | undefined;

	constructor(waitingCalls: WaitingCalls, now: () => number) {
		this.waitingCalls = waitingCalls;
		// No slow start: the first 429 sets the ceiling.
		const unlimited = Number.POSITIVE_INFINITY;
		this.limiter = createLimiter({ start: unlimited, concurrency: unlimited, now });
	}

	get isIdle(): boolean {
		const { inFlight, stoppedUntil } = this.limiter.state;
		return inFlight === 0 && stoppedUntil === 0 && this.clients.size === 0;
	}

	/**
	 * Waits until it is the call's turn.
	 * @throws LaneStopped if that takes longer than `patience`; GatewayError 429 where too many calls wait
	 */
	async acquire(client: string, patience: number, cancellation: Cancellation): Promise<LimiterTicket> {
		const delay = this.limiter.delay();
		if (delay === 0 && this.clients.size === 0) return this.startNow();
		if (Number.isFinite(delay) && delay > patience) throw new QueueStopped(delay);
		if (this.waitingCalls.waiting >= this.waitingCalls.limit) {
			const retryAfter = Number.isFinite(delay) ? delay / 1000 : 1;
			throw new GatewayError(429, "Too many calls are waiting.", { code: "queue_full", retryAfter });
		}
		return await new Promise((resolve, reject) => {
			const waiter: Waiter = {
				patience,
				start: (ticket) => {
					release();
					resolve(ticket);
				},
				reject: (error) => {
					release();
					reject(error);
				},
			};
			const release = cancellation.onCancel(() => {
				this.remove(client, waiter);
				reject(clientLeft());
			});
			const line = this.clients.get(client);
			if (line) line.push(waiter);
			else this.clients.set(client, [waiter]);
			this.waitingCalls.waiting++;
			this.pump();
		});
	}

	/** Starts a call whose end lets the next one start. */
	private startNow(): LimiterTicket {
		const ticket = this.limiter.start();
		const pumped = <Result>(result: Result): Result => {
			this.pump();
			return result;
		};
		return {
			succeed: (headers, tokens) => pumped(ticket.succeed(headers, tokens)),
			limit: (headers) => pumped(ticket.limit(headers)),
			fail: (headers) => pumped(ticket.fail(headers)),
		};
	}

	private pump(): void {
		if (this.clients.size === 0) return;
		clearTimeout(this.timer);
		while (this.clients.size > 0) {
			const delay = this.limiter.delay();
			if (delay > 0) {
				if (!Number.isFinite(delay)) return;
				this.rejectImpatient(delay);
				if (this.clients.size > 0) this.timer = setTimeout(() => this.pump(), Math.min(delay, MAX_TIMER_MS));
				return;
			}
			const [next] = this.clients;
			const waiter = next?.[1][0];
			if (!next || !waiter) return;
			const [client, line] = next;
			this.remove(client, waiter);
			// The client moves to the end of the queue.
			if (this.clients.delete(client)) this.clients.set(client, line);
			waiter.start(this.startNow());
		}
	}

	private rejectImpatient(delay: number): void {
		for (const [client, line] of [...this.clients]) {
			for (const waiter of [...line]) {
				if (delay <= waiter.patience) continue;
				this.remove(client, waiter);
				waiter.reject(new QueueStopped(delay));
			}
		}
	}

	private remove(client: string, waiter: Waiter): void {
		const line = this.clients.get(client);
		const place = line?.indexOf(waiter) ?? -1;
		if (!line || place < 0) return;
		line.splice(place, 1);
		this.waitingCalls.waiting--;
		if (line.length === 0) this.clients.delete(client);
	}
}

const MAX_QUEUES = 1000;

/** One queue per service, model and task. */
export class TargetQueues {
	readonly queue: WaitingCalls;
	private readonly queues = new Map<string, TargetQueue>();
	private readonly now: () => number;

	constructor(limit: number, now: () => number) {
		this.queue = { waiting: 0, limit };
		this.now = now;
	}

	get(name: string): TargetQueue {
		const known = this.queues.get(name);
		if (known) return known;
		if (this.queues.size >= MAX_QUEUES) {
			for (const [other, queue] of this.queues) if (queue.isIdle) this.queues.delete(other);
		}
		const queue = new TargetQueue(this.queue, this.now);
		this.queues.set(name, queue);
		return queue;
	}
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

/** Remembers which targets fail, so that calls skip them for a while. */
export class Breaker {
	private readonly targets = new RecentMap<Health>(MAX_TARGETS);
	private readonly cooldown: number;
	private readonly now: () => number;

	constructor(cooldown: number, now: () => number) {
		this.cooldown = cooldown;
		this.now = now;
	}

	/** Whether no target has failed lately. */
	get isQuiet(): boolean {
		return this.targets.size === 0;
	}

	/** Whether calls skip the target; after the cooldown one call may probe it. */
	isOpen(name: string): boolean {
		const health = this.targets.get(name);
		if (!health || health.failures < MAX_FAILURES) return false;
		return health.isProbed || this.now() < health.openUntil;
	}

	/** Records that a call goes to the target. */
	begin(name: string): void {
		const health = this.targets.get(name);
		if (health && health.failures >= MAX_FAILURES && this.now() >= health.openUntil) health.isProbed = true;
	}

	succeed(name: string): void {
		this.targets.delete(name);
	}

	fail(name: string): void {
		const health = this.targets.get(name) ?? { failures: 0, openUntil: 0, isProbed: false };
		health.failures++;
		health.isProbed = false;
		if (health.failures >= MAX_FAILURES) health.openUntil = this.now() + this.cooldown;
		this.targets.set(name, health);
	}

	/** Records that the call ended for a reason unrelated to the target, such as a disconnected client. */
	release(name: string): void {
		const health = this.targets.get(name);
		if (health) health.isProbed = false;
	}

	/** Names of the targets that are skipped now. */
	get open(): string[] {
		return [...this.targets.keys()].filter((name) => this.isOpen(name));
	}
}
