import { describe, expect, it } from "vitest";
import { BoundedCache } from "../../src/hub/index.ts";

describe("BoundedCache", () => {
	it("drops the least recently used entry", () => {
		const cache = new BoundedCache(2);
		cache.set("a", 1);
		cache.set("b", 2);
		expect(cache.get("a")).toBe(1);
		cache.set("c", 3);
		expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
	});

	it("does not count a key twice", () => {
		const cache = new BoundedCache(2);
		for (const [key, value] of Object.entries({ a: 1, b: 2 })) cache.set(key, value);
		cache.set("a", 3);
		expect([cache.get("a"), cache.get("b")]).toEqual([3, 2]);
	});

	it("deletes an entry", () => {
		const cache = new BoundedCache(2);
		cache.set("a", 1);
		cache.delete("a");
		cache.delete("never");
		expect(cache.get("a")).toBeUndefined();
	});

	it("drops everything when it is cleared", () => {
		const cache = new BoundedCache(2);
		cache.set("a", 1);
		cache.clear();
		expect(cache.get("a")).toBeUndefined();
	});
});
