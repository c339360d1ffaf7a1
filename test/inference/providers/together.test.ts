import { describe, expect, it } from "vitest";
import * as library from "../../../src/index.ts";
import { failure, mapping, serve } from "../serve.ts";

const PNG = new Blob([new Uint8Array(60_000)], { type: "image/png" });

describe("a documented limit of a provider", () => {
	it("is checked before sending, and reported with size and limit", async () => {
		const { options, requests } = serve({ "/api/": mapping(["together", "image-to-video"]) });
		const call = { provider: "together", model: "org/model", accessToken: "hf_x", inputs: PNG } as const;
		const running = library.imageToVideo(call, options);
		await expect(running).rejects.toMatchObject({ name: "InputError", code: "over-limit" });
		expect(await failure(running)).toMatch(/80,022 characters as a data URL; Together takes at most 61,440/);
		expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
	});
});
