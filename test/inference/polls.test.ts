import { describe, expect, it, onTestFinished, vi } from "vitest";
import { InferenceClient } from "../../src/index.ts";
import { mapping, serve } from "./serve.ts";

/** Providers that give up: the answer to the request, the answer to each poll, and how many polls there are. */
const LIMITED = [
	{
		provider: "black-forest-labs",
		task: "textToImage",
		started: { id: "1", polling_url: "https://api.us1.bfl.ai/v1/poll?id=1" },
		pending: { status: "Pending" },
		polls: 5,
	},
	{
		provider: "zai-org",
		task: "textToImage",
		started: { id: "1", task_status: "PROCESSING" },
		pending: { task_status: "PROCESSING" },
		polls: 60,
	},
	{
		provider: "together",
		task: "textToVideo",
		started: { id: "1", status: "queued" },
		pending: { id: "1", status: "in_progress" },
		polls: 150,
	},
] as const;

describe("a job that never ends", () => {
	it.each(LIMITED)("of $provider is polled $polls times", async ({ provider, task, started, pending, polls }) => {
		vi.useFakeTimers();
		onTestFinished(() => void vi.useRealTimers());
		const id = task === "textToImage" ? "text-to-image" : "text-to-video";
		let sent = 0;
		const { options, requests } = serve({
			"/api/models/": mapping([provider, id]),
			"": () => Response.json(sent++ === 0 ? started : pending),
		});
		const client = new InferenceClient("key", { ...options, retry_on_error: false });
		const args = { provider, model: "org/model", inputs: "x" };
		const call = task === "textToImage" ? client.textToImage(args) : client.textToVideo(args);
		const failure = expect(call).rejects.toThrow(new RegExp(`after ${polls} `));
		await vi.runAllTimersAsync();
		await failure;
		// Hugging Face, the request, and the polls.
		expect(requests).toHaveLength(2 + polls);
	});
});
