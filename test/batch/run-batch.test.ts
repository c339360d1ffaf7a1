import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
	type BatchOptions,
	type BatchResult,
	type BatchRow,
	BatchStopped,
	type LaneState,
	runBatch,
} from "../../src/batch/index.ts";
import { InferenceClientInputError } from "../../src/errors.ts";

type Reply = Response | Promise<Response>;

/** A chat service: `answer` gets the prompt of each request. */
function service(answer: (prompt: string, signal: AbortSignal | undefined) => Reply): typeof globalThis.fetch {
	return async (_input, init) => {
		const body = JSON.parse(String(init?.body)) as { messages: { content: string }[] };
		return await answer(body.messages[0]?.content ?? "", init?.signal ?? undefined);
	};
}

function reply(text: string, headers: Record<string, string> = {}): Response {
	const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
	return Response.json({ choices: [{ message: { role: "assistant", content: text } }], usage }, { headers });
}

function fail(status: number, headers: Record<string, string> = {}, message = "no"): Response {
	return Response.json({ error: { message } }, { status, headers });
}

/** Answers nothing until the caller gives up. */
function hang(signal: AbortSignal | undefined): Promise<Response> {
	return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

function* makeRows(count: number): Generator<BatchRow> {
	for (let index = 0; index < count; index++) {
		yield { id: `r${index}`, args: { messages: [{ role: "user", content: String(index) }] } };
	}
}

function options(
	fetch: typeof globalThis.fetch,
	rows: BatchOptions["rows"],
	more: Partial<BatchOptions> = {},
): BatchOptions {
	return {
		task: "conversational",
		endpointUrl: "http://127.0.0.1:9/v1",
		model: "m",
		fetch,
		rows,
		retryDelay: 1,
		...more,
	};
}

async function collect(given: BatchOptions): Promise<BatchResult[]> {
	const results: BatchResult[] = [];
	for await (const result of runBatch(given)) results.push(result);
	return results;
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("runBatch", () => {
	it("yields a result for each row, with tokens, cost and attempts", async () => {
		const results = await collect(
			options(
				service((text) => reply(`re ${text}`)),
				makeRows(50),
				{ cost: () => 0.5 },
			),
		);
		expect(results).toHaveLength(50);
		const last = results.find(({ id }) => id === "r49");
		expect(last).toMatchObject({
			index: 49,
			output: { choices: [{ message: { content: "re 49" } }] },
			usage: { input_tokens: 3, output_tokens: 2 },
			cost_usd: 0.5,
			provider: "endpoint",
			model: "m",
			attempts: 1,
		});
	});

	it("gives null for tokens and cost that a service does not tell", async () => {
		const answer = { choices: [{ message: { role: "assistant", content: "x" } }] };
		const [result] = await collect(
			options(
				service(() => Response.json(answer)),
				makeRows(1),
			),
		);
		expect(result).toMatchObject({ output: answer, usage: null, cost_usd: null });
	});

	it("gives null for the tokens of rows that failed, were copied, or were known before", async () => {
		const failure = { kind: "input" as const, message: "unreadable" };
		const rows: BatchRow[] = [
			{ id: "copied", args: { messages: [{ role: "user", content: "same" }] } },
			{ id: "again", args: { messages: [{ role: "user", content: "same" }] } },
			{ id: "refused", args: { messages: [{ role: "user", content: "bad" }] } },
			{ id: "unreadable", failure },
			{ id: "known", answer: { output: "x", reused: true } },
		];
		const fetch = service((text) => (text === "bad" ? fail(400) : reply(text)));
		const cache = { key: (args: unknown) => JSON.stringify(args), get: async () => undefined };
		const results = await collect(options(fetch, rows.values(), { cache }));
		const usages = Object.fromEntries(results.map(({ id, usage }) => [id, usage]));
		expect(usages).toEqual({
			copied: { input_tokens: 3, output_tokens: 2 },
			...{ again: null, refused: null, unreadable: null, known: null },
		});
	});

	it("reads rows only as fast as results are consumed", async () => {
		let taken = 0;
		async function* rows(): AsyncGenerator<BatchRow> {
			for (const row of makeRows(1000)) {
				taken++;
				yield row;
			}
		}
		const results = runBatch(
			options(
				service((text) => reply(text)),
				rows(),
				{ concurrency: 4 },
			),
		);
		await results.next();
		await delay(50);
		expect(taken).toBeLessThan(40);
		await results.return();
	});

	it("reads rows where iterators have the methods of newer engines", async () => {
		const rows = makeRows(3);
		const take = (count?: number): never => {
			throw new RangeError(`${count} must be positive`);
		};
		const source = { [Symbol.iterator]: () => ({ next: () => rows.next(), take }) };
		const results = await collect(
			options(
				service((text) => reply(text)),
				source,
			),
		);
		expect(results).toHaveLength(3);
	});

	it("takes buffered rows without a promise for each", async () => {
		const rows = makeRows(50);
		let asked = 0;
		const source = {
			takeBuffered: () => rows.next().value ?? undefined,
			next: async (): Promise<IteratorResult<BatchRow>> => {
				asked++;
				return rows.next();
			},
			[Symbol.asyncIterator]: () => source,
		};
		const results = await collect(
			options(
				service((text) => reply(text)),
				source,
			),
		);
		expect(results).toHaveLength(50);
		expect(asked).toBe(1);
	});

	it("never fails a row for a rate limit, and does not count those calls", async () => {
		let calls = 0;
		const fetch = service((text) => (++calls % 3 === 0 ? fail(429, { "retry-after-ms": "5" }) : reply(text)));
		// The pace slows down with each refusal: the pauses would add up to half a minute.
		vi.useFakeTimers();
		onTestFinished(() => void vi.useRealTimers());
		const collecting = collect(options(fetch, makeRows(60)));
		await vi.advanceTimersByTimeAsync(60 * 60_000);
		const results = await collecting;
		expect(results.every(({ output, attempts }) => output !== undefined && attempts === 1)).toBe(true);
		expect(results).toHaveLength(60);
	});

	it("holds back a single refused row for 2 s, and goes on with the others", async () => {
		let calls = 0;
		const fetch = service((text) => (++calls === 5 ? fail(429) : reply(text)));
		vi.useFakeTimers();
		onTestFinished(() => void vi.useRealTimers());
		const started = Date.now();
		const ended: number[] = [];
		const onResult = (): number => ended.push(Date.now() - started);
		const collecting = collect(options(fetch, makeRows(60), { check: () => void onResult() }));
		await vi.advanceTimersByTimeAsync(10_000);
		expect(await collecting).toHaveLength(60);
		expect(ended.filter((time) => time < 1000)).toHaveLength(59);
		expect(ended.at(-1)).toBeGreaterThanOrEqual(2000);
	});

	it("distinguishes a busy 503 from a broken one", async () => {
		const seen = new Set<string>();
		const first = (text: string): boolean => !seen.has(text) && Boolean(seen.add(text));
		const busy = service((text) => (first(text) ? fail(503, { "retry-after-ms": "1" }) : reply(text)));
		expect((await collect(options(busy, makeRows(5)))).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1]);
		seen.clear();
		const broken = service((text) => (first(text) ? fail(503) : reply(text)));
		const results = await collect(options(broken, makeRows(2)));
		expect(results.map(({ attempts }) => attempts)).toEqual([2, 2]);
	});

	it("fails a row after its retries", async () => {
		const fetch = service((text) => (text === "1" ? fail(500) : reply(text)));
		const results = await collect(options(fetch, makeRows(3), { retries: 2 }));
		expect(results.find(({ id }) => id === "r1")).toMatchObject({
			error: { kind: "unavailable", status: 500 },
			attempts: 3,
		});
	});

	it.each([400, 422, 413])("fails a row for %i without another attempt", async (status) => {
		const fetch = service((text) => (text === "0" ? fail(status) : reply(text)));
		const results = await collect(options(fetch, makeRows(3)));
		expect(results.find(({ id }) => id === "r0")).toMatchObject({ error: { kind: "refused", status }, attempts: 1 });
	});

	it.each([401, 403, 404])("stops at once for %i and yields no failed rows", async (status) => {
		let calls = 0;
		const fetch = service(() => {
			calls++;
			return fail(status);
		});
		const results: BatchResult[] = [];
		const run = async (): Promise<void> => {
			for await (const result of runBatch(options(fetch, makeRows(1000)))) results.push(result);
		};
		await expect(run()).rejects.toMatchObject({ name: "ProviderApiError", httpResponse: { status } });
		expect(results).toEqual([]);
		expect(calls).toBeLessThan(20);
	});

	it("fails only the row for 404 once another row succeeded", async () => {
		const fetch = service((text) => (text === "20" ? fail(404) : reply(text)));
		const results = await collect(options(fetch, makeRows(40), { concurrency: 1 }));
		expect(results.filter(({ error }) => error)).toHaveLength(1);
	});

	it("stops with the original error when the first 20 rows all fail", async () => {
		let calls = 0;
		const fetch = service(() => {
			calls++;
			return fail(400, {}, "no such parameter");
		});
		await expect(collect(options(fetch, makeRows(1000)))).rejects.toThrow("no such parameter");
		expect(calls).toBeLessThan(60);
	});

	it.each([0, 1, 2])("stops after more than %i errors, also of few rows", async (count) => {
		let calls = 0;
		const fetch = service(() => fail(++calls % 2 === 0 ? 400 : 422));
		const given = { maxErrors: { count }, concurrency: 1, start: 1 };
		await expect(collect(options(fetch, makeRows(4), given))).rejects.toThrow(
			`${count + 1} of ${count + 1} rows failed`,
		);
		expect(calls).toBe(count + 1);
		await expect(collect(options(fetch, makeRows(count), given))).resolves.toHaveLength(count);
	});

	it("stops for too large a share of errors, from 20 rows on", async () => {
		const fetch = service((text) => (Number(text) % 2 === 0 ? fail(Number(text) % 4 === 0 ? 400 : 422) : reply(text)));
		const run = collect(options(fetch, makeRows(1000), { maxErrors: { share: 0.1 }, concurrency: 1 }));
		await expect(run).rejects.toBeInstanceOf(BatchStopped);
	});

	it("stops with BatchStopped where all failures that are too many have one status", async () => {
		const fetch = service((text) => (Number(text) % 2 === 0 ? fail(400, {}, "too long") : reply(text)));
		const run = collect(options(fetch, makeRows(1000), { maxErrors: { count: 3 }, concurrency: 1 }));
		await expect(run).rejects.toMatchObject({ name: "BatchStopped", cause: { httpResponse: { status: 400 } } });
	});

	it("stops before the cost exceeds its limit", async () => {
		const results: BatchResult[] = [];
		const run = async (): Promise<void> => {
			const fetch = service((text) => reply(text));
			const given = options(fetch, makeRows(1000), { cost: () => 0.01, maxCost: 0.5, spent: 0.2, start: 4 });
			for await (const result of runBatch(given)) results.push(result);
		};
		await expect(run()).rejects.toMatchObject({ reason: "cost" });
		expect(results).toHaveLength(30);
	});

	it("makes no call that may pass the limit, and counts those in flight with the most they may cost", async () => {
		for (const concurrency of [1, 8]) {
			const results: BatchResult[] = [];
			let inFlight = 0;
			let most = 0;
			const run = async (): Promise<void> => {
				const fetch = service(async (text) => {
					most = Math.max(most, ++inFlight);
					await new Promise((resolve) => setTimeout(resolve, 2));
					inFlight--;
					return reply(text);
				});
				// Every tenth row is as dear as may be.
				const cost = ({ output }: { output: unknown }): number => (JSON.stringify(output).includes("0") ? 0.1 : 0.01);
				const limits = { cost, mostCost: () => 0.1, maxCost: 1, concurrency, start: concurrency };
				for await (const result of runBatch(options(fetch, makeRows(1000), limits))) results.push(result);
			};
			await expect(run()).rejects.toMatchObject({ reason: "cost" });
			const spent = results.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
			expect(spent).toBeLessThanOrEqual(1 + 1e-9);
			expect(spent).toBeGreaterThan(0.85);
			expect(results.every(({ error }) => error === undefined)).toBe(true);
			expect(most).toBeLessThanOrEqual(concurrency);
		}
	});

	it("refuses the first call if it may cost more than all, and takes a cost that stays unknown for the most", async () => {
		const asked: string[] = [];
		const collectTo = async (more: object): Promise<number> => {
			let done = 0;
			const fetch = service((text) => {
				asked.push(text);
				return reply(text);
			});
			try {
				for await (const _ of runBatch(options(fetch, makeRows(50), { concurrency: 1, maxCost: 1, ...more }))) done++;
			} catch (error) {
				expect(error).toMatchObject({ reason: "cost" });
			}
			return done;
		};
		expect(await collectTo({ cost: () => 0.01, mostCost: () => 1.5 })).toBe(0);
		expect(asked).toEqual([]);
		expect(await collectTo({ cost: () => null, mostCost: () => 0.3 })).toBe(3);
	});

	it("sends identical requests once", async () => {
		let calls = 0;
		const rows = Array.from({ length: 40 }, (_, index) => ({
			id: String(index),
			args: { messages: [{ role: "user", content: String(index % 4) }] },
		}));
		const fetch = service(async (text) => {
			calls++;
			await delay(5);
			return reply(text);
		});
		const known = new Map<string, { output: unknown }>();
		const cache = { key: (args: object) => JSON.stringify(args), get: async (key: string) => known.get(key) };
		const results: BatchResult[] = [];
		for await (const result of runBatch(options(fetch, rows, { cache }))) {
			known.set(JSON.stringify(result.row.args), { output: result.output });
			results.push(result);
		}
		expect(calls).toBe(4);
		expect(results).toHaveLength(40);
		const cached = results.filter((result) => result.cached);
		expect(cached).toHaveLength(36);
		expect(cached[0]).toMatchObject({ attempts: 0, cost_usd: 0 });
	});

	it("drains: sends no new calls and lets those in flight finish", async () => {
		const drain = new AbortController();
		const fetch = service(async (text) => {
			await delay(20);
			return reply(text);
		});
		const results: BatchResult[] = [];
		for await (const result of runBatch(options(fetch, makeRows(1000), { drain: drain.signal }))) {
			results.push(result);
			drain.abort();
		}
		expect(results.length).toBeLessThan(30);
	});

	it("drops calls in flight when aborted", async () => {
		const controller = new AbortController();
		const fetch = service(
			(_text, signal) =>
				new Promise((_resolve, reject) => {
					signal?.addEventListener("abort", () => reject(signal.reason));
				}),
		);
		setTimeout(() => controller.abort(new Error("enough")), 20);
		await expect(collect(options(fetch, makeRows(10), { signal: controller.signal }))).rejects.toThrow("enough");
	});

	it("reports rows that cannot be read", async () => {
		const rows: BatchRow[] = [
			{ id: "a", failure: { kind: "input", message: "bad JSON" } },
			{
				id: "b",
				args: () => {
					throw new Error("no such file");
				},
			},
			...makeRows(1),
		];
		const results = await collect(
			options(
				service((text) => reply(text)),
				rows,
			),
		);
		expect(results.map(({ id, error }) => [id, error?.kind]).sort()).toEqual([
			["a", "input"],
			["b", "input"],
			["r0", undefined],
		]);
	});
});

describe("several targets", () => {
	const target = (name: string, fetch: typeof globalThis.fetch): NonNullable<BatchOptions["targets"]>[number] => ({
		name,
		endpointUrl: `http://127.0.0.1:9/${name}`,
		model: "m",
		options: { fetch },
	});
	const from = (results: readonly BatchResult[], name: string): number =>
		results.filter(({ provider }) => provider === name).length;

	it("uses the next while the first is paused", async () => {
		const a = service(() => fail(429, { "retry-after": "30" }));
		const b = service((text) => reply(text));
		const results = await collect(options(fetch, makeRows(30), { targets: [target("a", a), target("b", b)] }));
		expect(from(results, "b")).toBe(30);
	});

	it("moves rows of a provider that dies to the next", async () => {
		let calls = 0;
		const a = service((text) => (++calls > 10 ? Promise.reject(new TypeError("fetch failed")) : reply(text)));
		const b = service((text) => reply(text));
		const results = await collect(options(fetch, makeRows(200), { targets: [target("a", a), target("b", b)] }));
		expect(results.filter(({ error }) => error)).toEqual([]);
		expect(from(results, "a")).toBe(10);
		expect(from(results, "b")).toBe(190);
	});

	it("moves rows of a provider that hangs to the next", async () => {
		let calls = 0;
		const a = service((text, signal) => (++calls > 10 ? hang(signal) : reply(text)));
		const b = service((text) => reply(text));
		const targets = [target("a", a), target("b", b)];
		const results = await collect(options(fetch, makeRows(200), { targets, silence: 300 }));
		expect(results.filter(({ error }) => error)).toEqual([]);
		expect(from(results, "a")).toBe(10);
		expect(from(results, "b")).toBe(190);
	});

	it("spreads rows over all by free capacity", async () => {
		const lanes = new Map<string, LaneState>();
		const slow = service(async (text) => {
			await delay(5);
			return reply(text);
		});
		const targets = [target("a", slow), target("b", slow)];
		const onLane = (lane: LaneState): void => void lanes.set(lane.name, lane);
		const results = await collect(options(fetch, makeRows(100), { targets, spread: true, onLane }));
		expect(from(results, "a")).toBeGreaterThan(20);
		expect(from(results, "b")).toBeGreaterThan(20);
		expect((lanes.get("a")?.done ?? 0) + (lanes.get("b")?.done ?? 0)).toBe(100);
	});
});

describe("an endpoint that goes down for good", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	/** Answers the first calls; then connections are refused. */
	const dyingAfter = (answers: number): typeof globalThis.fetch => {
		let calls = 0;
		return service((text) => (++calls > answers ? Promise.reject(new TypeError("fetch failed")) : reply(text)));
	};
	const run = (answers: number, more: Partial<BatchOptions>) => {
		const lanes: LaneState[] = [];
		const results: BatchResult[] = [];
		const ended = (async (): Promise<unknown> => {
			const given = options(dyingAfter(answers), makeRows(1000), { onLane: (lane) => lanes.push(lane), ...more });
			for await (const result of runBatch(given)) results.push(result);
			return undefined;
		})().catch((error: unknown) => error);
		return { lanes, results, ended };
	};

	it("ends the batch at its maximum of errors, after the retries of each row", async () => {
		const { results, ended } = run(30, { maxErrors: { count: 5 } });
		await vi.advanceTimersByTimeAsync(30 * 60_000);
		expect(await ended).toBeInstanceOf(BatchStopped);
		const failed = results.filter(({ error }) => error);
		expect(failed.length).toBeGreaterThan(5);
		expect(failed.every(({ error, attempts }) => error?.kind === "network" && attempts === 5)).toBe(true);
	});

	it("ends the batch when the first 20 rows fail", async () => {
		const { results, ended } = run(0, {});
		await vi.advanceTimersByTimeAsync(60 * 60_000);
		expect(String(await ended)).toContain("fetch failed");
		expect(results.every(({ error }) => error)).toBe(true);
	});

	it("ends the batch when it is drained, even while its lane is paused", async () => {
		const drain = new AbortController();
		setTimeout(() => drain.abort(), 10_000);
		const { results, ended } = run(30, { drain: drain.signal });
		await vi.advanceTimersByTimeAsync(10_001);
		expect(await ended).toBeUndefined();
		expect(results.filter(({ output }) => output)).toHaveLength(30);
	});

	it("reports until when the lane waits after failures", async () => {
		const signal = new AbortController();
		const { lanes, ended } = run(30, { signal: signal.signal });
		await vi.advanceTimersByTimeAsync(10_000);
		expect(lanes.at(-1)).toMatchObject({ inFlight: 0, reason: "failures" });
		expect(lanes.at(-1)?.stoppedUntil).toBeGreaterThan(Date.now());
		signal.abort();
		await ended;
	});
});

