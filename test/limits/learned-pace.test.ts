import { describe, expect, it } from "vitest";
import { createLimiter } from "../../src/limits/limiter.ts";
import type { HeaderSource } from "../../src/limits/rate-headers.ts";

interface Service {
	/** Calls a second, and how many at once. */
	rate: number;
	size: number;
	/** Milliseconds after which all `size` calls are allowed again, at once; without it they come back steadily. */
	window?: number;
	/** How far the first window is over at the start. */
	phase?: number;
	/** Milliseconds of a call. */
	latency: number;
	rows: number;
	/** The service refuses at the end of a call instead of at once. */
	isLate?: boolean;
	/** Milliseconds for which the program does nothing, each second: the machine is busy. */
	stall?: number;
	/** Further rates, and the milliseconds from which they apply. */
	changes?: readonly { at: number; rate: number; size?: number }[];
	/** When single calls are refused for no reason, in milliseconds. */
	strays?: readonly number[];
}

type Form = (remaining: number, reset: number, isRefused: boolean, wait: number) => Record<string, string>;

/** What services tell of a bucket: what is left, and the seconds until it is full. */
const FORMS: Record<string, Form> = {
	openai: (remaining, reset) => ({
		"x-ratelimit-limit-requests": "100",
		"x-ratelimit-remaining-requests": String(remaining),
		"x-ratelimit-reset-requests": `${Math.ceil(reset * 1000)}ms`,
	}),
	cerebras: (remaining, reset) => ({
		"x-ratelimit-limit-requests-day": "100",
		"x-ratelimit-remaining-requests-day": String(remaining),
		"x-ratelimit-reset-requests-day": reset.toFixed(6),
	}),
	together: (remaining, reset) => ({
		"x-ratelimit-limit": "100",
		"x-ratelimit-remaining": String(remaining),
		"x-ratelimit-reset": String(Math.ceil(reset)),
	}),
	hub: (remaining, reset) => ({
		ratelimit: `"api";r=${remaining};t=${Math.ceil(reset)}`,
		"ratelimit-policy": '"fixed window";"api";q=100;w=1',
	}),
	fireworks: (_remaining, _reset, isRefused, wait) => ({
		"x-ratelimit-limit-requests": "6000",
		...(isRefused ? { "x-ratelimit-over-limit": "yes", "retry-after": String(Math.ceil(wait)) } : {}),
	}),
	"Retry-After alone": (_remaining, _reset, isRefused, wait) =>
		isRefused ? { "retry-after": String(Math.max(1, Math.ceil(wait))) } : ({} as Record<string, string>),
	nothing: () => ({}),
};

