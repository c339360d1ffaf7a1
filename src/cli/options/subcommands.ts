import { closestWord } from "../../catalogue/closest-word.ts";
import { unknownName } from "../errors/usage.ts";
import { type CommandDefinition, type CreateCommand, defineCommand, type OptionGroups } from "./define-command.ts";
import type { AnyArgument } from "./option-values.ts";

/** Other words for subcommands, from other tools. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
	delete: ["rm", "remove"],
	list: ["ls"],
	save: ["add"],
	set: ["add"],
	unset: ["rm", "remove", "delete"],
};

type AnyArguments = readonly AnyArgument[];

/** A subcommand: its description follows from its summary. */
type SubcommandDefinition<
	Arguments extends AnyArguments,
	Groups extends OptionGroups,
	Inherited extends OptionGroups,
> = Omit<CommandDefinition<Arguments, Groups, Inherited>, "description" | "help" | "summary"> & {
	summary: string;
	/** A line that works when pasted. */
	example: string;
	/** Further help to refer to, besides the global options. */
	seeAlso: string;
};

/** Defines a subcommand such as `hub alias set`, with the synonyms of its name. */
export function defineSubcommand<
	const Arguments extends AnyArguments = readonly [],
	const Groups extends OptionGroups = Record<never, never>,
	const Inherited extends OptionGroups = Record<never, never>,
>(definition: SubcommandDefinition<Arguments, Groups, Inherited>): CreateCommand {
	const { example, seeAlso, ...rest } = definition;
	const { name, summary } = rest;
	const create = defineCommand<Arguments, Groups, Inherited>({
		...rest,
		description: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
		help: ["Example:", `  ${example}`, "", `See also:   ${seeAlso}, hub help options`],
	});
	return (context) => create(context).aliases(SYNONYMS[name] ?? []);
}

/** A command that is made of subcommands. */
interface CommandGroup {
	name: string;
	description: string;
	subcommands: readonly CreateCommand[];
	/** Runs if no subcommand is named; default: the help. */
	whenAlone?: NonNullable<CommandDefinition<readonly [], Record<never, never>, Record<never, never>>["action"]>;
	help: readonly string[];
}

/** Defines a command of subcommands, which suggests one of them for another word. */
export function defineCommandGroup({ whenAlone, ...definition }: CommandGroup): CreateCommand {
	const name = `hub ${definition.name}`;
	return defineCommand({
		...definition,
		configure: (command) => {
			const names = command.commands.map((subcommand) => subcommand.name());
			command
				.helpCommand(false)
				.allowExcessArguments()
				.usage(`[${names.join("|")}] [options]`);
		},
		action: async (_words, options, context, command) => {
			const [word] = command.args;
			if (word === undefined) return whenAlone ? await whenAlone([], options, context, command) : command.help();
			const names = command.commands.map((subcommand) => subcommand.name());
			const guess = closestWord(word, names);
			throw unknownName(
				`Unknown command "${name} ${word}".`,
				guess ? `Did you mean ${name} ${guess}?` : `Commands: ${names.join(", ")}.`,
			);
		},
	});
}
