import type { CallBurst } from "./bucket-fit.ts";

/** Lengths of the windows in which services count, in milliseconds, and how many offsets of their start are tried. */
const LENGTHS = [1000, 10_000, 60_000];
const PLACES = 40;
/** Number of windows with refusals that proves that there are windows. */
const MIN_WINDOWS = 2;

/** A service that counts per fixed window: calls per millisecond, and how many calls it does not explain. */
export interface WindowEstimate {
	rate: number;
	miss: number;
}

/**
 * Finds the window that best explains which calls a service accepted; undefined if too few calls were refused.
 * @param outcomes in order of time
 */
export function fitWindow(outcomes: readonly CallBurst[]): WindowEstimate | undefined {
	let found: WindowEstimate | undefined;
	const span = (outcomes.at(-1)?.time ?? 0) - (outcomes[0]?.time ?? 0);
	for (const length of LENGTHS.filter((each) => span >= each)) {
		for (let place = 0; place < PLACES; place++) {
			const counts = countWindows(outcomes, length, (place / PLACES) * length);
			const dry = counts.filter(({ isDry }) => isDry);
			if (dry.length < MIN_WINDOWS) continue;
			for (const size of new Set(dry.map(({ passed }) => passed))) {
				const miss = counts.reduce((sum, count) => sum + missOf(count, size), 0);
				if (!found || miss < found.miss) found = { rate: size / length, miss };
			}
		}
	}
	return found;
}

interface Count {
	passed: number;
	/** Minimum number of calls accepted before a refusal. */
	least: number;
	isDry: boolean;
}

function countWindows(outcomes: readonly CallBurst[], length: number, start: number): Count[] {
	const counts: Count[] = [];
	let current = Number.NaN;
	for (const { time, passed, dry } of outcomes) {
		const window = Math.floor((time - start) / length);
		if (window !== current) counts.push({ passed: 0, least: Number.POSITIVE_INFINITY, isDry: false });
		current = window;
		const count = counts.at(-1);
		if (!count) continue;
		count.passed += passed;
		if (dry === 0) continue;
		count.least = Math.min(count.least, count.passed);
		count.isDry = true;
	}
	return counts;
}

function missOf({ passed, least, isDry }: Count, size: number): number {
	return Math.max(0, passed - size) + (isDry ? Math.max(0, size - least) : 0);
}