/** Runs rows against a service in simulated time. */
function simulate(
	{ rate, size, window, phase = 0, latency, rows, isLate = false, stall = 0, changes = [], strays = [] }: Service,
	form: Form,
): { refused: number; used: number; finished: readonly number[] } {
	let time = 0;
	const events: { time: number; run: () => void }[] = [];
	const after = (delay: number, run: () => void): void => {
		const event = { time: time + delay, run };
		events.splice(events.findLastIndex((other) => other.time <= event.time) + 1, 0, event);
	};
	const afterStall = (delay: number, run: () => void): void => {
		const due = time + delay;
		after(due % 1000 < stall ? due - (due % 1000) + stall - time : delay, run);
	};
	const limiter = createLimiter({ now: () => time });
	let [level, filledAt, done, refused, calls, left] = [size, 0, 0, 0, 0, rows];
	let woken: number | undefined;
	const finished: number[] = [];
	const [nextChanges, nextStrays] = [[...changes], [...strays]];
	const serve = (): { isGood: boolean; headers: HeaderSource } => {
		const isStray = time >= (nextStrays[0] ?? Number.POSITIVE_INFINITY);
		if (isStray) nextStrays.shift();
		if (time >= (nextChanges[0]?.at ?? Number.POSITIVE_INFINITY)) {
			level = Math.min(size, level + ((time - filledAt) * rate) / 1000);
			filledAt = time;
			({ rate, size = size } = nextChanges.shift() ?? { rate });
		}
		const windows = (at: number): number => Math.floor((at + phase) / (window ?? 1));
		const refilled =
			window === undefined ? ((time - filledAt) * rate) / 1000 : size * (windows(time) - windows(filledAt));
		level = Math.min(size, level + refilled);
		filledAt = time;
		const isGood = level >= 1 && !isStray;
		if (isGood) level--;
		const left = window === undefined ? undefined : (window - ((time + phase) % window)) / 1000;
		const [reset, wait] = [left ?? (size - level) / rate, left ?? (1 - level) / rate];
		const headers = form(Math.floor(level), reset, !isGood, wait);
		return { isGood, headers: { get: (name) => headers[name] ?? null } };
	};
	const pump = (): void => {
		while (left > 0) {
			const delay = limiter.delay();
			if (delay === Number.POSITIVE_INFINITY) return;
			if (delay > 0) {
				if (woken !== undefined && woken > time && woken <= time + delay) return;
				woken = time + delay;
				afterStall(delay, pump);
				return;
			}
			left--;
			calls++;
			const ticket = limiter.start();
			// Jitter that does not depend on chance.
			const whole = latency * (0.8 + ((calls * 7) % 10) / 25);
			const decided = isLate ? whole / 2 : 1;
			after(decided, () => {
				const { isGood, headers } = serve();
				afterStall(isGood || isLate ? whole - decided : 0, () => {
					if (isGood) {
						done++;
						finished.push(time);
						ticket.succeed(headers);
					} else {
						refused++;
						after(ticket.limit(headers), () => {
							left++;
							pump();
						});
					}
					pump();
				});
			});
		}
	};
	pump();
	for (let event = events.shift(); event && done < rows; event = events.shift()) {
		time = event.time;
		event.run();
	}
	expect(done).toBe(rows);
	// What a window allowed before the start is not counted, so that the share may exceed 1.
	const allowed = window === undefined ? size + (rate * time) / 1000 : (size * time) / window;
	return { refused: refused / calls, used: rows / allowed, finished };
}

describe("a token bucket", () => {
	const forms = Object.entries(FORMS);
	const buckets = [5, 20, 100].flatMap((size) => forms.map(([name, form]) => ({ size, name, form })));
	it.each(buckets)(
		"of 100 a second, $size at once, is respected and used if the service reports it: $name",
		({ size, form }) => {
			const { refused, used } = simulate({ rate: 100, size, latency: 30, rows: 4000 }, form);
			expect(refused).toBeLessThanOrEqual(0.05);
			expect(used).toBeGreaterThanOrEqual(0.85);
		},
	);

	it.each([
		{ rate: 50, size: 10, latency: 30, rows: 4000 },
		{ rate: 300, size: 30, latency: 50, rows: 12_000 },
		{ rate: 100, size: 100, latency: 30, rows: 4000, isLate: true },
		{ rate: 50, size: 25, latency: 50, rows: 3000, isLate: true },
		{ rate: 20, size: 20, latency: 300, rows: 2000 },
		{ rate: 10, size: 10, latency: 1500, rows: 2000 },
		{ rate: 100, size: 20, latency: 30, rows: 30_000 },
		{ rate: 100, size: 100, latency: 100, rows: 30_000, isLate: true },
	])("is respected and used without headers: %o", (bucket) => {
		const { refused, used } = simulate(bucket, () => ({}));
		expect(refused).toBeLessThanOrEqual(0.05);
		expect(used).toBeGreaterThanOrEqual(0.85);
	});

	it.each(forms)("is not overrun even if it is smaller than the backlog of a busy machine: %s", (_, form) => {
		const { refused, used } = simulate({ rate: 100, size: 5, latency: 30, rows: 4000, stall: 80 }, form);
		expect(refused).toBeLessThanOrEqual(0.005);
		expect(used).toBeGreaterThanOrEqual(0.8);
	});

	it("gets as many concurrent slow calls as its rate needs", () => {
		const form = FORMS["Retry-After alone"] ?? (() => ({}));
		const { refused, used } = simulate({ rate: 100, size: 5, latency: 800, rows: 4000 }, form);
		expect(refused).toBeLessThanOrEqual(0.05);
		expect(used).toBeGreaterThanOrEqual(0.85);
	});

	it("is estimated again after a single burst of refusals", () => {
		const { refused, used } = simulate({ rate: 1500, size: 300, latency: 30, rows: 20_000 }, () => ({}));
		expect(refused).toBeLessThanOrEqual(0.05);
		expect(used).toBeGreaterThanOrEqual(0.7);
	});
});

