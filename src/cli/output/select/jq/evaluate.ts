import {
	findFunction,
	type JqItem,
	type JqScope,
	readVariable,
	withArguments,
	withFunction,
	withVariable,
} from "./scope.ts";
import { type Node, type Pattern, patternNames } from "./syntax.ts";
import { format, toText } from "./text-functions.ts";
import {
	changePath,
	deletePaths,
	describe,
	getMember,
	getPath,
	isArray,
	isObject,
	isTruthy,
	JqError,
	type Json,
	OPERATORS,
	setPath,
} from "./values.ts";

/** Thrown by `break`; ends the label's expression. */
class Break {
	readonly label: Json;

	constructor(label: Json) {
		this.label = label;
	}
}

type Evaluator<Type extends Node["type"]> = (
	node: Node & { type: Type },
	item: JqItem,
	scope: JqScope,
) => Iterable<JqItem>;

export function evaluate(node: Node, item: JqItem, scope: JqScope): Iterable<JqItem> {
	return (EVALUATORS[node.type] as Evaluator<Node["type"]>)(node, item, scope);
}

const EVALUATORS: { readonly [Type in Node["type"]]: Evaluator<Type> } = {
	identity: (_, item) => [item],
	recurse: (_, item) => recurse(item),
	literal: (node, item) => [made(node.value, item)],
	variable: (node, item, scope) => [made(readVariable(node.name, scope), item)],
	*index(node, item, scope) {
		for (const key of values(node.key, item, scope)) {
			for (const target of evaluate(node.target, item, scope)) yield* reach(node, () => [member(target, key)]);
		}
	},
	*slice(node, item, scope) {
		for (const end of node.to ? values(node.to, item, scope) : [null]) {
			for (const start of node.from ? values(node.from, item, scope) : [null]) {
				for (const target of evaluate(node.target, item, scope)) {
					yield* reach(node, () => [member(target, { start, end })]);
				}
			}
		}
	},
	*iterate(node, item, scope) {
		for (const target of evaluate(node.target, item, scope)) yield* reach(node, () => iterate(target));
	},
	*text({ parts, format: name }, item, scope) {
		const nodes = parts.filter((part) => typeof part !== "string");
		const show = (value: Json): string => (name === undefined ? toText(value) : format(name, value));
		for (const given of product(nodes, item, scope)) {
			let next = 0;
			const shown = parts.map((part) => (typeof part === "string" ? part : show(given[next++] ?? null)));
			yield made(shown.join(""), item);
		}
	},
	*format(node, item) {
		yield made(format(node.format, item.value), item);
	},
	*array(node, item, scope) {
		yield made(node.items ? [...values(node.items, item, scope)] : [], item);
	},
	*object({ entries }, item, scope) {
		for (const given of product(entries.flat().reverse(), item, scope)) {
			const members = entries.map((_, index): [string, Json] => {
				const [value = null, key = null] = given.slice(given.length - 2 * index - 2);
				if (typeof key !== "string") throw new JqError(`Object keys must be strings, not ${describe(key)}`);
				return [key, value];
			});
			yield made(Object.fromEntries(members), item);
		}
	},
	*negate(node, item, scope) {
		for (const value of values(node.operand, item, scope)) {
			if (typeof value !== "number") throw new JqError(`${describe(value)} cannot be negated`);
			yield made(-value, item);
		}
	},
	*pipe(node, item, scope) {
		for (const result of evaluate(node.left, item, scope)) yield* evaluate(node.right, result, scope);
	},
	*comma(node, item, scope) {
		yield* evaluate(node.left, item, scope);
		yield* evaluate(node.right, item, scope);
	},
	*alternative({ left, right }, item, scope) {
		let isFound = false;
		try {
			for (const result of evaluate(left, item, scope)) {
				if (!isTruthy(result.value)) continue;
				isFound = true;
				yield result;
			}
		} catch (error) {
			if (!(error instanceof JqError)) throw error;
		}
		if (!isFound) yield* evaluate(right, item, scope);
	},
	*operate(node, item, scope) {
		const operate = OPERATORS[node.operator];
		for (const right of values(node.right, item, scope)) {
			for (const left of values(node.left, item, scope)) yield made(operate?.(left, right) ?? null, item);
		}
	},
	*assign(node, item, scope) {
		for (const right of values(node.right, item, scope)) {
			let { value } = item;
			for (const path of paths(node.left, item, scope)) {
				value = changePath(value, path, (left) => OPERATORS[node.operator]?.(left, right) ?? null);
			}
			yield made(value, item);
		}
	},
	/** The first result replaces a value; if there is none, the value is deleted. */
	*update({ left, right }, item, scope) {
		let { value } = item;
		const gone: (readonly Json[])[] = [];
		for (const path of paths(left, item, scope)) {
			const [first] = take(1, values(right, { value: getPath(value, path), path: undefined }, scope));
			if (first === undefined) gone.push(path);
			else value = setPath(value, path, first);
		}
		yield made(deletePaths(value, gone), item);
	},
	*if(node, item, scope) {
		for (const condition of values(node.condition, item, scope)) {
			yield* evaluate(isTruthy(condition) ? node.yes : node.no, item, scope);
		}
	},
	*try({ body, handler }, item, scope) {
		try {
			yield* evaluate(body, item, scope);
		} catch (error) {
			if (!(error instanceof JqError)) throw error;
			if (handler) yield* evaluate(handler, made(error.value, item), scope);
		}
	},
	reduce: fold,
	foreach: fold,
	*bind(node, item, scope) {
		for (const value of values(node.source, item, scope)) {
			yield* bind(node.patterns, value, item, scope, (inner) => evaluate(node.body, item, inner));
		}
	},
	*label({ name, body }, item, scope) {
		// Its own array distinguishes labels of the same name.
		const label: Json = [];
		try {
			yield* evaluate(body, item, withVariable(scope, `*${name}`, label));
		} catch (error) {
			if (!(error instanceof Break) || error.label !== label) throw error;
		}
	},
	break: (node, _, scope) => {
		throw new Break(readVariable(`*${node.name}`, scope));
	},
	define: (node, item, scope) => evaluate(node.body, item, withFunction(scope, node.definition)),
	*call({ key, args }, item, scope) {
		const func = findFunction(key, scope);
		if (func) return yield* evaluate(func.definition.body, item, withArguments(func, args, scope));
		const byValues = scope.library.values.get(key);
		if (byValues) for (const given of product(args, item, scope)) yield made(byValues(item.value, ...given), item);
		else yield* scope.library.closures.get(key)?.(item, args, scope) ?? [];
	},
};

