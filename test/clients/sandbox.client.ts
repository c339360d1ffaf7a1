import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningSandbox, redirectToSandbox, startSandbox } from "../../dist/lib/sandbox-server.js";
import { describeService } from "./describe-service.ts";
import { PROVIDER_CASES } from "./provider-cases.ts";

let sandbox: RunningSandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describeService(
	"the sandbox",
	{
		apiKey: "hf_sandbox",
		features: [
			"chat",
			"completion",
			"tools",
			"schema",
			"reasoning",
			"embeddings",
			"images",
			"image-edits",
			"speech",
			"transcription",
			"models",
			"responses",
			"files",
		],
		models: {
			chat: "meta-llama/Llama-3.1-8B-Instruct",
			completion: "sandbox/text-generation",
			reasoning: "deepseek-ai/DeepSeek-R1",
			embedding: "text-embedding-3-small",
			image: "gpt-image-1",
			speech: "tts-1",
			transcription: "whisper-1",
		},
	},
	() => ({ baseURL: `${sandbox.url}/v1` }),
);

describe.each([...new Set(PROVIDER_CASES.map(({ client }) => client))])(
	"the sandbox in place of a provider: %s",
	(client) => {
		it.each(PROVIDER_CASES.filter((one) => one.client === client))("$does", ({ run }) =>
			run({
				url: sandbox.url,
				at: (host, path = "") => `${sandbox.url}/@${host}${path === "" ? "" : `/${path}`}`,
				fetch: redirectToSandbox(sandbox.url),
				apiKey: "key-sandbox",
			}),
		);
	},
);

/** Debian has no package of them, and pip is not used here. */
it.skip.each(["openai (Python)", "huggingface_hub (Python)"])("%s (not packaged by Debian)", () => {
	expect.unreachable();
});
