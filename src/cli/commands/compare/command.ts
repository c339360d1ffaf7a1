import type { Command } from "commander";
import type { Context } from "../../context.ts";
import { buildCommand } from "../../options/add-options.ts";
import type { InferOptions } from "../infer/options.ts";
import PAGE from "./command.json" with { type: "json" };

/** `hub compare`: one request, several models and providers. */
export function createCommand(context: Context): Command {
	return buildCommand(PAGE, { parsers: { joinList } }).action((words: string[], options: InferOptions) =>
		compare(words, options, context),
	);
}

async function compare(words: string[], options: InferOptions, context: Context): Promise<void> {
	const { runCompare } = await import("./run.ts");
	await runCompare(words, options, context);
}

/** Several uses of an option are one list. */
function joinList(text: string, previous: unknown): string {
	return previous === undefined ? text : `${previous},${text}`;
}