describe("rows that a provider refuses with a status of access", () => {
	const failedOf = (results: readonly BatchResult[]): BatchResult[] => results.filter(({ error }) => error);

	it("fails these rows alone, in a long run", async () => {
		const refusals: Record<string, number> = { 1000: 401, 1001: 402, 1500: 403 };
		const fetch = service((text) => (refusals[text] ? fail(refusals[text]) : reply(text)));
		const results = await collect(options(fetch, makeRows(2000)));
		expect(results).toHaveLength(2000);
		expect(failedOf(results).map(({ id, error }) => [id, error?.kind, error?.status])).toEqual([
			["r1000", "not_allowed", 401],
			["r1001", "not_allowed", 402],
			["r1500", "not_allowed", 403],
		]);
	});

	it.each([401, 402, 403])("stops within 20 calls when every row gets a %i from some row on", async (status) => {
		let refused = 0;
		const fetch = service((text) => {
			if (Number(text) < 30) return reply(text);
			refused++;
			return fail(status, {}, "key revoked");
		});
		const ended = await collect(options(fetch, makeRows(1000), { concurrency: 1 })).catch((error: unknown) => error);
		expect(ended).toMatchObject({ name: "BatchStopped", reason: "errors", hasCommonCause: true });
		expect((ended as Error).cause).toMatchObject({ httpResponse: { status } });
		expect(refused).toBe(20);
	});

	it("stops after three rows when a row that succeeded is refused too, and counts the calls in flight alone", async () => {
		for (const concurrency of [1, 8]) {
			let calls = 0;
			let refused = 0;
			const fetch = service((text) => {
				if (calls++ < 30) return reply(text);
				refused++;
				return fail(401, {}, "key revoked");
			});
			const given = { concurrency, start: concurrency, fixed: true, cost: () => 1 };
			const ended = await collect(options(fetch, makeRows(1000), given)).catch((error: unknown) => error);
			expect(ended).toMatchObject({ name: "BatchStopped", reason: "errors", hasCommonCause: true });
			expect((ended as Error).message).toContain("a row that had succeeded");
			expect(refused).toBeLessThan(4 + concurrency);
		}
	});

	it("goes on when a row that succeeded is answered again, which the next row pays for", async () => {
		const asked: string[] = [];
		const fetch = service((text) => {
			asked.push(text);
			return Number(text) >= 10 && Number(text) < 20 ? fail(403) : reply(text);
		});
		const results = await collect(options(fetch, makeRows(100), { concurrency: 1, cost: () => 1 }));
		expect(results).toHaveLength(100);
		expect(failedOf(results)).toHaveLength(10);
		expect(asked.filter((text) => text === "0")).toHaveLength(2);
		expect(results.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0)).toBe(asked.length - 10);
	});

	it("names its own error for rows that cannot be called", async () => {
		const rows = Array.from({ length: 20 }, (_, index): BatchRow => {
			return { id: `r${index}`, failure: { kind: "input", message: `No text ${index}` } };
		});
		const ended = await collect(
			options(
				service((text) => reply(text)),
				rows,
			),
		).catch((error: unknown) => error);
		expect(ended).toMatchObject({ name: "BatchStopped", hasCommonCause: true });
		expect((ended as Error).cause).toBeInstanceOf(InferenceClientInputError);
	});

	it("counts refusals in a row for each target", async () => {
		let refused = 0;
		const fetch: typeof globalThis.fetch = async (input, init) => {
			const { messages } = JSON.parse(String(init?.body)) as { messages: { content: string }[] };
			const text = messages[0]?.content ?? "";
			if (!String(input).includes(":2/") || Number(text) < 30) return reply(text);
			refused++;
			return fail(401);
		};
		const targets = [1, 2].map((port) => ({
			name: `t${port}`,
			model: "m",
			endpointUrl: `http://127.0.0.1:${port}/v1`,
		}));
		const run = collect(options(fetch, makeRows(1000), { targets, spread: true, concurrency: 2, fixed: true }));
		await expect(run).rejects.toBeInstanceOf(BatchStopped);
		expect(refused).toBeLessThan(24);
	});

	it("fails the row before any success if an earlier run has results", async () => {
		const fetch = service((text) => (text === "0" ? fail(403) : reply(text)));
		const results = await collect(options(fetch, makeRows(30), { concurrency: 1, hasResults: true }));
		expect(failedOf(results).map(({ id }) => id)).toEqual(["r0"]);
		await expect(collect(options(fetch, makeRows(30), { concurrency: 1 }))).rejects.toThrow("no");
	});

	it("asks once for identical rows that are refused", async () => {
		let refused = 0;
		const fetch = service((text) => {
			if (text !== "poison") return reply(text);
			refused++;
			return fail(403);
		});
		const rows = Array.from({ length: 200 }, (_, index): BatchRow => {
			const content = index === 0 || index > 150 ? String(index) : "poison";
			return { id: `r${index}`, args: { messages: [{ role: "user", content }] } };
		});
		const cache = { key: (args: unknown) => JSON.stringify(args), get: async () => undefined };
		const results = await collect(options(fetch, rows, { cache, concurrency: 4, start: 1 }));
		expect(failedOf(results)).toHaveLength(150);
		expect(refused).toBe(1);
	});
});

