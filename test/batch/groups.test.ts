import { describe, expect, it } from "vitest";
import { type BatchOptions, type BatchResult, type BatchRow, runBatch } from "../../src/batch/index.ts";

interface Service {
	fetch: typeof globalThis.fetch;
	/** The texts of each call. */
	calls: string[][];
}

/** An embeddings service in OpenAI's form. A text with `bad` fails its call; `most` limits the texts of one. */
function embeddings({ most = 1000, status = 422 } = {}): Service {
	const calls: string[][] = [];
	const fetch: typeof globalThis.fetch = async (_url, init) => {
		const { input } = JSON.parse(String(init?.body)) as { input: string | string[] };
		const texts = [input].flat();
		calls.push(texts);
		if (texts.length > most) return Response.json({ error: { message: "input must be a string" } }, { status: 400 });
		if (texts.some((text) => text.includes("bad"))) return Response.json({ error: { message: "no" } }, { status });
		const usage = { prompt_tokens: texts.length * 10, total_tokens: texts.length * 10 };
		return Response.json({ data: texts.map((text) => ({ embedding: [Number(/\d+/.exec(text)?.[0])] })), usage });
	};
	return { fetch, calls };
}

function* makeRows(count: number, bad: readonly number[] = []): Generator<BatchRow> {
	for (let index = 0; index < count; index++)
		yield { id: `r${index}`, args: { inputs: `${bad.includes(index) ? "bad " : ""}text ${index}` } };
}

async function run(
	service: Service,
	rows: BatchOptions["rows"],
	more: Partial<BatchOptions> = {},
): Promise<BatchResult[]> {
	const results: BatchResult[] = [];
	const target = { provider: "together", accessToken: "key", model: "org/model" } as const;
	const mapping = { together: { providerId: "m", status: "live", task: "feature-extraction" } };
	const fetch: typeof globalThis.fetch = async (url, init) =>
		String(url).includes("/api/models/")
			? Response.json({ inferenceProviderMapping: mapping })
			: await service.fetch(url, init);
	const given = { task: "feature-extraction", ...target, fetch, retryDelay: 1, rows, ...more } as const;
	for await (const result of runBatch(given)) results.push(result);
	return results.sort((a, b) => a.index - b.index);
}

const endpoint = { provider: undefined, accessToken: undefined, endpointUrl: "http://127.0.0.1:9/v1" };
const sizes = ({ calls }: Service): number[] => calls.map(({ length }) => length);

