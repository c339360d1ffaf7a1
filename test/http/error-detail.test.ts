import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";
import { failure, serve } from "../inference/serve.ts";

describe("validation errors", () => {
	const args = { model: "org/model", accessToken: "hf_x", messages: [{ role: "user", content: "Hi" }] };

	it.each([
		[
			{
				detail: [
					{ loc: ["body", "n"], msg: "must be positive" },
					{ loc: ["body", "top_p"], msg: "is too large" },
				],
			},
			/n.*must be positive[\s\S]*top_p.*is too large/,
		],
		[{ errors: ["first", { message: "second" }] }, /first[\s\S]*second/],
		[{ error: ["first", "second"] }, /first[\s\S]*second/],
		[{ title: "Bad request", status: 422 }, /Bad request/],
		[{ msg: "no such field" }, /no such field/],
		[{ message: { content: "is empty" } }, /is empty/],
		[{ detail: { msg: "is too deep" } }, /: is too deep$/],
	])("are shown: %j", async (body, words) => {
		const { options } = serve({ "": Response.json(body, { status: 422 }) });
		expect(await failure(library.chatCompletion(args, options))).toMatch(words);
	});
});
