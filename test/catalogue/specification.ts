import { readFileSync } from "node:fs";

/** Markers an entry of the specified data may carry beside its fields. */
export interface Marked {
	since?: string;
	until?: string;
	later?: object;
}

/** Reads a copy of the specified data; each test states the part of its shape it relies on. */
export function readSpecification<Shape>(name: "extras" | "gguf" | "libraries" | "task-schemas" | "tasks"): Shape {
	return JSON.parse(readFileSync(new URL(`../fixtures/catalogue/${name}.json`, import.meta.url), "utf8")) as Shape;
}

/** An entry as it ships: with its later values, without markers. */
export function latest<Entry extends Marked>({ since, until, later, ...entry }: Entry): object {
	return { ...entry, ...later };
}

export function mapValues<Value, Result>(
	record: Record<string, Value>,
	map: (value: Value, key: string) => Result,
): Record<string, Result> {
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}

export function countBy<Value>(values: readonly Value[], key: (value: Value) => string): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[key(value)] = (counts[key(value)] ?? 0) + 1;
	return counts;
}