describe("answers without content", () => {
	const noChoices = (choices?: unknown[]) => () => Response.json({ choices, usage: { prompt_tokens: 3 } });
	const cases = [
		{ title: "no choices", task: "conversational", empty: noChoices([]) },
		{ title: "no list of choices", task: "conversational", empty: noChoices() },
		{
			title: "not JSON",
			task: "conversational",
			empty: () => new Response("<html>", { headers: { "content-type": "application/json" } }),
		},
		{ title: "no vectors", task: "feature-extraction", empty: () => Response.json([]) },
		{ title: "an empty vector", task: "feature-extraction", empty: () => Response.json([[1], []]) },
	] as const;
	const row = (task: string, text: string): BatchRow => ({
		id: text,
		args: task === "conversational" ? { messages: [{ role: "user", content: text }] } : { inputs: text },
	});

	it.each(cases)("asks once more for $title, then fails the row", async ({ task, empty }) => {
		const asked = new Map<string, number>();
		const fetch: typeof globalThis.fetch = async (_input, init) => {
			const text = /first|once|never/.exec(String(init?.body))?.[0] ?? "";
			const count = (asked.get(text) ?? 0) + 1;
			asked.set(text, count);
			if (text === "never" || (text === "once" && count === 1)) return empty();
			return task === "conversational" ? reply(text) : Response.json([1, 2]);
		};
		const rows = ["first", "once", "never"].map((text) => row(task, text));
		const results = await collect(
			options(fetch, rows, {
				task,
				endpointUrl: `http://127.0.0.1:9/${task}`,
				concurrency: 1,
				group: 1,
				cost: () => 1,
			}),
		);
		expect(results.map(({ cost_usd }) => cost_usd)).toEqual([1, 2, 2]);
		const summary = Object.fromEntries(results.map(({ id, error, attempts }) => [id, [error?.kind, attempts]]));
		expect(summary).toEqual({ first: [undefined, 1], once: [undefined, 2], never: ["malformed", 2] });
	});
});

