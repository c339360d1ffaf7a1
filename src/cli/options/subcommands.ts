import type { Command } from "commander";
import { closestWord } from "../../catalogue/closest-word.ts";
import { unknownName } from "../errors/usage.ts";

/** Other words for subcommands, as other tools have them. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
	delete: ["rm", "remove"],
	list: ["ls"],
	save: ["add"],
	set: ["add"],
	unset: ["rm", "remove", "delete"],
};

export function addSubcommand(
	parent: Command,
	usage: string,
	summary: string,
	example: string,
	seeAlso = `hub ${parent.name()} --help`,
): Command {
	return parent
		.command(usage)
		.aliases([...(SYNONYMS[usage.split(" ")[0] ?? ""] ?? [])])
		.summary(summary)
		.description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
		.addHelpText("after", `\nExample:\n  hub ${parent.name()} ${example}\n\nSee also:   ${seeAlso}, hub help options`)
		.helpOption("-h, --help", "print this help");
}

/** Completes a command whose subcommands were added: without one it runs `list`, and for another word it suggests one. */
export function finishSubcommands(parent: Command, list: (command: Command) => Promise<void>): Command {
	const name = `hub ${parent.name()}`;
	const names = parent.commands.map((command) => command.name());
	return parent
		.helpCommand(false)
		.allowExcessArguments()
		.usage(`[${names.join("|")}] [options]`)
		.action(async (_options: unknown, command: Command) => {
			const [word] = command.args;
			if (word === undefined) return await list(command);
			const guess = closestWord(word, names);
			throw unknownName(
				`Unknown command "${name} ${word}".`,
				guess ? `Did you mean ${name} ${guess}?` : `Commands: ${names.join(", ")}.`,
			);
		});
}
