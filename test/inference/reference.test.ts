import * as early from "@huggingface/inference";
import * as late from "inference-later";
import { beforeAll, describe, expect, it } from "vitest";
import type { WireFixture } from "../../scripts/wire-fixtures/format.ts";
import { fixtures, replay } from "./replay.ts";

/**
 * The reference client against the same fixtures: anyone who changes the import must not notice.
 * `early` is the release the project follows, `late` the one that brought corrections and further providers.
 */
const clients = { early, late };

/** The reference remembers what it once asked about a model, so each case has a model of its own. */
const cases = [...fixtures]
	.filter(([, { reference }]) => reference !== "none")
	.map(([name, fixture], index): [string, WireFixture] => {
		const text = JSON.stringify(fixture).replaceAll("org/model", `org/model-${index}`);
		return [name, JSON.parse(text) as WireFixture];
	});

beforeAll(() => {
	const quiet = () => undefined;
	for (const client of Object.values(clients)) {
		client.setLogger({ debug: quiet, info: quiet, warn: quiet, error: quiet, log: quiet });
	}
});

describe("the reference client", () => {
	it.each(cases)("%s", async (_, fixture) => {
		const client = clients[fixture.reference as keyof typeof clients];
		const { requests, result, error } = await replay(client, fixture, { global: true });
		expect({ requests, result, error }).toEqual({
			requests: fixture.requests,
			result: fixture.result,
			error: fixture.error,
		});
	});
});
