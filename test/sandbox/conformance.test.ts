import { describe, expect, it } from "vitest";
import { ALL_PROVIDERS, type InferenceProvider, type InferenceTask, run } from "../../src/inference/index.ts";
import { fakeTimers } from "../helpers/hurry.ts";
import { createAsker } from "./ask.ts";
import { recognise, SAMPLES } from "./samples.ts";

const { fetch } = createAsker({ now: Date.now });
const options = { fetch, cache: new Map() as never, retry_on_error: false, onNotice: () => undefined };

const hurry = fakeTimers();

const pairs = ALL_PROVIDERS.flatMap(({ id, tasks }) =>
	Object.keys(tasks).map((task) => [id as InferenceProvider, task as InferenceTask] as const),
);

describe("every pair of the client", () => {
	it.each(pairs)("%s %s", async (provider, task) => {
		const isClosed = provider === "openai";
		const tokens = [...(isClosed ? [] : ["hf_test"]), ...(provider === "hf-inference" ? [] : ["sk-test"])];
		for (const accessToken of tokens) {
			const model = isClosed ? "openai/gpt" : `sandbox/${task}`;
			const args = { provider, model, accessToken, ...SAMPLES[task] };
			const result = await hurry(run<unknown>(task, args, options));
			if (!(result instanceof Blob)) {
				expect(JSON.stringify(result).length).toBeGreaterThan(2);
				continue;
			}
			const kind = task.endsWith("-video") ? "mp4" : task.endsWith("-image") ? "png" : "wav";
			expect(await recognise(result)).toBe(kind);
		}
	});
});
