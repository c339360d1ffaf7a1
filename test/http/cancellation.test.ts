import { expect, it } from "vitest";
import { Cancellation, fetchWith, followSignal } from "../../src/http/index.ts";

it("calls each listener once, and late ones at once", () => {
	const cancellation = new Cancellation();
	const told: string[] = [];
	cancellation.onCancel(() => told.push("first"));
	const release = cancellation.onCancel(() => told.push("released"));
	release();
	cancellation.cancel("reason");
	cancellation.cancel("another");
	cancellation.onCancel(() => told.push("late"));
	expect(told).toEqual(["first", "late"]);
	expect(cancellation.reason).toBe("reason");
});

it("races a promise, and can act as a signal", async () => {
	const cancellation = new Cancellation();
	await expect(cancellation.race(Promise.resolve(1))).resolves.toBe(1);
	await expect(cancellation.race(Promise.reject(new Error("own")))).rejects.toThrow("own");
	const { signal } = cancellation;
	expect(signal.aborted).toBe(false);
	const waiting = cancellation.race(new Promise(() => undefined));
	cancellation.cancel(new Error("over"));
	await expect(waiting).rejects.toThrow("over");
	expect(signal.reason).toMatchObject({ message: "over" });
	const late = new Cancellation();
	late.cancel("before");
	expect(late.signal.reason).toBe("before");
});

it("follows a signal", () => {
	const controller = new AbortController();
	const ending = followSignal(controller.signal);
	let count = 0;
	ending.onCancel(() => count++);
	expect(ending.isCancelled).toBe(false);
	controller.abort("why");
	ending.onCancel(() => count++);
	expect([ending.isCancelled, ending.reason, count]).toEqual([true, "why", 2]);
});

it("reaches fetch as a signal, and a transport that supports it unchanged", async () => {
	const cancellation = new Cancellation();
	const seen: unknown[] = [];
	const plain = async (_: unknown, init?: RequestInit): Promise<Response> => {
		seen.push(init?.signal);
		return new Response("plain");
	};
	await fetchWith(plain, "http://localhost/", {}, cancellation);
	expect(seen).toEqual([cancellation.signal]);
	const knowing = Object.assign(plain, {
		cancellable: async (_input: string, init: RequestInit, given: Cancellation): Promise<Response> => {
			seen.push(init.signal, given);
			return new Response("knowing");
		},
	});
	const response = await fetchWith(knowing, "http://localhost/", {}, cancellation);
	expect(await response.text()).toBe("knowing");
	expect(seen.slice(1)).toEqual([undefined, cancellation]);
});
