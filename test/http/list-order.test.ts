import { describe, expect, it } from "vitest";
import { findFirst, getInOrder, inOrder, Positions, refuseDoubles } from "../../src/http/list-order.ts";

/** What no position can be. */
const IMPOSSIBLE: readonly unknown[] = [
	"0",
	"1",
	"",
	-1,
	0.5,
	1e21,
	2 ** 53,
	true,
	[0],
	{ index: 0 },
	"__proto__",
	"constructor",
	"length",
];

const items = (...indexes: unknown[]) => indexes.map((index, place) => ({ index, name: `item ${place}` }));
const namesOf = (list: readonly { name: string }[]): string => list.map(({ name }) => name.slice(5)).join("");

describe("inOrder", () => {
	it.each<[list: unknown[], count: number | undefined, order: string]>([
		[[0, 1, 2], 3, "012"],
		[[2, 0, 1], 3, "120"],
		[[1, 0], undefined, "10"],
		[[0], 1, "0"],
		[[], 0, ""],
		[[], undefined, ""],
		[[undefined, undefined], 2, "01"],
		[[null, null], undefined, "01"],
		[[null, undefined], 2, "01"],
	])("puts items with the positions %j in order", (indexes, count, order) => {
		expect(namesOf(inOrder(items(...indexes), { name: "data", count }))).toBe(order);
	});

	it.each<[problem: string, list: unknown[], count: number | undefined]>([
		["the index 1 is missing in data", [0, 2], 3],
		["the index 2 is missing in data", [0, 1], 3],
		["the index 0 is missing in data", [1], 2],
		["the index 1 comes twice in data", [0, 1, 1], 3],
		["the index 0 comes twice in data", [0, 0], undefined],
		["data of 3 items has the index 3", [0, 1, 3], 3],
		["data of 2 items has the index 2", [0, 1, 2], 2],
		["data of 2 items has the index 2", [1, 2], undefined],
		["data has 2 items, not 3", [undefined, undefined], 3],
		["data has 3 items, not 2", [null, null, null], 2],
		["data has 0 items, not 1", [], 1],
		["only 1 of 2 items of data have an index", [0, undefined], 2],
		["only 2 of 3 items of data have an index", [0, null, 1], undefined],
	])("refuses a list that is not whole: %s", (problem, indexes, count) => {
		const order = () => inOrder(items(...indexes), { name: "data", count });
		expect(order).toThrow(`Received a malformed response: ${problem}.`);
		expect(order).toThrow(expect.objectContaining({ name: "ProviderOutputError", reason: "malformed" }));
	});

	it.each(IMPOSSIBLE)("refuses %j as a position", (index) => {
		for (const list of [items(index), items(0, index), items(index, 1)])
			expect(() => inOrder(list, { name: "data" })).toThrow("is not a possible index in data");
	});

	it("keeps what is not a list of objects, and lists that are in order, as they are", () => {
		for (const list of [["a", "b"], [[1], [2]], [null, 5], items(0, 1), items(undefined, undefined)])
			expect(inOrder<unknown>(list, { name: "data" })).toBe(list);
	});

	it("sees no member of a prototype as a position", () => {
		const list = [Object.create({ index: 1 }), Object.create({ index: 0 })] as { name: string }[];
		expect(inOrder(list, { name: "data" })).toBe(list);
	});

	it("takes other members and other first positions", () => {
		const segments = [{ id: 2 }, { id: 1 }];
		expect(inOrder(segments, { name: "segments", key: "id", from: 1 })).toEqual([{ id: 1 }, { id: 2 }]);
		expect(() => inOrder(segments, { name: "segments", key: "id" })).toThrow("segments of 2 items has the id 2");
	});
});

describe("getInOrder", () => {
	it("takes the item at a position, not at a place", () => {
		const data = {
			images: [
				{ index: 1, url: "b" },
				{ index: 0, url: "a" },
			],
		};
		expect(getInOrder(data, "images", 0, "url")).toBe("a");
		expect(getInOrder(data, "images", 1, "url")).toBe("b");
		expect(getInOrder({ images: ["a", "b"] }, "images", 0)).toBe("a");
		for (const other of [undefined, null, 5, {}, { images: [] }, { images: {} }])
			expect(getInOrder(other, "images", 0, "url")).toBeUndefined();
		expect(() => getInOrder({ images: items(0, 0) }, "images", 0)).toThrow("the index 0 comes twice in images");
	});
});

describe("findFirst", () => {
	it.each<[list: unknown, name: string | undefined]>([
		[items(0, 1), "item 0"],
		[items(2, 1, 0), "item 2"],
		[items(undefined, undefined), "item 0"],
		[items(1, 2), undefined],
		[[], undefined],
		[{ 0: { name: "x" } }, undefined],
	])("of %j is %j", (list, name) => {
		expect((findFirst(list) as { name?: string } | undefined)?.name).toBe(name);
	});
});

describe("Positions", () => {
	const read = (given: unknown[][], count?: number) => {
		const positions = new Positions("choices");
		const found = given.map((chunk) => chunk.map((index, place) => positions.read(index, place)));
		positions.end(count);
		return found;
	};
	it("are those given, or the places in a chunk", () => {
		expect(read([[1], [0], [1, 0], [0]])).toEqual([[1], [0], [1, 0], [0]]);
		expect(read([[undefined], [undefined, null], [undefined]])).toEqual([[0], [0, 1], [0]]);
		expect(read([[0], [undefined], [0]])).toEqual([[0], [0], [0]]);
		expect(read([])).toEqual([]);
		expect(read([[], []], 3)).toEqual([[], []]);
	});

	it.each<[problem: string, given: unknown[][], count?: number]>([
		["only some pieces of choices have an index", [[0], [1], [undefined]]],
		["only some pieces of choices have an index", [[undefined], [1]]],
		["the index 1 is missing in choices", [[0], [2]]],
		["the index 0 is missing in choices", [[1]]],
		["the index 2 is missing in choices", [[0], [1]], 3],
		["choices of 1 items has the index 1", [[0], [1]], 1],
		["5000 is not a possible index in choices", [[5000]]],
	])("are refused: %s", (problem, given, count) => {
		expect(() => read(given, count)).toThrow(problem);
	});

	it.each(IMPOSSIBLE)("cannot be %j", (index) => {
		expect(() => read([[0], [index]])).toThrow("is not a possible index in choices");
	});
});

it("refuseDoubles names an id that comes twice", () => {
	expect(refuseDoubles(["a", "b", "__proto__"], "tool_calls")).toBeUndefined();
	expect(() => refuseDoubles(["a", "__proto__", "__proto__"], "tool_calls")).toThrow(
		'the id "__proto__" comes twice in tool_calls',
	);
});
