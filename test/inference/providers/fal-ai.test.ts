import { describe, expect, it } from "vitest";
import * as library from "../../../src/index.ts";
import { failure, mapping, serve } from "../serve.ts";

it("text-to-image of fal-ai goes through the queue", async () => {
	const { options, requests } = serve({
		"/api/": mapping(["fal-ai", "text-to-image"]),
		"fal-ai": new Response("no"),
	});
	const call = { provider: "fal-ai", model: "org/model", inputs: "a", accessToken: "hf_x" } as const;
	await failure(library.textToImage(call, options));
	const sent = requests.find(({ method }) => method === "POST");
	expect(sent?.url).toContain("_subdomain=queue");
	expect(sent?.body).not.toHaveProperty("sync_mode");
});

describe("a LoRA mapping in list form", () => {
	it("uses the model's id if an entry does not name it", async () => {
		const entry = {
			provider: "fal-ai",
			providerId: "fal-ai/flux-lora",
			status: "live",
			task: "text-to-image",
			adapter: "lora",
			adapterWeightsPath: "w.safetensors",
		};
		const image = { images: [{ url: "data:image/png;base64,AQID" }] };
		const { options, requests } = serve({
			"/api/models/": Response.json({ inferenceProviderMapping: [entry] }),
			"/status": Response.json({ status: "COMPLETED" }),
			"/requests/": Response.json(image),
			"fal-ai": Response.json({
				request_id: "r",
				status: "COMPLETED",
				response_url: "https://queue.fal.run/fal-ai/flux-lora/requests/r",
			}),
			"data:": new Response(new Uint8Array([1, 2, 3])),
		});
		const call = { provider: "fal-ai", model: "me/style", inputs: "a boat", accessToken: "hf_x" } as const;
		await failure(library.textToImage(call, options));
		const sent = requests.find(({ method }) => method === "POST");
		expect(sent?.body).toMatchObject({
			loras: [{ path: "https://huggingface.co/me/style/resolve/main/w.safetensors" }],
		});
	});
});
