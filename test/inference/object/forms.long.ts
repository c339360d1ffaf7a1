import { describe, expect, it } from "vitest";
import { FORMS, findWrongCuts, findWrongRepairs, findWrongValues, SCHEMAS } from "./forms.ts";

describe("chatCompletionObject", () => {
	it.each(FORMS)("returns values that follow 200 schemas at $id", async (form) => {
		expect(await findWrongValues(form, SCHEMAS)).toEqual([]);
	});

	it.each(FORMS)("asks again about 200 schemas at $id", async (form) => {
		expect(await findWrongRepairs(form, SCHEMAS)).toEqual([]);
	});

	it.each(FORMS)("reports truncated answers to 200 schemas at $id", async (form) => {
		expect(await findWrongCuts(form, SCHEMAS)).toEqual([]);
	});
});
