import { evaluate, made, member, paths, take, values } from "./evaluate.ts";
import { readList, readNumber, readPath } from "./list-functions.ts";
import type { ClosureFunction, Item, Scope } from "./scope.ts";
import type { Node } from "./syntax.ts";
import { compare, JqError, type Json } from "./values.ts";

const IDENTITY: Node = { type: "identity" };

/** Functions of expressions, by name and number of arguments. */
export const CLOSURE_FUNCTIONS: ReadonlyMap<string, ClosureFunction> = new Map<string, ClosureFunction>(
	Object.entries({
		"empty/0": function* () {
			// Nothing.
		},
		"error/0": (item) => fail(item.value),
		"error/1": function* (item, [message = IDENTITY], scope) {
			for (const value of values(message, item, scope)) yield fail(value);
		},
		"path/1": function* (item, [node = IDENTITY], scope) {
			for (const path of paths(node, item, scope)) yield made(path, item);
		},
		"getpath/1": function* (item, [path = IDENTITY], scope) {
			for (const keys of values(path, item, scope)) {
				yield readPath(keys).reduce<Item>((found, key) => step(found, key), item);
			}
		},
		"range/2": function* (item, [from = IDENTITY, to = IDENTITY], scope) {
			for (const start of values(from, item, scope)) {
				for (const end of values(to, item, scope)) yield* count(item, readNumber(start), readNumber(end), 1);
			}
		},
		"range/3": function* (item, [from = IDENTITY, to = IDENTITY, by = IDENTITY], scope) {
			for (const start of values(from, item, scope)) {
				for (const end of values(to, item, scope)) {
					for (const pace of values(by, item, scope)) {
						yield* count(item, readNumber(start), readNumber(end), readNumber(pace));
					}
				}
			}
		},
		"limit/2": function* (item, [most = IDENTITY, node = IDENTITY], scope) {
			for (const number of values(most, item, scope)) yield* take(readNumber(number), evaluate(node, item, scope));
		},
		"skip/2": function* (item, [least = IDENTITY, node = IDENTITY], scope) {
			for (const number of values(least, item, scope)) {
				let left = readNumber(number);
				for (const result of evaluate(node, item, scope)) if (left-- <= 0) yield result;
			}
		},
		"first/1": function* (item, [node = IDENTITY], scope) {
			yield* take(1, evaluate(node, item, scope));
		},
		"last/1": function* (item, [node = IDENTITY], scope) {
			let last: Item | undefined;
			for (const result of evaluate(node, item, scope)) last = result;
			if (last) yield last;
		},
		"isempty/1": function* (item, [node = IDENTITY], scope) {
			const [first] = take(1, values(node, item, scope));
			yield made(first === undefined, item);
		},
		// Not recursive: there may be many.
		"repeat/1": function* (item, [node = IDENTITY], scope) {
			let items = [item];
			while (items.length > 0) {
				yield* items;
				items = items.flatMap((one) => [...evaluate(node, one, scope)]);
			}
		},
		"while/2": function* (item, [condition = IDENTITY, node = IDENTITY], scope) {
			let items = [item];
			while (items.length > 0) {
				items = items.filter((one) => holds(condition, one, scope));
				yield* items;
				items = items.flatMap((one) => [...evaluate(node, one, scope)]);
			}
		},
		"until/2": function* (item, [condition = IDENTITY, node = IDENTITY], scope) {
			const items = [item];
			for (let one = items.shift(); one; one = items.shift()) {
				if (holds(condition, one, scope)) yield one;
				else items.unshift(...evaluate(node, one, scope));
			}
		},
		"any/2": function* (item, [source = IDENTITY, condition = IDENTITY], scope) {
			yield made(findsAny(source, condition, item, scope, true), item);
		},
		"all/2": function* (item, [source = IDENTITY, condition = IDENTITY], scope) {
			yield made(!findsAny(source, condition, item, scope, false), item);
		},
		"sort_by/1": function* (item, [key = IDENTITY], scope) {
			yield made(
				sortBy(item, key, scope).map((entry) => entry.item),
				item,
			);
		},
		"group_by/1": function* (item, [key = IDENTITY], scope) {
			yield made(group(item, key, scope), item);
		},
		"unique_by/1": function* (item, [key = IDENTITY], scope) {
			yield made(
				group(item, key, scope).map(([first = null]) => first),
				item,
			);
		},
		"min_by/1": function* (item, [key = IDENTITY], scope) {
			yield made(sortBy(item, key, scope)[0]?.item ?? null, item);
		},
		"max_by/1": function* (item, [key = IDENTITY], scope) {
			yield made(sortBy(item, key, scope).at(-1)?.item ?? null, item);
		},
		// Each document is processed alone.
		"input/0": () => fail("No more inputs"),
		"inputs/0": function* () {
			// Each document is processed alone.
		},
	} satisfies Record<string, ClosureFunction>),
);

function fail(value: Json): never {
	throw new JqError(value);
}

function step(item: Item, key: Json): Item {
	if (item.value !== null) return member(item, key);
	return { value: null, path: item.path && [...item.path, key] };
}

function* count(item: Item, start: number, end: number, pace: number): Generator<Item> {
	if (pace === 0 && start < end) for (;;) yield made(start, item);
	for (let value = start; pace > 0 ? value < end : value > end; value += pace) yield made(value, item);
}

/** Whether the first result is neither null nor false. */
function holds(condition: Node, item: Item, scope: Scope): boolean {
	const [first = null] = take(1, values(condition, item, scope));
	return first !== null && first !== false;
}

function findsAny(source: Node, condition: Node, item: Item, scope: Scope, wanted: boolean): boolean {
	for (const value of values(source, item, scope)) {
		for (const result of values(condition, { value, path: undefined }, scope)) {
			if ((result !== null && result !== false) === wanted) return true;
		}
	}
	return false;
}

function sortBy({ value }: Item, key: Node, scope: Scope): { item: Json; key: Json }[] {
	const entries = readList(value, "cannot be sorted, as it is not an array").map((item) => ({
		item,
		key: [...values(key, { value: item, path: undefined }, scope)],
	}));
	return entries.sort((left, right) => compare(left.key, right.key));
}

function group(item: Item, key: Node, scope: Scope): Json[][] {
	const groups: { items: Json[]; key: Json }[] = [];
	for (const entry of sortBy(item, key, scope)) {
		const last = groups.at(-1);
		if (last && compare(last.key, entry.key) === 0) last.items.push(entry.item);
		else groups.push({ items: [entry.item], key: entry.key });
	}
	return groups.map(({ items }) => items);
}
