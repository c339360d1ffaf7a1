/** Two ways of the same work, timed in pairs of short blocks: what else the machine does meets both alike. */

/** What two ways take, in microseconds of CPU time for a unit. */
export interface Comparison {
	/** The first way: the median. */
	plain: number;
	/** What the second way takes more: the median of all pairs, and its 95 % interval. */
	more: number;
	interval: [low: number, high: number];
	pairs: number;
}

export interface ComparisonOptions {
	/** Units of work in a block. */
	units: number;
	/** The most pairs to time. Fewer will do once the interval is narrow. */
	pairs: number;
}

type Work = () => Promise<void>;

const WARM_UP = 60;
const FEWEST_PAIRS = 200;
/** An interval that is as narrow as this tells enough, as a share of the first way. */
const NARROW = 0.008;

/** Compares the CPU time that this process takes for two ways of doing the same. */
export async function compare(plain: Work, other: Work, { units, pairs }: ComparisonOptions): Promise<Comparison> {
	const times: number[] = [];
	const differences: number[] = [];
	for (let pair = -WARM_UP; pair < pairs; pair++) {
		// Only the young garbage: a full collection also throws away what V8 has learned about objects that are gone, and the
		// code made of it; that way a call took three times as long, and the difference was nine percent instead of two.
		if (pair % 20 === 0) globalThis.gc?.({ type: "minor" });
		// Each comes first as often as the other.
		const isPlainFirst = pair % 2 === 0;
		const first = await cpuTime(isPlainFirst ? plain : other);
		const second = await cpuTime(isPlainFirst ? other : plain);
		if (pair < 0) continue;
		times.push((isPlainFirst ? first : second) / units);
		differences.push((isPlainFirst ? second - first : first - second) / units);
		if (differences.length < FEWEST_PAIRS || differences.length % 20 > 0) continue;
		const [low, high] = findInterval(differences);
		if (high - low < NARROW * median(times)) break;
	}
	const interval = findInterval(differences);
	return { plain: median(times), more: median(differences), interval, pairs: differences.length };
}

/** The CPU time of a unit of work, in microseconds: the median. */
export async function measure(work: Work, units: number, blocks = 40): Promise<number> {
	const times: number[] = [];
	for (let block = 0; block < blocks; block++) times.push((await cpuTime(work)) / units);
	return median(times);
}

/** Microseconds of CPU time that a block takes. */
async function cpuTime(work: Work): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return user + system;
}

function median(values: readonly number[]): number {
	return sort(values)[values.length >> 1] ?? Number.NaN;
}

/** The 95 % interval of the median: ranks by the normal approximation of the sign test, which no outlier can move. */
function findInterval(values: readonly number[]): [number, number] {
	const sorted = sort(values);
	const reach = Math.ceil(0.98 * Math.sqrt(sorted.length));
	const middle = sorted.length >> 1;
	return [sorted[Math.max(0, middle - reach)] ?? Number.NaN, sorted[middle + reach] ?? Number.NaN];
}

function sort(values: readonly number[]): number[] {
	return [...values].sort((a, b) => a - b);
}
