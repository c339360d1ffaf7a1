import { type Cancellation, LONGEST_TIMER } from "../http/index.ts";
import { createLimiter, type Limiter, type LimiterTicket } from "../limits/limiter.ts";
import type { HeaderSource } from "../limits/rate-headers.ts";
import { clientLeft, GatewayError, LaneStopped } from "./errors.ts";

interface Waiter {
	/** Maximum wait for a stopped lane, in milliseconds. */
	patience: number;
	start(ticket: LimiterTicket): void;
	reject(error: Error): void;
}

/** Counts the calls waiting in all lanes. */
interface Queue {
	waiting: number;
	readonly limit: number;
}

/** The queue of calls to one model of one service, fair between clients. */
export class Lane {
	private readonly limiter: Limiter;
	private readonly queue: Queue;
	/** Client → its calls in order. The first client is served next, and then moves to the end. */
	private readonly clients = new Map<string, Waiter[]>();
	private timer: ReturnType<typeof setTimeout> | undefined;

	constructor(queue: Queue, now: () => number) {
		this.queue = queue;
		// No slow start: the first 429 sets the ceiling.
		const unlimited = Number.POSITIVE_INFINITY;
		this.limiter = createLimiter({ start: unlimited, concurrency: unlimited, now });
	}

	get isIdle(): boolean {
		const { inFlight, stoppedUntil } = this.limiter.state;
		return inFlight === 0 && stoppedUntil === 0 && this.clients.size === 0;
	}

	/** Starts a call at once; returns undefined if it has to wait for its turn. */
	start(): LimiterTicket | undefined {
		return this.clients.size === 0 && this.limiter.delay() === 0 ? this.startNow() : undefined;
	}

	/**
	 * Waits until it is the call's turn.
	 * @throws LaneStopped if that takes longer than `patience`; GatewayError 429 where too many calls wait
	 */
	async acquire(client: string, patience: number, cancellation: Cancellation): Promise<LimiterTicket> {
		const delay = this.limiter.delay();
		if (delay === 0 && this.clients.size === 0) return this.startNow();
		if (Number.isFinite(delay) && delay > patience) throw new LaneStopped(delay);
		if (this.queue.waiting >= this.queue.limit) {
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
			this.queue.waiting++;
			this.pump();
		});
	}

	private startNow(): LimiterTicket {
		return new LaneTicket(this.limiter.start(), this);
	}

	/** Starts the calls whose turn it is. */
	pump(): void {
		if (this.clients.size === 0) return;
		clearTimeout(this.timer);
		while (this.clients.size > 0) {
			const delay = this.limiter.delay();
			if (delay > 0) {
				if (!Number.isFinite(delay)) return;
				this.rejectImpatient(delay);
				if (this.clients.size > 0) this.timer = setTimeout(() => this.pump(), Math.min(delay, LONGEST_TIMER));
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
				waiter.reject(new LaneStopped(delay));
			}
		}
	}

	private remove(client: string, waiter: Waiter): void {
		const line = this.clients.get(client);
		const place = line?.indexOf(waiter) ?? -1;
		if (!line || place < 0) return;
		line.splice(place, 1);
		this.queue.waiting--;
		if (line.length === 0) this.clients.delete(client);
	}
}

/** A ticket whose end lets the next call start. */
class LaneTicket implements LimiterTicket {
	private readonly ticket: LimiterTicket;
	private readonly lane: Lane;

	constructor(ticket: LimiterTicket, lane: Lane) {
		this.ticket = ticket;
		this.lane = lane;
	}

	succeed(headers?: HeaderSource, tokens?: number): void {
		this.ticket.succeed(headers, tokens);
		this.lane.pump();
	}

	limit(headers?: HeaderSource): void {
		this.ticket.limit(headers);
		this.lane.pump();
	}

	fail(headers?: HeaderSource): void {
		this.ticket.fail(headers);
		this.lane.pump();
	}
}

/** Number of lanes to keep; further idle ones are dropped. */
const MAX_LANES = 1000;

/** One lane per service, model and task. */
export class Lanes {
	readonly queue: Queue;
	private readonly lanes = new Map<string, Lane>();
	private readonly now: () => number;

	constructor(limit: number, now: () => number) {
		this.queue = { waiting: 0, limit };
		this.now = now;
	}

	get(name: string): Lane {
		const known = this.lanes.get(name);
		if (known) return known;
		if (this.lanes.size >= MAX_LANES) this.forgetIdle();
		const lane = new Lane(this.queue, this.now);
		this.lanes.set(name, lane);
		return lane;
	}

	private forgetIdle(): void {
		for (const [name, lane] of this.lanes) if (lane.isIdle) this.lanes.delete(name);
	}
}
