import { Argument, type Command } from "commander";
import type { Context } from "../../context.ts";
import { buildCommand } from "../../options/add-options.ts";
import PAGE from "./command.json" with { type: "json" };
import scripts from "./scripts.json" with { type: "json" };

/**
 * `hub completion`: a script by which a shell calls `hub __complete`. It contains no words itself, so new commands and
 * providers are completed at once.
 */
export function createCommand(context: Context): Command {
	return buildCommand(PAGE)
		.addArgument(new Argument("<shell>", "for which shell").choices(SHELLS))
		.action((shell: Shell) => context.print(`${scripts[shell].join("\n")}\n`));
}

type Shell = keyof typeof scripts;
const SHELLS = Object.keys(scripts) as readonly Shell[];
