/** Calls that started at about the same time. */
export interface CallBurst {
	/** Start time in milliseconds, about when a service decides. */
	time: number;
	/** Accepted calls. */
	passed: number;
	/** Calls that were refused, or whose response reported an exhausted limit. */
	dry: number;
	/** Calls that have not ended. */
	open: number;
}

/** Rates that explain which calls a service accepted, in calls per millisecond. */
export interface RateEstimate {
	low: number;
	best: number;
	high: number;
	/** Calls that the service accepts at once. */
	size: number;
	/** Calls that they do not explain. */
	miss: number;
}

/** Rates that are tried in each of the three rounds. */
const RATES = 40;
const RESTS = [0, 0.5, 1, 2, 4, 8, 16];
/** A rate that explains this many calls fewer than the best one counts as equal: times are not exact. */
export const TOLERANCE = 2;

/**
 * Finds the rates at which a bucket is refilled, if a service keeps one: it was full at first, each call took one unit
 * out of it, and calls that found none were refused. The size that explains most calls is chosen.
 * @param outcomes in order of time, at least one of them dry
 */
export function fitBucket(outcomes: readonly CallBurst[]): RateEstimate {
	const first = outcomes[0]?.time ?? 0;
	const span = Math.max(1, (outcomes.at(-1)?.time ?? 0) - first);
	const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
	let found = { low: passed / span / 50, best: 0, high: (passed / span) * 50, size: 1, miss: 0 };
	for (let round = 0; round < 3; round++) {
		found = summarize(scoreRates(outcomes, spread(found.low / 1.2, found.high * 1.2, RATES)));
	}
	return found;
}

interface Way {
	rate: number;
	size: number;
	miss: number;
}

function scoreRates(outcomes: readonly CallBurst[], rates: readonly number[]): Way[] {
	return rates.map((rate) => {
		const least = sizeAt(outcomes, rate);
		let best = { rate, size: least, miss: Number.POSITIVE_INFINITY };
		// The first refusal shows roughly how full the bucket was: calls overtake each other.
		for (const rest of RESTS) {
			const miss = missOf(outcomes, rate, least + rest, best.miss);
			if (miss < best.miss) best = { rate, size: least + rest, miss };
		}
		return best;
	});
}

function summarize(ways: readonly Way[]): RateEstimate {
	const least = Math.min(...ways.map(({ miss }) => miss));
	const good = ways.filter(({ miss }) => miss <= least + TOLERANCE).map(({ rate }) => rate);
	const exact = ways.filter(({ miss }) => miss <= least + TOLERANCE / 10);
	const [low = 0, high = low] = [good[0], good.at(-1)];
	const best = Math.sqrt((exact[0]?.rate ?? low) * (exact.at(-1)?.rate ?? high));
	return { low, best, high, size: Math.min(...exact.map(({ size }) => size)), miss: least };
}

/** The size of a bucket: the calls it had accepted and not refilled at its first refusal. */
function sizeAt(outcomes: readonly CallBurst[], rate: number): number {
	let missing = 0;
	let before = outcomes[0]?.time ?? 0;
	for (const { time, passed, dry } of outcomes) {
		missing = Math.max(0, missing - rate * (time - before)) + passed;
		before = time;
		if (dry > 0) break;
	}
	return Math.max(1, missing);
}

/** How many calls a bucket cannot explain; counting ends at `most`. */
function missOf(outcomes: readonly CallBurst[], rate: number, size: number, most: number): number {
	let level = size;
	let miss = 0;
	let before = outcomes[0]?.time ?? 0;
	for (const { time, passed, dry } of outcomes) {
		level = Math.min(size, level + rate * (time - before)) - passed;
		before = time;
		if (level < 0) {
			miss -= level;
			level = 0;
		}
		if (dry > 0 && level >= 1) {
			miss += level;
			level = 0.5;
		}
		if (miss > most) return miss;
	}
	return miss;
}

/** Numbers from `low` to `high`, evenly spaced by their ratio. */
function spread(low: number, high: number, count: number): number[] {
	return Array.from({ length: count }, (_, place) => low * (high / low) ** (place / (count - 1)));
}
