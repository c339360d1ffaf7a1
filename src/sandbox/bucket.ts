/** A token bucket that refills all the time. The level may fall below 0 if the price is known only afterwards. */
export class Bucket {
	readonly perMinute: number;
	readonly #capacity: number;
	#level: number;
	#time: number;

	constructor(perMinute: number, burst: number, now: number) {
		this.perMinute = perMinute;
		this.#capacity = Math.max(1, (perMinute / 60) * burst);
		this.#level = this.#capacity;
		this.#time = now;
	}

	refill(now: number): void {
		this.#level = Math.min(this.#capacity, this.#level + ((now - this.#time) / 60_000) * this.perMinute);
		this.#time = now;
	}

	take(amount: number): void {
		this.#level -= amount;
	}

	get remaining(): number {
		return Math.max(0, Math.floor(this.#level));
	}

	/** Seconds until there is room for one more. */
	get wait(): number {
		return Math.max(0, ((1 - this.#level) / this.perMinute) * 60);
	}

	/** Seconds until it is full. */
	get reset(): number {
		return ((this.#capacity - this.#level) / this.perMinute) * 60;
	}
}
