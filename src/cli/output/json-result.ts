import type { Context } from "../context.ts";
import { sanitize } from "./sanitize.ts";

/** A result as one JSON document, indented on a terminal; a list with an element a line where `asLines`. */
export async function printJson(result: unknown, asLines: boolean, context: Context): Promise<void> {
	const { isTTY } = context.stdout;
	// JSON escapes C0 itself; what it leaves as it is could still reach a terminal.
	const print = (value: unknown, indent?: number): Promise<void> => {
		const text = JSON.stringify(value, null, indent);
		return context.print(`${isTTY ? sanitize(text) : text}\n`);
	};
	if (!asLines || !Array.isArray(result)) return await print(result, isTTY ? 2 : undefined);
	for (const item of result) await print(item);
}
