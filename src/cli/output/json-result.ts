import type { Context } from "../context.ts";
import { toJson } from "../terminal/json.ts";

/** Returns a result as one JSON document, indented on a terminal; with `asLines`, a list has one element per line. */
export async function printJsonResult(result: unknown, asLines: boolean, context: Context): Promise<void> {
	if (!asLines || !Array.isArray(result)) {
		return await context.print(`${toJson(result, context.stdout.isTTY ? 2 : undefined)}\n`);
	}
	for (const item of result) await context.print(`${toJson(item)}\n`);
}