describe("memory", () => {
	it.each([
		["rows that are read at their turn", true],
		["rows that are there", false],
	])("limits calls in flight by bytes: %s", async (_, isRead) => {
		const size = 5 * 2 ** 20;
		const text = "x".repeat(size);
		let [open, most] = [0, 0];
		const fetch = service(async () => {
			open++;
			most = Math.max(most, open);
			for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
			open--;
			return reply("ok");
		});
		const rows = Array.from({ length: 60 }, (_, index): BatchRow => {
			const args = { messages: [{ role: "user", content: text }] };
			return { id: String(index), args: isRead ? async () => args : args };
		});
		const results = await collect(options(fetch, rows, { concurrency: 60, fixed: true }));
		expect(results.filter(({ output }) => output !== undefined)).toHaveLength(60);
		expect(most).toBeGreaterThan(4);
		expect(most * size).toBeLessThanOrEqual(64 * 2 ** 20);
	});
});

it("asks an endpoint for its models only for a row that names none", async () => {
	const asked: string[] = [];
	const fetch: typeof globalThis.fetch = async (input, init) => {
		const url = String(input);
		const model = init?.method === "GET" ? "" : (JSON.parse(String(init?.body)) as { model: string }).model;
		asked.push(`${url.slice(url.lastIndexOf("/"))} ${model}`.trim());
		return url.endsWith("/models") ? Response.json({ data: [{ id: "served" }] }) : reply("ok");
	};
	const [own = { id: "" }, other = { id: "" }] = makeRows(2);
	const call = { model: undefined, options: { cache: new Map() }, start: 1 };
	await collect(options(fetch, [{ ...own, model: "mine" }], call));
	expect(asked.splice(0)).toEqual(["/completions mine"]);
	await collect(options(fetch, [other], call));
	expect(asked).toEqual(["/models", "/completions served"]);
});

