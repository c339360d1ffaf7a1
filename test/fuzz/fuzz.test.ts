import { describe, expect, it } from "vitest";
import { makeRandom } from "./random.ts";
import { readCorpus } from "./run.ts";
import { runOnce, TARGETS } from "./targets.ts";

describe.each(Object.entries(TARGETS))("%s", (name, target) => {
	it("survive damaged inputs", async () => {
		const random = makeRandom(11);
		for (let count = 0; count < 300; count++) expect(await runOnce(target, [], random)).toBeUndefined();
	});

	it("survive earlier failures", async () => {
		for (const input of readCorpus(name)) expect(await target.check(input, makeRandom(1))).toBeUndefined();
	});
});
