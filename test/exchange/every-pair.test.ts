import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { memoryStore, record, replay } from "../../src/exchange/index.ts";
import { ALL_PROVIDERS, type InferenceTask, run, runStream } from "../../src/inference/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { fakeTimers } from "../helpers/hurry.ts";
import { SAMPLES } from "../sandbox/samples.ts";

const options = { retry_on_error: false, onNotice: () => undefined };

const hurry = fakeTimers();

async function comparable(result: unknown): Promise<unknown> {
	if (!(result instanceof Blob)) return result;
	// A matcher would look at every byte of an image.
	const bytes = Buffer.from(await result.arrayBuffer());
	return { type: result.type, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
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

const STREAMED = ["conversational", "text-generation"] as const;
const streams = ALL_PROVIDERS.flatMap(({ id, tasks }) =>
	STREAMED.filter((task) => task in tasks).map((task) => [id, task] as const),
);

it.each(streams)("%s %s is replayed as a stream, split where it was", async (provider, task) => {
	const files = new Map<string, Uint8Array<ArrayBuffer>>();
	const isClosed = provider === "openai";
	const accessToken = isClosed ? "sk-test0000" : "hf_test0000";
	const model = isClosed ? "openai/gpt" : `sandbox/${task}`;
	/** The chunks of the network and the values read from them. */
	const collect = async (fetch: typeof globalThis.fetch): Promise<{ chunks: string[]; values: unknown[] }> => {
		const chunks: string[] = [];
		const decoder = new TextDecoder();
		const spy: typeof fetch = async (input, init) => {
			const response = await fetch(input, init);
			const body = response.body?.pipeThrough(
				new TransformStream<Uint8Array, Uint8Array>({
					transform: (chunk, sink) => {
						chunks.push(decoder.decode(chunk, { stream: true }));
						sink.enqueue(chunk);
					},
				}),
			);
			return new Response(body ?? null, response);
		};
		const values: unknown[] = [];
		const args = { provider, model, accessToken, ...SAMPLES[task] };
		const cache = new Map() as never;
		await hurry(
			(async () => {
				for await (const value of runStream(task, args, { ...options, fetch: spy, cache })) values.push(value);
			})(),
		);
		return { chunks, values };
	};
	const recorded = await collect(record(memoryStore(files), { fetch: createSandbox() }));
	expect(recorded.values.length).toBeGreaterThan(3);
	expect(await collect(replay(memoryStore(files), { fetch: offline }))).toEqual(recorded);
});

async function offline(): Promise<never> {
	throw new TypeError("fetch failed: the network is cut");
}
