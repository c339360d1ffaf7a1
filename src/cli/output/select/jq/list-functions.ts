import { evaluate, made, member, paths, product, take, values } from "./evaluate.ts";
import type { ClosureFunction, JqItem, JqScope } from "./scope.ts";
import type { Node } from "./syntax.ts";
import {
	compare,
	contains,
	deletePaths,
	describe,
	findAll,
	isArray,
	isObject,
	isTruthy,
	JqError,
	type Json,
	type JsonObject,
	setPath,
	sortedKeys,
	typeOf,
	type ValueFunction,
} from "./values.ts";

export const LIST_FUNCTIONS: Readonly<Record<string, ValueFunction>> = {
	"type/0": typeOf,
	"length/0": length,
	"keys/0": (input) => keys(input, sortedKeys),
	"keys_unsorted/0": (input) => keys(input, Object.keys),
	"has/1": has,
	"contains/1": (input, part = null) => contains(input, part),
	"sort/0": sort,
	"reverse/0": (input) => {
		if (typeof input === "string") return [...input].reverse().join("");
		return input === null ? [] : [...readList(input, "cannot be reversed, as it is not an array")].reverse();
	},
	"flatten/1": (input, depth = null) => flatten(input, readNumber(depth)),
	"transpose/0": (input) => {
		const rows = readList(input, "cannot be transposed").map((row) => readList(row, "cannot be transposed"));
		const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
		return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
	},
	"setpath/2": (input, path = null, value = null) => setPath(input, readPath(path), value),
	"delpaths/1": (input, paths = null) => deletePaths(input, readList(paths, "is not a list of paths").map(readPath)),
	"indices/1": indices,
	"bsearch/1": (input, wanted = null) => {
		const list = readList(input, "cannot be searched from");
		const place = list.findIndex((item) => compare(item, wanted) >= 0);
		if (place === -1) return -1 - list.length;
		return compare(list[place] ?? null, wanted) === 0 ? place : -1 - place;
	},
};

function readList(value: Json, problem: string): readonly Json[] {
	if (isArray(value)) return value;
	throw new JqError(`${describe(value)} ${problem}`);
}

function readPath(value: Json): readonly Json[] {
	if (isArray(value)) return value;
	throw new JqError("Path must be specified as an array");
}

function length(input: Json): Json {
	if (input === null) return 0;
	if (typeof input === "string") return [...input].length;
	if (typeof input === "number") return Math.abs(input);
	if (isArray(input)) return input.length;
	if (isObject(input)) return Object.keys(input).length;
	throw new JqError(`${describe(input)} has no length`);
}

function keys(input: Json, list: (value: JsonObject) => string[]): Json {
	if (isArray(input)) return [...input.keys()];
	if (isObject(input)) return list(input);
	throw new JqError(`${describe(input)} has no keys`);
}

function has(input: Json, key: Json = null): Json {
	if (input === null) return false;
	if (isObject(input) && typeof key === "string") return Object.hasOwn(input, key);
	if (isArray(input) && typeof key === "number") return key >= 0 && key < input.length;
	throw new JqError(
		`Cannot check whether ${typeOf(input)} has a ${typeof key === "string" ? "string" : typeOf(key)} key`,
	);
}

function sort(input: Json): Json[] {
	return [...readList(input, "cannot be sorted, as it is not an array")].sort(compare);
}

function flatten(input: Json, depth: number): Json[] {
	if (depth < 0) throw new JqError("flatten depth must not be negative");
	const items = isObject(input) ? Object.values(input) : readList(input, "cannot be flattened");
	return items.flatMap((item) => (isArray(item) && depth > 0 ? flatten(item, depth - 1) : [item]));
}

function indices(input: Json, wanted: Json = null): Json {
	if (input === null) return null;
	if (typeof input === "string" && typeof wanted === "string") return findAll([...input], [...wanted]);
	if (isArray(input)) return isArray(wanted) ? findAll(input, wanted) : findAll(input, [wanted]);
	throw new JqError(`Cannot determine indices of ${typeOf(wanted)} in ${typeOf(input)}`);
}

export function readNumber(value: Json): number {
	if (typeof value === "number") return value;
	throw new JqError(`${describe(value)} number required`);
}

