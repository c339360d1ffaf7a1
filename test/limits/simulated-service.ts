import { createLimiter } from "../../src/limits/limiter.ts";
import type { HeaderSource } from "../../src/limits/rate-headers.ts";

/** A service that limits its calls, and the rows that it gets. */
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
	/** When the run ends although rows are left, in milliseconds. */
	until?: number;
	/** The service refuses at the end of a call instead of at once. */
	isLate?: boolean;
	/** Milliseconds for which the program does nothing, each second: the machine is busy. */
	stall?: number;
	/** Further rates, and the milliseconds from which they apply. */
	changes?: readonly { at: number; rate: number; size?: number }[];
	/** When single calls are refused for no reason, in milliseconds. */
	strays?: readonly number[];
}

/** Headers of a response. */
export type Form = (remaining: number, reset: number, isRefused: boolean, wait: number) => Record<string, string>;

/** Runs rows against a service in simulated time. */
export function simulate(
	{
		rate,
		size,
		window,
		phase = 0,
		latency,
		rows,
		until = Number.POSITIVE_INFINITY,
		isLate = false,
		stall = 0,
		changes = [],
		strays = [],
	}: Service,
	form: Form = () => ({}),
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
	while (done < rows) {
		const event = events.shift();
		if (!event) throw new Error(`The run stopped after ${done} of ${rows} rows`);
		if (event.time > until) break;
		time = event.time;
		event.run();
	}
	// What a window allowed before the start is not counted, so that the share may exceed 1.
	const allowed = window === undefined ? size + (rate * time) / 1000 : (size * time) / window;
	return { refused: refused / calls, used: rows / allowed, finished };
}
