import type { Command } from "commander";
import type { Context } from "../../context.ts";
import { buildCommand } from "../../options/add-options.ts";
import type { InferOptions } from "../infer/options.ts";
import PAGE from "./command.json" with { type: "json" };

/** `hub compare`: one request, several models and providers. */
export function createCommand(context: Context): Command {
	// Several uses of an option are one list.
	const joinList = (text: string, previous: unknown): string => (previous === undefined ? text : `${previous},${text}`);
	return buildCommand(PAGE, { parsers: { joinList } }).action(async (words: string[], options: InferOptions) => {
		const { runCompare } = await import("./run.ts");
		await runCompare(words, options, context);
	});
}
