import { Command } from "commander";
import type { Context } from "../../context.ts";
import type { CommandEntry } from "../../options/command-entry.ts";
import { complete, formatCompletion } from "./complete.ts";

/** `hub __complete`: completes the last word; called by the scripts of `hub completion`. */
export function createCommand(context: Context, commands: readonly CommandEntry[]): Command {
	return new Command("__complete")
		.description("Prints what completion scripts need: a kind (words, files), then one word per line.")
		.argument("[words...]", "the words after hub; the last one is completed")
		.action(async (words: string[]) => {
			await context.print(formatCompletion(await complete(words, commands, context)));
		});
}
