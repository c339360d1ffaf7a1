import { afterEach, describe, expect, it, vi } from "vitest";
import * as library from "../../src/index.ts";
import { buildResponse, fixtures, functionName, replay } from "./replay.ts";

const basic = [...fixtures].filter(([name]) => name.endsWith(".basic.json"));

afterEach(() => {
	vi.useRealTimers();
});

/** A request that never gets an answer, as `fetch` behaves: it ends with the signal. */
function never(init: RequestInit): Promise<Response> {
	return new Promise((_, reject) => {
		const { signal } = init;
		const stop = (): void => reject(signal?.reason);
		if (signal?.aborted) stop();
		signal?.addEventListener("abort", stop);
	});
}

describe("canceling", () => {
	it.each(basic)("ends every request of %s in flight", async (_, fixture) => {
		for (const step of fixture.replies.keys()) {
			const controller = new AbortController();
			const { requests, error } = await replay(library, fixture, {
				signal: controller.signal,
				answer: (index, init) => {
					if (index !== step) return undefined;
					setImmediate(() => controller.abort(new Error("enough")));
					return never(init);
				},
			});
			expect({ step, message: error?.message, requests: requests.length }).toEqual({
				step,
				message: "enough",
				requests: step + 1,
			});
		}
	});

	it.each(basic.filter(([, { replies }]) => replies.length > 2))(
		"ends the wait before a poll of %s",
		async (_, fixture) => {
			vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
			const controller = new AbortController();
			const asked: string[] = [];
			const fetch = async (url: string): Promise<Response> => {
				asked.push(url);
				const entry = { provider: fixture.provider, hfModelId: "org/model", status: "live", ...fixture.mapping };
				if (url.includes("/api/models/")) return Response.json({ inferenceProviderMapping: [entry] });
				return buildResponse(fixture.replies[asked.length - 2] ?? {});
			};
			const task = (library as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>)[
				functionName(fixture)
			];
			const inputs = fixture.task.startsWith("text-to-") ? "a cat" : new Blob(["x"], { type: "audio/wav" });
			const running = task?.({ ...fixture.args, inputs }, { fetch, signal: controller.signal, cache: new Map() });
			const outcome = running?.catch((error: Error) => error.name);
			// Until it waits; the clock stands still.
			for (let turn = 0; turn < 50 && vi.getTimerCount() === 0; turn++)
				await new Promise((resolve) => setImmediate(resolve));
			expect(vi.getTimerCount()).toBe(1);
			const count = asked.length;
			controller.abort("a reason that is no error");
			expect(await outcome).toBe("AbortError");
			expect(asked.length).toBe(count);
			expect(vi.getTimerCount()).toBe(0);
		},
	);

	it("leaves no timer behind after a successful job", async () => {
		for (const [, fixture] of basic) {
			const { timers } = await replay(library, fixture, { options: { deadline: 600_000 } });
			expect(timers).toBe(0);
		}
	});
});

describe("a deadline", () => {
	const job = fixtures.get("fal-ai/text-to-video.basic.json");
	if (!job) throw new Error("The fixture is missing");

	it("ends a job that never finishes", async () => {
		const { error, requests } = await replay(library, job, {
			options: { deadline: 10_000 },
			answer: (index) => (index > 0 ? Response.json({ status: "IN_PROGRESS" }) : undefined),
		});
		expect(error).toEqual({
			name: "ProviderOutputError",
			message: "Not complete within the deadline of 10 s.",
			reason: "timeout",
		});
		expect(requests.length).toBeGreaterThan(2);
	});

	it("cancels the request in flight, even of a fetch that ignores signals", async () => {
		let signal: AbortSignal | null | undefined;
		const { error } = await replay(library, job, {
			options: { deadline: 2000 },
			answer: (index, init) => {
				if (index < 1) return undefined;
				signal = init.signal;
				return new Promise(() => undefined);
			},
		});
		expect(error?.reason).toBe("timeout");
		expect(signal?.aborted).toBe(true);
	});

	it("that is too long for a timer is ignored", async () => {
		for (const deadline of [2 ** 31, Number.POSITIVE_INFINITY]) {
			const { error } = await replay(library, job, { options: { deadline } });
			expect(error).toBeUndefined();
		}
	});

	it("keeps the caller's own signal effective", async () => {
		const controller = new AbortController();
		controller.abort(new Error("enough"));
		const { error, requests } = await replay(library, job, { signal: controller.signal, options: { deadline: 2000 } });
		expect(error?.message).toBe("enough");
		expect(requests).toEqual([]);
	});
});
