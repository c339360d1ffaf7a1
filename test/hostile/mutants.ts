/** JSON values whose own members are called in place of those of every object: `String(value)` throws for them. */
export const UNPRINTABLE: readonly unknown[] = [{ toString: 1, valueOf: 1, toJSON: 1, length: 3 }, [{ toString: 1 }]];

/** Levels of a value that are replaced. */
const MAX_DEPTH = 8;
/** Items of a list that are replaced. */
const MAX_ITEMS = 3;

/** Copies of a JSON value in which one part, or the whole, is replaced by each of others. */
export function* listMutants(
	value: unknown,
	others: readonly unknown[],
	depth = 0,
): Generator<unknown, void, undefined> {
	yield* others;
	if (depth === MAX_DEPTH || typeof value !== "object" || value === null) return;
	if (Array.isArray(value)) {
		for (const [index, item] of value.slice(0, MAX_ITEMS).entries()) {
			for (const mutant of listMutants(item, others, depth + 1)) yield value.with(index, mutant);
		}
		return;
	}
	for (const [name, item] of Object.entries(value)) {
		for (const mutant of listMutants(item, others, depth + 1)) yield { ...value, [name]: mutant };
	}
}
