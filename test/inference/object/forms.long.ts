import { describe, expect, it } from "vitest";
import { FORMS, findWrongValues, SCHEMAS } from "./forms.ts";

describe("chatCompletionObject", () => {
	it.each(FORMS)("gives values that follow 200 schemas at $id", async (form) => {
		expect(await findWrongValues(form, SCHEMAS)).toEqual([]);
	});
});
