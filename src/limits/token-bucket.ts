/**
 * An explicit limit, in units per minute, spread evenly. The bucket holds at most one second's units, so that no burst
 * follows a start or a pause.
 */
export class TokenBucket {
	private readonly perMs: number;
	private readonly capacity: number;
	private level: number;
	private filledAt: number;

	constructor(perMinute: number, now: number) {
		this.perMs = perMinute / 60_000;
		this.capacity = Math.max(1, perMinute / 60);
		this.level = this.capacity;
		this.filledAt = now;
	}

	/** Milliseconds until `amount` may be taken; more than the bucket holds waits until it is full. */
	delay(amount: number, now: number): number {
		this.fill(now);
		const missing = Math.min(amount, this.capacity) - this.level;
		return missing <= 1e-9 ? 0 : Math.max(1, Math.ceil(missing / this.perMs));
	}

	/** Takes `amount`; the level may go below zero, which later calls wait for. A negative amount gives back. */
	take(amount: number, now: number): void {
		this.fill(now);
		this.level = Math.min(this.capacity, this.level - amount);
	}

	private fill(now: number): void {
		this.level = Math.min(this.capacity, this.level + Math.max(0, now - this.filledAt) * this.perMs);
		this.filledAt = now;
	}
}
