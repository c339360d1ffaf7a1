import { describe, expect, it } from "vitest";
import * as library from "../../../src/index.ts";
import { mapping, serve } from "../serve.ts";

const PNG = new Blob([new Uint8Array(60_000)], { type: "image/png" });

describe("values that MiniMax H3 at Novita does not take are refused before the request", () => {
	const film = (parameters: object, providerId = "MiniMax-H3", inputs?: Blob) => {
		const { options, requests } = serve({ "/api/": mapping(["novita", "image-text-to-video", { providerId }]) });
		const call = {
			provider: "novita",
			model: "org/model",
			accessToken: "hf_x",
			...(inputs ? { inputs } : {}),
		} as const;
		const sent = library.imageTextToVideo({ ...call, parameters: { prompt: "a", ...parameters } }, options);
		return { sent, requests };
	};

	it.each([
		[{ resolution: "4K" }, "parameters.resolution to be one of 768P, 2K."],
		[{ duration: 3 }, "parameters.duration to be one of 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15."],
		[{ duration: 16 }, "parameters.duration"],
		[{ duration: 4.5 }, "parameters.duration"],
		[{ duration: "8" }, "parameters.duration"],
		[{ ratio: "2:1" }, "parameters.ratio to be one of 21:9, 16:9, 4:3, 1:1, 3:4, 9:16."],
	])("%j", async (parameters, message) => {
		const { sent, requests } = film(parameters);
		await expect(sent).rejects.toThrow(message);
		expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
	});

	it.each([
		[{ resolution: "2K", duration: 15, ratio: "9:16" }, undefined, undefined],
		[{ duration: 4 }, undefined, undefined],
		// An image gives the ratio.
		[{ ratio: "2:1" }, undefined, PNG],
		// Other models have limits of their own.
		[{ resolution: "4K", duration: 30 }, "MiniMax-H4", undefined],
	])("but %j is sent", async (parameters, providerId, inputs) => {
		const { sent, requests } = film(parameters, providerId, inputs);
		await expect(sent).rejects.toThrow();
		expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
	});
});
