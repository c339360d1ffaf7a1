import { afterAll, beforeAll, vi } from "vitest";

/** Gives the file timers that do not wait; with them, `hurry` brings what polls to its end. */
export function fakeTimers(): <Value>(promise: Promise<Value>) => Promise<Value> {
	beforeAll(() => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	});
	afterAll(() => {
		vi.useRealTimers();
	});
	return async (promise) => {
		let settled = false;
		const mark = (): void => {
			settled = true;
		};
		promise.then(mark, mark);
		while (!settled) {
			await new Promise(setImmediate);
			await vi.advanceTimersByTimeAsync(1000);
		}
		return promise;
	};
}
