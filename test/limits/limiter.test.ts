import { beforeEach, describe, expect, it } from "vitest";
import { ConcurrencyWindow } from "../../src/limits/concurrency.ts";
import { createLimiter, type Limiter, type LimiterTicket } from "../../src/limits/limiter.ts";

let time = 0;
const now = (): number => time;
beforeEach(() => {
	time = 1_000_000;
});

/** Starts as many calls as may start. */
function fill(limiter: Limiter): LimiterTicket[] {
	const tickets: LimiterTicket[] = [];
	while (limiter.delay() === 0) tickets.push(limiter.start());
	return tickets;
}

function headers(values: Record<string, string>): Headers {
	return new Headers(values);
}

describe("concurrency", () => {
	it("starts at 8 and doubles each round trip up to 128", () => {
		const limiter = createLimiter({ now });
		for (const size of [8, 16, 32, 64, 128, 128]) {
			const round = fill(limiter);
			expect(round).toHaveLength(size);
			for (const ticket of round) ticket.succeed();
		}
	});

	it("drops by a quarter once per burst, and again only after a call that started later", () => {
		const limiter = createLimiter({ now, start: 100 });
		const burst = fill(limiter);
		for (const ticket of burst) ticket.limit();
		expect(limiter.state.limit).toBe(75);
		time += 2000;
		const [first, ...others] = fill(limiter);
		first?.limit();
		for (const ticket of others) ticket.limit();
		expect(limiter.state.limit).toBe(56);
	});

	it("grows by one per 25 successes after a limit, for five minutes up to a tenth above that limit", () => {
		const window = new ConcurrencyWindow({ start: 20, maximum: 128, isFixed: false });
		const succeed = (count: number): void => {
			window.fill(count);
			for (let number = 0; number < count; number++) window.succeed(number, time);
		};
		window.cut(0, 1, time);
		expect(window.limit).toBe(15);
		succeed(24);
		expect(window.limit).toBe(15);
		succeed(1);
		expect(window.limit).toBe(16);
		succeed(25 * 100);
		expect(window.limit).toBe(22);
		time += 5 * 60_000;
		succeed(25 * 200);
		expect(window.limit).toBe(128);
	});

	it("stays constant when fixed", () => {
		const limiter = createLimiter({ now, concurrency: 8, fixed: true });
		const round = fill(limiter);
		expect(round).toHaveLength(8);
		for (const ticket of round) ticket.limit(headers({ "retry-after": "1" }));
		time += 1000;
		expect(fill(limiter)).toHaveLength(8);
	});
});

describe("pauses", () => {
	it.each([
		[{ "retry-after": "7" }, 7000],
		[{ "retry-after-ms": "350" }, 350],
		[{ "retry-after": new Date(1_000_000 + 30_000).toUTCString() }, 30_000],
	])("stops for as long as %o says", (values, expected) => {
		const limiter = createLimiter({ now });
		limiter.start().limit(headers(values));
		expect(limiter.delay()).toBe(expected);
	});

	it("holds back a call refused without Retry-After, and stops when another is before a success", () => {
		const limiter = createLimiter({ now, start: 4 });
		const [first, second, third] = fill(limiter);
		expect(first?.limit()).toBe(2000);
		expect(limiter.delay()).toBe(0);
		expect(limiter.state.limit).toBe(4);
		// A success of a later call: the next refusal is a lone one again.
		third?.succeed();
		expect(second?.limit()).toBe(2000);
		expect(limiter.delay()).toBe(0);
		expect(limiter.start().limit()).toBe(0);
		expect(limiter.delay()).toBe(2000);
	});

	it("stops for 2 s without Retry-After, then twice as long up to 60 s", () => {
		const limiter = createLimiter({ now });
		limiter.start().limit();
		for (const expected of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
			limiter.start().limit();
			expect(limiter.delay()).toBe(expected);
			time += expected;
		}
	});

	it("does not reset the doubling for a success of a call that started before the limit", () => {
		const limiter = createLimiter({ now });
		const [early, ...refused] = [limiter.start(), limiter.start(), limiter.start()];
		for (const ticket of refused) ticket.limit();
		early?.succeed();
		time += 2000;
		limiter.start().limit();
		expect(limiter.delay()).toBe(4000);
	});

	it("resets the doubling for a success after the limit", () => {
		const limiter = createLimiter({ now });
		for (const ticket of [limiter.start(), limiter.start()]) ticket.limit();
		time += 2000;
		limiter.start().succeed();
		time += 60_000;
		for (const ticket of [limiter.start(), limiter.start()]) ticket.limit();
		expect(limiter.delay()).toBe(2000);
	});
});

describe("reported limits", () => {
	it("waits for the reset when the remaining calls are already in flight", () => {
		const limiter = createLimiter({ now });
		const first = limiter.start();
		const tickets = [limiter.start(), limiter.start()];
		first.succeed(headers({ "x-ratelimit-remaining-requests": "3", "x-ratelimit-reset-requests": "20s" }));
		expect(limiter.delay()).toBe(0);
		tickets.push(limiter.start());
		expect(limiter.delay()).toBe(20_000);
		for (const ticket of tickets) ticket.succeed();
		expect(limiter.delay()).toBe(20_000);
		time += 20_000;
		expect(limiter.delay()).toBe(0);
	});
});

describe("explicit limits", () => {
	it("spreads --rpm evenly, with at most one second's calls at once", () => {
		const limiter = createLimiter({ now, rpm: 120, start: 100 });
		expect(fill(limiter)).toHaveLength(2);
		expect(limiter.delay()).toBe(500);
		time += 500;
		expect(fill(limiter)).toHaveLength(1);
	});

	it("replaces expected tokens by those used", () => {
		const limiter = createLimiter({ now, tpm: 6000 });
		expect(limiter.delay(100)).toBe(0);
		limiter.start(100).succeed(undefined, 50);
		expect(limiter.delay(100)).toBe(500);
	});
});