/** Functions of `Math` that jq has under the same name. */
const SAME =
	"floor sqrt round ceil trunc exp log log2 log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh cbrt expm1 log1p";

function callMath(name: string): ValueFunction {
	const work = Math[name as keyof Math] as (value: number) => number;
	return (input) => work(readNumber(input));
}

export const MATH_FUNCTIONS: Readonly<Record<string, ValueFunction>> = {
	...Object.fromEntries(SAME.split(" ").map((name) => [`${name}/0`, callMath(name)])),
	"fabs/0": (input) => Math.abs(readNumber(input)),
	"abs/0": (input) => (readNumber(input) < 0 ? -readNumber(input) : input),
	"exp2/0": (input) => 2 ** readNumber(input),
	"exp10/0": (input) => 10 ** readNumber(input),
	"pow/2": (_, base = null, exponent = null) => readNumber(base) ** readNumber(exponent),
	"atan2/2": (_, y = null, x = null) => Math.atan2(readNumber(y), readNumber(x)),
	"fmin/2": (_, left = null, right = null) => Math.min(readNumber(left), readNumber(right)),
	"fmax/2": (_, left = null, right = null) => Math.max(readNumber(left), readNumber(right)),
	"nan/0": () => Number.NaN,
	"isinfinite/0": (input) => Math.abs(readNumber(input)) === Number.POSITIVE_INFINITY,
	"isnan/0": (input) => Number.isNaN(readNumber(input)),
	"isnormal/0": (input) => Number.isFinite(readNumber(input)) && Math.abs(readNumber(input)) >= 2 ** -1022,
};

const IDENTITY: Node = { type: "identity" };

/** Functions of expressions, by name and number of arguments. */
export const CLOSURE_FUNCTIONS: Readonly<Record<string, ClosureFunction>> = {
	"empty/0": () => [],
	"error/0": ({ value }) => {
		throw new JqError(value);
	},
	"path/1": function* (item, [node = IDENTITY], scope) {
		for (const path of paths(node, item, scope)) yield made(path, item);
	},
	"getpath/1": function* (item, [path = IDENTITY], scope) {
		for (const keys of values(path, item, scope)) yield readPath(keys).reduce<JqItem>(step, item);
	},
	"range/3": function* (item, args, scope) {
		// The first argument changes last.
		for (const given of product(args.toReversed(), item, scope)) {
			const [start = 0, end = 0, pace = 0] = given.toReversed().map(readNumber);
			if (pace === 0 && start < end) for (;;) yield made(start, item);
			for (let value = start; pace > 0 ? value < end : value > end; value += pace) yield made(value, item);
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
	"last/1": function* (item, [node = IDENTITY], scope) {
		let last: JqItem | undefined;
		for (const result of evaluate(node, item, scope)) last = result;
		if (last) yield last;
	},
	// Not recursive: there may be many.
	"repeat/1": function* (item, [node = IDENTITY], scope) {
		for (let items = [item]; items.length > 0; items = items.flatMap((one) => [...evaluate(node, one, scope)])) {
			yield* items;
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
	"sort_by/1": function* (item, [key = IDENTITY], scope) {
		yield made(
			sortBy(item, key, scope).map(({ value }) => value),
			item,
		);
	},
	"group_by/1": function* (item, [key = IDENTITY], scope) {
		const groups: Json[][] = [];
		let last: Json | undefined;
		for (const { value, key: own } of sortBy(item, key, scope)) {
			if (last === undefined || compare(last, own) !== 0) groups.push([]);
			groups.at(-1)?.push(value);
			last = own;
		}
		yield made(groups, item);
	},
};

function sortBy({ value: list }: JqItem, key: Node, scope: JqScope): { value: Json; key: Json }[] {
	const entries = readList(list, "cannot be sorted, as it is not an array").map((value) => ({
		value,
		key: [...values(key, { value, path: undefined }, scope)],
	}));
	return entries.sort((left, right) => compare(left.key, right.key));
}

function step(item: JqItem, key: Json): JqItem {
	if (item.value !== null) return member(item, key);
	return { value: null, path: item.path && [...item.path, key] };
}

function holds(condition: Node, item: JqItem, scope: JqScope): boolean {
	const [first = null] = take(1, values(condition, item, scope));
	return isTruthy(first);
}