describe("rows that share calls", () => {
	it("have results of their own, with their part of tokens and cost", async () => {
		const service = embeddings();
		const results = await run(service, makeRows(100), {
			concurrency: 1,
			fixed: true,
			cost: ({ usage }) => usage?.input_tokens ?? null,
		});
		expect(sizes(service)).toEqual([32, 32, 32, 4]);
		expect(results.map(({ output }) => output)).toEqual(Array.from({ length: 100 }, (_, index) => [[index]]));
		expect(results.every(({ attempts }) => attempts === 1)).toBe(true);
		expect(results.reduce((sum, { usage }) => sum + (usage?.input_tokens ?? 0), 0)).toBe(1000);
		expect(results.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0)).toBeCloseTo(1000, 6);
	});

	it("are as many as asked for, one for chats", async () => {
		const service = embeddings();
		await run(service, makeRows(10), { group: 4, concurrency: 1, fixed: true });
		expect(sizes(service)).toEqual([4, 4, 2]);
		const single = embeddings();
		await run(single, makeRows(3), { group: 1 });
		expect(sizes(single)).toEqual([1, 1, 1]);
	});

	it("come one by one to an unknown endpoint, until two succeeded in one call", async () => {
		const service = embeddings();
		await run(service, makeRows(70), { ...endpoint, concurrency: 1, fixed: true });
		expect(sizes(service)).toEqual([1, 2, 32, 32, 3]);
	});

	it("come one by one where an endpoint takes no list", async () => {
		const service = embeddings({ most: 1 });
		const results = await run(service, makeRows(40), { ...endpoint, concurrency: 1, fixed: true });
		expect(results.every(({ output }) => output !== undefined)).toBe(true);
		expect(sizes(service).filter((size) => size > 1)).toHaveLength(3);
		expect(sizes(service).filter((size) => size === 1)).toHaveLength(40);
	});

	it("try an unknown endpoint with one call of two rows at a time", async () => {
		const service = embeddings({ most: 1 });
		let trying = 0;
		let mostTrying = 0;
		const fetch: typeof globalThis.fetch = async (url, init) => {
			const isPair = Array.isArray((JSON.parse(String(init?.body)) as { input: unknown }).input);
			if (isPair) mostTrying = Math.max(mostTrying, ++trying);
			await new Promise((resolve) => setTimeout(resolve, 2));
			if (isPair) trying--;
			return await service.fetch(url, init);
		};
		const results = await run({ ...service, fetch }, makeRows(200), { ...endpoint, concurrency: 16, fixed: true });
		expect(results.every(({ output }) => output !== undefined)).toBe(true);
		expect(mostTrying).toBe(1);
		expect(sizes(service).filter((size) => size > 1)).toHaveLength(3);
	});

	it("have several again after bad rows, where calls have two", async () => {
		const service = embeddings();
		await run(service, makeRows(60, [0, 2, 4, 6, 8]), { group: 2, concurrency: 1, fixed: true });
		expect(sizes(service).slice(-20)).toEqual(Array.from({ length: 20 }, () => 2));
	});

	it("fail alone where a service answers with 500 to a bad one", async () => {
		const service = embeddings({ status: 500 });
		const results = await run(service, makeRows(64, [17]), { retries: 1, concurrency: 1, fixed: true });
		expect(results.filter(({ error }) => error).map(({ id, error }) => [id, error?.kind])).toEqual([
			["r17", "unavailable"],
		]);
	});

	it.each([
		["a provider", {}],
		["an unknown endpoint", endpoint],
	])("cost no more than the limit at %s, and use it up", async (_name, target) => {
		const service = embeddings();
		const costs: number[] = [];
		const answered = run(service, makeRows(400), {
			...target,
			concurrency: 4,
			fixed: true,
			maxCost: 1000,
			cost: ({ usage }) => {
				costs.push(usage?.input_tokens ?? 0);
				return usage?.input_tokens ?? null;
			},
		});
		await expect(answered).rejects.toThrow("are spent");
		expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(1000);
	});

	it.each([422, 400, 413])("are halved after a refusal with %i, until the bad one fails alone", async (status) => {
		const service = embeddings({ status });
		const results = await run(service, makeRows(96, [17, 64]), { concurrency: 2, fixed: true });
		expect(results.filter(({ error }) => error).map(({ id, error }) => [id, error?.kind])).toEqual([
			["r17", "refused"],
			["r64", "refused"],
		]);
		expect(results.filter(({ output }) => output !== undefined)).toHaveLength(94);
		expect(service.calls.length).toBeLessThan(64);
	});

	it("stop together where the key is wrong", async () => {
		const service = embeddings({ status: 401 });
		await expect(run(service, makeRows(96, [0]), { concurrency: 1, fixed: true })).rejects.toThrow("no");
		expect(sizes(service)).toEqual([32]);
	});

	it("are asked again together after a fault, without counting it for each", async () => {
		const service = embeddings();
		let faults = 0;
		const fetch: typeof globalThis.fetch = async (url, init) =>
			faults++ < 2 ? new Response("{}", { status: 500 }) : await service.fetch(url, init);
		const results = await run({ ...service, fetch }, makeRows(32), { concurrency: 1, fixed: true });
		expect(results.map(({ attempts }) => attempts)).toEqual(Array.from({ length: 32 }, () => 3));
		expect(service.calls.length).toBeLessThan(4);
	});

	it("have the same parameters and model", async () => {
		const service = embeddings();
		const rows = Array.from(
			{ length: 12 },
			(_, index): BatchRow => ({
				id: `r${index}`,
				args: { inputs: `text ${index}`, ...(index % 2 ? { dimensions: 8 } : {}) },
				...(index > 7 ? { model: "org/other" } : {}),
			}),
		);
		const results = await run(service, rows, { concurrency: 1, fixed: true });
		expect(results.map(({ output }) => output)).toEqual(Array.from({ length: 12 }, (_, index) => [[index]]));
		expect(service.calls.map((texts) => texts.map((text) => Number(text.slice(5)) % 2).join(""))).toEqual(
			expect.arrayContaining(["0000", "1111", "00", "11"]),
		);
	});

	it("are not waited for long where the source is slow", async () => {
		const service = embeddings();
		const slow = async function* (): AsyncGenerator<BatchRow> {
			for (const row of makeRows(4)) {
				yield row;
				await new Promise((resolve) => setTimeout(resolve, 60));
			}
		};
		const results = await run(service, slow());
		expect(results).toHaveLength(4);
		expect(sizes(service)).toEqual([1, 1, 1, 1]);
	});

	it("take the answer of an identical request once", async () => {
		const service = embeddings();
		const known = new Map<string, { output: unknown }>();
		const cache = { key: (args: object) => JSON.stringify(args), get: (key: string) => known.get(key) };
		const rows = Array.from(
			{ length: 30 },
			(_, index): BatchRow => ({ id: `r${index}`, args: { inputs: `text ${index % 5}` } }),
		);
		const results = await run(service, rows, { cache, concurrency: 1, fixed: true });
		expect(results.map(({ output }) => output)).toEqual(rows.map((_, index) => [[index % 5]]));
		expect(new Set(service.calls.flat()).size).toBe(service.calls.flat().length);
	});
});

describe("a wanted number of rows for each call", () => {
	it("is given up at a service that refuses lists", async () => {
		const service = embeddings({ most: 1 });
		const results = await run(service, makeRows(200), { ...endpoint, group: 16, concurrency: 4, fixed: true });
		expect(results.every(({ error }) => error === undefined)).toBe(true);
		// The first calls, and two rows a few times after them; not every row of every group again and again.
		expect(sizes(service).filter((size) => size > 1).length).toBeLessThanOrEqual(8);
		expect(service.calls.length).toBeLessThanOrEqual(208);
	});

	it("comes back where only a row was bad", async () => {
		const service = embeddings();
		const results = await run(service, makeRows(200, [3]), { ...endpoint, group: 16, concurrency: 1, fixed: true });
		expect(results.filter(({ error }) => error)).toHaveLength(1);
		expect(sizes(service).filter((size) => size === 16).length).toBeGreaterThan(8);
	});
});
