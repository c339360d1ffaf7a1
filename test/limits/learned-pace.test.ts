import { describe, expect, it } from "vitest";
import { type Form, simulate } from "./simulated-service.ts";

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

	it.each([5, 15, 50])("is found at few calls a second, with %i at once", (size) => {
		const span = 60_000;
		const changes = [
			{ at: span, rate: 2 },
			{ at: 2 * span, rate: 10 },
		];
		const rows = Number.POSITIVE_INFINITY;
		const { finished } = simulate({ rate: 5, latency: 100, size, changes, rows, until: 3 * span });
		expect(share(finished, span + 20_000, 2 * span, 2)).toBeGreaterThanOrEqual(0.9);
		expect(share(finished, 2 * span + 20_000, 3 * span, 10)).toBeGreaterThanOrEqual(0.9);
	});

	it("is found where calls take longer than the pauses after refusals", () => {
		const [rate, span] = [10, 60_000];
		const changes = [{ at: span, rate: 4 }];
		const rows = Number.POSITIVE_INFINITY;
		const { finished } = simulate({ rate, latency: 5000, size: 15, changes, rows, until: 2 * span });
		expect(share(finished, span + 20_000, 2 * span, 4)).toBeGreaterThanOrEqual(0.9);
	});

	it("is found where calls in flight were the limit before, and the pace grew without them", () => {
		const rate = 50;
		for (const span of [60_000, 71_000, 100_000]) {
			const changes = [{ at: span, rate: rate * 0.4 }];
			const rows = Number.POSITIVE_INFINITY;
			const { finished } = simulate({ rate, latency: 5000, size: 5, changes, rows, until: 2 * span });
			expect(share(finished, span + 20_000, 2 * span, rate * 0.4)).toBeGreaterThanOrEqual(0.85);
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