describe("the task", () => {
	it.each([
		[{ rows: [] }, "InputError: runBatch: task is missing"],
		[undefined, "InputError: runBatch: task is missing"],
		[{ task: "chta", rows: [] }, 'InputError: runBatch: task "chta" is unknown, did you mean "chat"?'],
		[{ task: "xyzzy", rows: [] }, 'InputError: runBatch: task "xyzzy" is unknown'],
		[{ task: "other", rows: [] }, /^InputError: runBatch: task "other" is unknown/],
		[{ task: "chat" }, "InputError: runBatch: rows is missing"],
	])("or the rows of %j are an error that names them", async (given, message) => {
		const error = await collect(given as BatchOptions).catch((reason: Error) => `${reason.name}: ${reason.message}`);
		if (typeof message === "string") expect(error).toBe(message);
		else expect(error).toMatch(message);
	});

	it("is found by its short names, for all rows and for one", async () => {
		const sent: string[] = [];
		const fetch: typeof globalThis.fetch = async (input) => {
			const url = String(input);
			sent.push(url.slice(url.lastIndexOf("/")));
			return url.endsWith("/completions") ? reply("ok") : Response.json({ data: [{ embedding: [1] }] });
		};
		const [chat = { id: "" }] = makeRows(1);
		const rows = [
			chat,
			{ id: "b", task: "embed" as const, args: { inputs: "a" } },
			{ id: "c", task: "chat" as const, args: chat.args },
		];
		const results: BatchResult[] = [];
		for await (const result of runBatch({ ...options(fetch, rows), task: "chat" })) results.push(result);
		expect(results.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
		expect(sent.sort()).toEqual(["/completions", "/completions", "/embeddings"]);
		expect(results.map(({ row }) => row)).toEqual(expect.arrayContaining(rows));
	});
});
