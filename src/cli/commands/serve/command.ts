import type { Command } from "commander";
import type { Context } from "../../context.ts";
import PAGE from "./command.json" with { type: "json" };
import { buildServeCommand, type ServeCommandOptions } from "./options.ts";

/** `hub serve`: every provider behind one local URL. */
export function createCommand(context: Context): Command {
	const command = buildServeCommand(PAGE);
	return command.action(async (given: ServeCommandOptions) => {
		const { runServe } = await import("./run.ts");
		if (given.config === undefined) return await runServe(given, context);
		const { readConfigFile } = await import("./config-file.ts");
		await runServe(await readConfigFile(given, given.config, command, context), context);
	});
}
