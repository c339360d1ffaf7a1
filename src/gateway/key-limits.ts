import { GatewayError } from "./errors.ts";
import type { NamedKey } from "./types.ts";

const MINUTE_MS = 60_000;
/** Keys whose calls are counted; only reloading the settings can add more. */
const MAX_KEYS = 10_000;

/** Limits the calls of each key within any minute. */
export function createKeyLimits(now: () => number) {
	/** Key → the times of its last calls, the oldest first. */
	const calls = new Map<string, number[]>();
	return {
		/** Counts a call. @throws GatewayError 429 for one too many */
		admit({ name, callsPerMinute: most }: NamedKey): void {
			if (most === undefined) return;
			const time = now();
			if (calls.size >= MAX_KEYS) calls.clear();
			const times = calls.get(name) ?? [];
			calls.set(name, times);
			while (times[0] !== undefined && times[0] <= time - MINUTE_MS) times.shift();
			if (times.length < most) {
				times.push(time);
				return;
			}
			const next = times[times.length - most] ?? time;
			const retryAfter = Math.max(0, next + MINUTE_MS - time) / 1000;
			const message = `The key of ${name} may make ${most} calls a minute. Try again in ${Math.ceil(retryAfter)} s.`;
			throw new GatewayError(429, message, { code: "rate_limit_exceeded", retryAfter });
		},
	};
}
