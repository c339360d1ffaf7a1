import type { Context } from "../context.ts";

/** Prints one JSON document. */
export function printJson(value: unknown, context: Context): Promise<void> {
	return context.print(`${JSON.stringify(value, null, 2)}\n`);
}
