/** Numbers that look random and repeat for the same start. */
export interface Random {
	/** At least 0, less than 1. */
	next(): number;
	/** A whole number, at least 0 and less than `limit`. */
	below(limit: number): number;
}

/** Returns a whole number from 0 to 2³²-1 that any change of a part changes (FNV-1a). */
export function hash(...parts: readonly (string | number)[]): number {
	let value = 0x811c9dc5;
	for (const part of parts) {
		const text = String(part);
		for (let index = 0; index < text.length; index++) {
			value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
		}
		value = Math.imul(value ^ 0x1f, 0x01000193);
	}
	// The last characters must reach the high bits too.
	value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
	return (value ^ (value >>> 13)) >>> 0;
}

/** Returns a sequence that is the same for the same parts. */
export function createRandom(...parts: readonly (string | number)[]): Random {
	let state = hash(...parts);
	const next = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let value = Math.imul(state ^ (state >>> 15), 1 | state);
		value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
		return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
	};
	return { next, below: (limit) => Math.floor(next() * limit) };
}
