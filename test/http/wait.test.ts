import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { wait } from "../../src/http/index.ts";

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

describe("wait", () => {
	it("resolves after its time and leaves no listener behind", async () => {
		const { signal } = new AbortController();
		let done = false;
		const pending = wait(1000, signal).then(() => {
			done = true;
		});
		await vi.advanceTimersByTimeAsync(999);
		expect(done).toBe(false);
		await vi.advanceTimersByTimeAsync(1);
		await pending;
		expect(getEventListeners(signal, "abort")).toEqual([]);
	});

	it("rejects with the abort reason", async () => {
		const reason = new Error("enough");
		await expect(wait(1000, AbortSignal.abort(reason))).rejects.toBe(reason);
		const controller = new AbortController();
		const pending = wait(1000, controller.signal);
		controller.abort(reason);
		await expect(pending).rejects.toBe(reason);
		expect(vi.getTimerCount()).toBe(0);
	});

	it.each(["a text", 0])("rejects with an AbortError if the reason is not an Error: %s", async (reason) => {
		const pending = wait(1000, AbortSignal.abort(reason));
		await expect(pending).rejects.toMatchObject({ name: "AbortError", message: "The operation was aborted" });
	});

	it("does not end a wait at once if it is too long for a timer", async () => {
		let done = false;
		void wait(2 ** 40).then(() => {
			done = true;
		});
		await vi.advanceTimersByTimeAsync(1000);
		expect(done).toBe(false);
	});
});
