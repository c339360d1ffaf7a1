import { LIST_FUNCTIONS } from "./list-functions.ts";
import { MATH_FUNCTIONS } from "./math-functions.ts";
import { TEXT_FUNCTIONS } from "./text-functions.ts";
import { TIME_FUNCTIONS } from "./time-functions.ts";
import type { Json } from "./values.ts";

/** A function of its input and the values of its arguments. */
export type ValueFunction = (input: Json, ...args: Json[]) => Json;

/** Functions of values, by name and number of arguments. */
export const VALUE_FUNCTIONS: ReadonlyMap<string, ValueFunction> = new Map(
	[LIST_FUNCTIONS, MATH_FUNCTIONS, TEXT_FUNCTIONS, TIME_FUNCTIONS].flatMap((table) => Object.entries(table)),
);