describe("a fixed window", () => {
	const second = { window: 1000, latency: 30, rows: 4000 };
	const minute = { window: 60_000, latency: 30, rows: 6000 };
	it.each([
		{ tells: "nothing", size: 100, ...second, least: 0.87 },
		{ tells: "nothing", size: 100, ...second, phase: 370, least: 0.87 },
		{ tells: "nothing", size: 20, ...second, least: 0.85 },
		{ tells: "nothing", size: 100, ...second, latency: 200, least: 0.85 },
		{ tells: "nothing", size: 600, ...minute, least: 0.95 },
		{ tells: "nothing", size: 100, ...second, rows: 30_000, least: 0.85 },
		{ tells: "Retry-After alone", size: 100, ...second, least: 0.9 },
		{ tells: "Retry-After alone", size: 100, ...second, rows: 30_000, least: 0.9 },
		{ tells: "Retry-After alone", size: 20, ...second, latency: 200, least: 0.9 },
		{ tells: "Retry-After alone", size: 100, ...second, isLate: true, least: 0.9 },
		{ tells: "Retry-After alone", size: 600, ...minute, least: 0.97 },
		{ tells: "Retry-After alone", size: 600, ...minute, latency: 300, least: 0.97 },
		{ tells: "fireworks", size: 100, ...second, least: 0.9 },
		{ tells: "hub", size: 100, ...second, least: 0.9 },
		{ tells: "openai", size: 100, ...second, least: 0.9 },
	])(
		"of $window ms with $size calls is respected and used if the service reports it: $tells (%o)",
		({ tells, least, ...service }) => {
			const { refused, used } = simulate({ rate: 0, ...service }, FORMS[tells] ?? (() => ({})));
			expect(refused).toBeLessThanOrEqual(0.05);
			expect(used).toBeGreaterThanOrEqual(least);
		},
	);
});

describe("a rate that changes without headers", () => {
	const share = (finished: readonly number[], from: number, to: number, rate: number): number =>
		finished.filter((time) => time >= from && time < to).length / ((rate * (to - from)) / 1000);

	it.each([
		{ latency: 30, size: 1 },
		{ latency: 30, size: 8 },
		{ latency: 30, size: 40 },
		{ latency: 100, size: 4 },
		{ latency: 100, size: 20 },
		{ latency: 300, size: 8 },
		{ latency: 1000, size: 8 },
	])("is used to 90 % within 20 s, with 2 % refused: %o", (service) => {
		for (const span of [60_000, 71_000, 100_000]) {
			const changes = [
				{ at: span, rate: 8 },
				{ at: 2 * span, rate: 40 },
			];
			const rows = Math.floor((span / 1000) * 68 * 0.9);
			const { refused, finished } = simulate({ rate: 20, ...service, changes, rows }, () => ({}));
			expect(refused).toBeLessThanOrEqual(0.02);
			expect(share(finished, 20_000, span, 20)).toBeGreaterThanOrEqual(0.9);
			expect(share(finished, span + 20_000, 2 * span, 8)).toBeGreaterThanOrEqual(0.9);
			expect(share(finished, 2 * span + 20_000, 2 * span + 40_000, 40)).toBeGreaterThanOrEqual(0.9);
		}
	});

	it.each([
		{ what: "no limit but that of calls in flight", rate: 1e6, size: 1e6, latency: 100, used: 1280 },
		{ what: "a rate", rate: 50, size: 10, latency: 100, used: 50 },
		{ what: "a rate and a large bucket", rate: 100, size: 100, latency: 50, used: 100 },
		{ what: "a low rate", rate: 20, size: 20, latency: 100, used: 20 },
	])("costs at most 5 % for 10 s after one stray refusal at a service with $what", ({ used, ...service }) => {
		const at = 75_000;
		const { finished } = simulate({ ...service, strays: [at], rows: used * 97 }, () => ({}));
		expect(share(finished, at, at + 10_000, used)).toBeGreaterThanOrEqual(0.95);
		expect(share(finished, at + 10_000, at + 20_000, used)).toBeGreaterThanOrEqual(0.95);
	});
});
