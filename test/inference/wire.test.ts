import { describe, expect, it } from "vitest";
import * as library from "../../src/index.ts";
import { fixtures, replay } from "./replay.ts";

/** Every file under test/fixtures/wire: the requests, in order, and what comes of the answers. */
describe("wire fixtures", () => {
	it.each([...fixtures])("%s", async (_, fixture) => {
		const { requests, result, error } = await replay(library, fixture);
		expect({ requests, result, error }).toEqual({
			requests: fixture.requests,
			result: fixture.result,
			error: fixture.error,
		});
	});
});
