import * as reference from "@huggingface/inference";
import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";

describe("the entry point", () => {
	it("exports every value of the reference client", () => {
		const missing = Object.keys(reference).filter((name) => !(name in library));
		expect(missing).toEqual([]);
	});

	it("has a client method for every task function", () => {
		const client = new library.InferenceClient();
		const methods = Object.getOwnPropertyNames(new reference.InferenceClient()).filter(
			(name) => typeof (client as never)[name] !== "function" && !["accessToken", "defaultOptions"].includes(name),
		);
		expect(methods).toEqual([]);
		for (const name of ["textToAudio", "imageTextToImage", "imageTextToVideo"]) {
			expect(typeof (client as never)[name]).toBe("function");
		}
	});

	it("lists the reference's providers among its own", () => {
		expect(library.INFERENCE_PROVIDERS).toEqual(expect.arrayContaining([...reference.INFERENCE_PROVIDERS]));
	});
});
