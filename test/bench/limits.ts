/**
 * How well `hub batch` follows a service whose rate limit changes without a word in its headers:
 * `npm run bench:limits [-- --all]`. It runs the limiter of a batch in simulated time, for each pair of rate and latency
 * and each burst: the rate falls to 40 %, then rises to twice the first one; and a single call is refused for no reason.
 * It prints the cases that miss a goal, or all of them.
 */
import { AIMD } from "../../src/limits/concurrency.ts";
import { simulate } from "../limits/simulated-service.ts";

/** Calls a second, milliseconds of a call, and calls that the service accepts at once. */
const RATES = [5, 10, 20, 50, 100, 200];
const LATENCIES = [20, 100, 300, 1000, 5000];
const BURSTS = [1, 5, 15, 50];
/** Milliseconds for which a rate applies: several, because a change may meet the pace at any of its heights. */
const SPANS = [60_000, 71_000, 100_000];
/** When the stray refusal comes, in one run each, and the time after it in which its cost is counted, in milliseconds. */
const STRAYS = Array.from({ length: 24 }, (_, place) => 70_000 + place * 2000);
const STRAY_MS = 10_000;
const GOALS = { used: 0.9, refused: 0.02, stray: 0.05 } as const;

interface Case {
	rate: number;
	latency: number;
	size: number;
}

/** The worst of the runs of a case: shares of the rate, of the calls, and of the rate again. */
interface Figures {
	/** Of the lower and the higher rate, from 20 s or 40 calls after the change. */
	lower: number;
	higher: number;
	refused: number;
	/** Of the rate that one refusal costs for 10 s and one call, on average. */
	stray: number;
}

/** Calls a second that are possible with the most calls in flight. */
function possible(rate: number, latency: number): number {
	return Math.min(rate, (AIMD.maximum * 1000) / latency);
}

function count(finished: readonly number[], from: number, to: number): number {
	return finished.filter((time) => time >= from && time < to).length;
}

/** Share of a rate that is used when there was time to find it. */
function usedShare(finished: readonly number[], changedAt: number, to: number, rate: number, latency: number): number {
	const from = changedAt + Math.max(20_000, 40_000 / rate);
	return count(finished, from, to) / ((possible(rate, latency) * (to - from)) / 1000);
}

function followChanges({ rate, latency, size }: Case, span: number): Omit<Figures, "stray"> {
	const [lower, higher] = [rate * 0.4, rate * 2];
	const changes = [
		{ at: span, rate: lower },
		{ at: 2 * span, rate: higher },
	];
	const { refused, finished } = simulate({
		rate,
		latency,
		size,
		changes,
		rows: Number.POSITIVE_INFINITY,
		until: 3 * span,
	});
	return {
		lower: usedShare(finished, span, 2 * span, lower, latency),
		higher: usedShare(finished, 2 * span, 3 * span, higher, latency),
		refused,
	};
}

/** The mean of several, because the runs with and without it meet other limits at other times. */
function costOfStray({ rate, latency, size }: Case): number {
	const service = { rate, latency, size, rows: Number.POSITIVE_INFINITY };
	const windows = STRAYS.map((at) => ({ at, until: at + latency + STRAY_MS }));
	const without = simulate({ ...service, until: Math.max(...windows.map(({ until }) => until)) }).finished;
	const lost = windows.map(({ at, until }) => {
		const { finished } = simulate({ ...service, until, strays: [at] });
		return count(without, at, until) - count(finished, at, until);
	});
	return lost.reduce((sum, calls) => sum + calls, 0) / lost.length / ((possible(rate, latency) * STRAY_MS) / 1000);
}

function measure(one: Case): Figures {
	const runs = SPANS.map((span) => followChanges(one, span));
	return {
		lower: Math.min(...runs.map(({ lower }) => lower)),
		higher: Math.min(...runs.map(({ higher }) => higher)),
		refused: Math.max(...runs.map(({ refused }) => refused)),
		stray: costOfStray(one),
	};
}

function missed({ lower, higher, refused, stray }: Figures): string[] {
	const goals = {
		lower: lower >= GOALS.used,
		higher: higher >= GOALS.used,
		refused: refused <= GOALS.refused,
		stray: stray < GOALS.stray,
	};
	return Object.entries(goals).flatMap(([name, holds]) => (holds ? [] : [name]));
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(8);

const showsAll = process.argv.includes("--all");
const misses: { one: Case; missed: string[] }[] = [];
process.stdout.write("rate/s latency burst   lower  higher refused   stray  misses\n");
const cases = RATES.flatMap((rate) => LATENCIES.flatMap((latency) => BURSTS.map((size) => ({ rate, latency, size }))));
for (const one of cases) {
	const figures = measure(one);
	const names = missed(figures);
	misses.push({ one, missed: names });
	if (!showsAll && names.length === 0) continue;
	const { rate, latency, size } = one;
	const { lower, higher, refused, stray } = figures;
	process.stdout.write(
		`${String(rate).padStart(6)} ${`${latency} ms`.padStart(7)} ${String(size).padStart(5)}` +
			`${[lower, higher, refused, stray].map(percent).join("")}  ${names.join(", ")}\n`,
	);
}
const holds = misses.filter((one) => one.missed.length === 0).length;
process.stdout.write(`\n${holds} of ${cases.length} cases hold all goals\n`);
for (const goal of ["lower", "higher", "refused", "stray"]) {
	const those = misses.filter((one) => one.missed.includes(goal));
	const by = (key: keyof Case): string =>
		[...new Set(cases.map((one) => one[key]))]
			.map((value) => `${value}: ${those.filter(({ one }) => one[key] === value).length}`)
			.join(", ");
	process.stdout.write(
		`${goal}: ${those.length} miss; by rate ${by("rate")}; by latency ${by("latency")}; by burst ${by("size")}\n`,
	);
}
