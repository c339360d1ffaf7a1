import { expect, it } from "vitest";
import { createCallBook, type KeptCall } from "../../src/gateway/call-book.ts";
import { createTargetQueue } from "../../src/gateway/target-queue.ts";
import { Cancellation } from "../../src/http/index.ts";
import type { LimiterTicket } from "../../src/limits/limiter.ts";

it("serves waiting clients in turn, however many calls each has", async () => {
	let time = 1_000_000;
	const lane = createTargetQueue({ waiting: 0, limit: 1000 }, () => time);
	const served: string[] = [];
	const open: LimiterTicket[] = [];
	const ask = async (client: string): Promise<void> => {
		const ticket = await lane.acquire(client, 60_000, new Cancellation());
		served.push(client);
		open.push(ticket);
	};
	// Four calls meet a limit: from now on three may be in flight.
	await Promise.all(Array.from({ length: 4 }, () => ask("first")));
	served.length = 0;
	const waiting = [...Array.from({ length: 6 }, () => ask("busy")), ...["small", "other", "busy"].map(ask)];
	for (const ticket of open.splice(0)) ticket.limit(new Headers({ "retry-after": "0" }));
	time += 10_000;
	while (served.length < waiting.length) {
		open.shift()?.succeed();
		time += 2000;
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	await Promise.all(waiting);
	// Before the first limit nobody waits, so what was asked first may have started.
	const turns = served.slice(served.indexOf("small") - 1);
	expect(served.indexOf("small")).toBeLessThan(served.lastIndexOf("busy"));
	expect(turns.slice(0, 3)).toEqual(["busy", "small", "other"]);
});

it("does not queue a call that was canceled before", async () => {
	const all = { waiting: 0, limit: 10 };
	const lane = createTargetQueue(all, () => 0);
	const ticket = await lane.acquire("first", 60_000, new Cancellation());
	ticket.limit(new Headers({ "retry-after": "1" }));
	const gone = new Cancellation();
	gone.cancel(new Error("gone"));
	await expect(lane.acquire("second", 60_000, gone)).rejects.toThrow();
	expect(all.waiting).toBe(0);
});

it("keeps the last 200 calls, and at most 20 MB", () => {
	const book = createCallBook(String);
	const call = (id: number, size: number): KeptCall => ({
		id: String(id),
		time: "",
		route: "",
		key: null,
		task: "",
		model: "",
		served_model: null,
		provider: null,
		state: "running",
		status: null,
		stream: false,
		usage: null,
		cost_usd: null,
		first_ms: null,
		total_ms: null,
		attempts: [],
		error: null,
		request: "x".repeat(size),
		response: "",
	});
	for (let id = 0; id < 300; id++) book.add(call(id, 10));
	expect(book.list()).toHaveLength(200);
	expect(book.list()[0]?.id).toBe("299");
	for (let id = 300; id < 400; id++) {
		book.add(call(id, 100_000));
		book.update(String(id), { response: "y".repeat(900_000) });
	}
	const kept = book.list().map(({ id }) => book.get(id));
	const size = kept.reduce((sum, one) => sum + (one?.request.length ?? 0) + (one?.response.length ?? 0), 0);
	expect(size).toBeLessThan(20 * 2 ** 20);
	expect(kept.length).toBeGreaterThanOrEqual(19);
	expect(book.list()[0]?.id).toBe("399");
});
