import { expect, it } from "vitest";
import * as library from "../../src/index.ts";
import { listMutants, UNPRINTABLE } from "../hostile/mutants.ts";
import { buildResponse, fixtures, replay } from "./replay.ts";

/** The first fixture of each task of a provider. */
const first = new Map(
	[...fixtures.values()].reverse().map((fixture) => [`${fixture.provider} ${fixture.task} ${fixture.stream}`, fixture]),
);

it.each([...first])("%s: no reply whose members cannot be made text is a fault of the library", async (_, fixture) => {
	for (const [index, reply] of fixture.replies.entries()) {
		if (!("json" in reply)) continue;
		for (const json of listMutants(reply.json, UNPRINTABLE)) {
			const answer = (at: number): Response | undefined => {
				// A changed state may be asked for again and again.
				if (at > 12) return new Response("", { status: 500 });
				return at === index ? buildResponse({ ...reply, json }) : undefined;
			};
			const { error } = await replay(library, fixture, { answer });
			const shown = `${JSON.stringify(json)}: ${error?.message}`;
			expect(["TypeError", "RangeError"], shown).not.toContain(error?.name);
			expect(error?.message ?? "", shown).not.toMatch(/Cannot convert|object Object|not a function/);
		}
	}
});
