/** A map that drops the least recently used entries when it has more than `limit`. */
export class RecentMap<Value> extends Map<string, Value> {
	readonly #limit: number;

	constructor(limit: number) {
		super();
		this.#limit = limit;
	}

	override get(key: string): Value | undefined {
		const value = super.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	override set(key: string, value: Value): this {
		this.delete(key);
		super.set(key, value);
		if (this.size > this.#limit) this.#evict();
		return this;
	}

	/** Drops several at once: a `Map` skips over all deleted entries at its start on each read of its first key. */
	#evict(): void {
		let count = Math.max(1, Math.floor(this.#limit / 16));
		for (const key of this.keys()) {
			if (count-- === 0) return;
			this.delete(key);
		}
	}

	getOrMake(key: string, make: () => Value): Value {
		const known = this.get(key);
		if (known !== undefined) return known;
		const value = make();
		this.set(key, value);
		return value;
	}
}

/** Longer keys are not kept, because some are untrusted. */
const MAX_KEY_LENGTH = 500;

/**
 * Caches the results of a pure function of a string.
 * @param most results that are kept; beyond that, all are dropped
 */
export function memoize<Value>(find: (key: string) => Value, most = 1000): (key: string) => Value {
	const known = new Map<string, Value>();
	return (key) => {
		const found = known.get(key);
		if (found !== undefined) return found;
		const value = find(key);
		if (key.length > MAX_KEY_LENGTH) return value;
		if (known.size >= most) known.clear();
		known.set(key, value);
		return value;
	};
}
