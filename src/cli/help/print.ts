import type { Context } from "../context.ts";

/** Prints a help text; only a terminal needs the pager. */
export async function printHelp(text: string, context: Context): Promise<void> {
	if (!context.stdout.isTTY) return await context.print(text);
	const { printPaged } = await import("../terminal/pager.ts");
	await printPaged(text, context);
}
