import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { memoryStore, record, replay } from "../../src/exchange/index.ts";
import { ALL_PROVIDERS, type InferenceTask, run, runStream } from "../../src/inference/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { SAMPLES } from "../sandbox/samples.ts";

const options = { retry_on_error: false, onNotice: () => undefined };

beforeAll(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterAll(() => {
	vi.useRealTimers();
});

/** Waits for something that polls without waiting for real. */
async function hurry<Value>(promise: Promise<Value>): Promise<Value> {
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
}

async function comparable(result: unknown): Promise<unknown> {
	return result instanceof Blob ? { type: result.type, bytes: Buffer.from(await result.arrayBuffer()) } : result;
}

const pairs = ALL_PROVIDERS.flatMap(({ id, tasks }) => Object.keys(tasks).map((task) => [id, task as InferenceTask]));

describe.each(pairs)("%s %s", (provider, task) => {
	const isClosed = provider === "openai";
	const tokens = [...(isClosed ? [] : ["hf_test0000"]), ...(provider === "hf-inference" ? [] : ["sk-test0000"])];

	it.each(tokens)("is replayed without network and token (%s)", async (accessToken) => {
		const files = new Map<string, Uint8Array<ArrayBuffer>>();
		const model = isClosed ? "openai/gpt" : `sandbox/${task}`;
		const args = { provider, model, ...SAMPLES[task as InferenceTask] };
		const call = (fetch: typeof globalThis.fetch, token: string): Promise<unknown> =>
			hurry(
				run<unknown>(
					task as InferenceTask,
					{ ...args, accessToken: token },
					{ ...options, fetch, cache: new Map() as never },
				),
			);
		const recorded = await call(record(memoryStore(files), { fetch: createSandbox() }), accessToken);
		// Another key of the same kind: keys are no part of a recording.
		const other = accessToken.replace("test0000", "other999");
		const replayed = await call(replay(memoryStore(files), { fetch: offline }), other);
		expect(await comparable(replayed)).toEqual(await comparable(recorded));
		for (const bytes of files.values()) expect(Buffer.from(bytes).includes(accessToken)).toBe(false);
	});
});

it("replays a stream with its split points", async () => {
	const files = new Map<string, Uint8Array<ArrayBuffer>>();
	const collect = async (fetch: typeof globalThis.fetch): Promise<unknown[]> => {
		const args = { model: "sandbox/chat", accessToken: "hf_test0000", ...SAMPLES.conversational };
		const chunks: unknown[] = [];
		for await (const chunk of runStream("conversational", args, { ...options, fetch })) chunks.push(chunk);
		return chunks;
	};
	const recorded = await collect(record(memoryStore(files), { fetch: createSandbox() }));
	expect(recorded.length).toBeGreaterThan(3);
	expect(await collect(replay(memoryStore(files), { fetch: offline }))).toEqual(recorded);
});

async function offline(): Promise<never> {
	throw new TypeError("fetch failed: the network is cut");
}
