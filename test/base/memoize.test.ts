import { expect, it } from "vitest";
import { RecentMap } from "../../src/base/memoize.ts";

it("makes a value again only after others were requested", () => {
	const made: string[] = [];
	const kept = new RecentMap<string>(2);
	const ask = (key: string): string =>
		kept.getOrMake(key, () => {
			made.push(key);
			return `value of ${key}`;
		});
	for (const key of ["a", "b", "a", "c", "a", "b"]) expect(ask(key)).toBe(`value of ${key}`);
	expect(made).toEqual(["a", "b", "c", "b"]);
	expect([...kept.keys()]).toEqual(["a", "b"]);
});

it.each([
	[0, []],
	[1, ["b"]],
	[Number.POSITIVE_INFINITY, ["a", "b"]],
])("keeps at most %d values", (limit, keys) => {
	const kept = new RecentMap<number>(limit);
	kept.set("a", 1).set("b", 2);
	expect([...kept.keys()]).toEqual(keys);
});