/** Returns the plain values of an expression, without paths. */
export function* values(node: Node, item: JqItem, scope: JqScope): Generator<Json> {
	for (const { value } of evaluate(node, { value: item.value, path: undefined }, scope)) yield value;
}

/** Returns a computed value, which has no path. */
export function made(value: Json, { path }: JqItem): JqItem {
	return { value, path: path === undefined ? undefined : null };
}

export function member({ value, path }: JqItem, key: Json): JqItem {
	if (path === null) throw new JqError(`Invalid path expression with result ${describe(value)}`);
	return { value: getMember(value, key), path: path && [...path, key] };
}

/** With `?`, an unreachable member gives no result. */
function* reach({ isOptional }: { isOptional?: boolean }, find: () => Iterable<JqItem>): Generator<JqItem> {
	try {
		yield* find();
	} catch (error) {
		if (!isOptional || !(error instanceof JqError)) throw error;
	}
}

function* iterate(item: JqItem): Generator<JqItem> {
	const { value } = item;
	if (isArray(value)) for (const index of value.keys()) yield member(item, index);
	else if (isObject(value)) for (const key of Object.keys(value)) yield member(item, key);
	else throw new JqError(`Cannot iterate over ${value === null ? "null" : describe(value)}`);
}

function* recurse(item: JqItem): Generator<JqItem> {
	yield item;
	const { value } = item;
	if (isArray(value) || isObject(value)) for (const inner of iterate(item)) yield* recurse(inner);
}

export function* paths(node: Node, { value }: JqItem, scope: JqScope): Generator<readonly Json[]> {
	for (const { path, value: found } of evaluate(node, { value, path: [] }, scope)) {
		if (!path) throw new JqError(`Invalid path expression with result ${describe(found)}`);
		yield path;
	}
}

export function* take<T>(count: number, results: Iterable<T>): Generator<T> {
	if (count <= 0) return;
	let left = count;
	for (const result of results) {
		yield result;
		if (--left <= 0) return;
	}
}

function* fold(node: Node & { type: "reduce" | "foreach" }, item: JqItem, scope: JqScope): Generator<JqItem> {
	for (const start of evaluate(node.start, item, scope)) {
		let state = start;
		for (const value of values(node.source, item, scope)) {
			yield* bind(node.patterns, value, item, scope, function* (inner) {
				let last: JqItem | undefined;
				for (const next of evaluate(node.update, state, inner)) {
					last = next;
					if (node.type === "foreach") {
						state = next;
						yield* evaluate(node.extract, next, inner);
					}
				}
				if (node.type === "reduce") state = last ?? made(null, item);
			});
		}
		if (node.type === "reduce") yield state;
	}
}

type Work = (scope: JqScope) => Iterable<JqItem>;

/** Evaluates an expression with the variables of a pattern; if that fails, with those of the next pattern. */
function* bind(patterns: readonly Pattern[], value: Json, item: JqItem, scope: JqScope, work: Work): Generator<JqItem> {
	const names = patterns.length > 1 ? patterns.flatMap(patternNames) : [];
	const base = names.reduce((outer, name) => withVariable(outer, name, null), scope);
	for (const [index, pattern] of patterns.entries()) {
		try {
			for (const inner of destructure(pattern, value, item, base)) yield* work(inner);
			return;
		} catch (error) {
			if (!(error instanceof JqError) || index === patterns.length - 1) throw error;
		}
	}
}

function* destructure(pattern: Pattern, value: Json, item: JqItem, scope: JqScope): Generator<JqScope> {
	if (typeof pattern === "string") return yield withVariable(scope, pattern, value);
	const [first, ...others] = pattern;
	if (!first) return yield scope;
	for (const key of values(first.key, item, scope)) {
		for (const inner of destructure(first.pattern, getMember(value, key), item, scope)) {
			yield* destructure(others, value, item, inner);
		}
	}
}

/** All combinations of the values of arguments. */
export function* product(args: readonly Node[], item: JqItem, scope: JqScope): Generator<Json[]> {
	const last = args.at(-1);
	if (!last) return yield [];
	for (const value of values(last, item, scope)) {
		for (const before of product(args.slice(0, -1), item, scope)) yield [...before, value];
	}
}
