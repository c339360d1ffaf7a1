import { Command } from "commander";
import { closestWord } from "../../../catalogue/closest-word.ts";
import { COMMAND_ALIAS_PREFIX, readCommandAliases } from "../../config/command-aliases.ts";
import { updateConfig } from "../../config/write.ts";
import type { Context } from "../../context.ts";
import { alreadyExists, noInput, unknownName, unknownWord, wrongValue } from "../../errors/usage.ts";
import { addSubcommand, finishSubcommands } from "../../options/subcommands.ts";
import { declareValues } from "../../options/value-kinds.ts";
import { printJson } from "../../terminal/json.ts";
import { splitShellWords } from "../../terminal/shells.ts";
import { printTable, type TableView } from "../../terminal/table.ts";
import PAGE from "./command.json" with { type: "json" };

type Action = (words: string[], commands: readonly string[], context: Context) => Promise<void>;

const ACTIONS = { list, set, delete: remove } satisfies Record<string, Action>;

/** `hub alias`: names for command lines; none hides one of the `commands`. */
export function createCommand(context: Context, commands: readonly string[]): Command {
	const alias = new Command(PAGE.name).description(PAGE.description);
	const add = (name: keyof typeof ACTIONS, usage: string, summary: string, example: string): Command =>
		addSubcommand(alias, `${name} ${usage}`.trim(), summary, example).action((...args: unknown[]) =>
			ACTIONS[name]((args.at(-1) as Command).args, commands, context),
		);
	add("list", "", "print every alias with its command line (default)", "list --json");
	add("set", "<name> <line>", "name a command line", `set fast "infer -t chat -m meta-llama/Llama-3.1-8B-Instruct"`);
	// The line may begin with a flag.
	alias.commands.at(-1)?.allowUnknownOption();
	for (const argument of add("delete", "<name>", "remove an alias", "delete fast").registeredArguments) {
		declareValues(argument, "alias");
	}
	const help = ["", ...PAGE.help].join("\n");
	return finishSubcommands(alias, () => list([], commands, context)).addHelpText("after", help);
}

const ALIASES: TableView<{ name: string; line: string }> = {
	cells: ({ name, line }) => [name, line],
	columns: [
		{ title: "ALIAS", value: ({ name }) => name, whole: true, style: "cyan" },
		{ title: "STANDS FOR", value: ({ line }) => `hub ${line}` },
	],
};

async function list(_words: string[], _commands: readonly string[], context: Context): Promise<void> {
	const aliases = Object.entries(readCommandAliases(context)).map(([name, line]) => ({ name, line }));
	if (context.flags.json) return await printJson(aliases, context);
	if (aliases.length === 0) return context.note('No aliases yet. Create one with hub alias set NAME "…".');
	await printTable(aliases, ALIASES, context);
}

async function set([name = "", given = ""]: string[], commands: readonly string[], context: Context): Promise<void> {
	const line = given.trim().replace(/^hub\s+(?=\S)/, "");
	checkName(name, commands);
	checkLine(line, commands);
	const before = readCommandAliases(context)[name];
	await updateConfig(context, (stored) => {
		stored[COMMAND_ALIAS_PREFIX + name] = line;
	});
	if (context.flags.json) return await printJson({ name, line }, context);
	context.note(`hub ${name} = hub ${line}${before === undefined || before === line ? "" : ` (was: hub ${before})`}`);
}

async function remove([name = ""]: string[], _commands: readonly string[], context: Context): Promise<void> {
	const aliases = readCommandAliases(context);
	const line = aliases[name];
	if (line === undefined) throw unknownWord("alias", name, Object.keys(aliases), "hub alias list prints all.");
	await updateConfig(context, (stored) => {
		delete stored[COMMAND_ALIAS_PREFIX + name];
	});
	if (context.flags.json) return await printJson({ name, line }, context);
	context.note(`Removed the alias ${name} (hub ${line}).`);
}

function checkName(name: string, commands: readonly string[]): void {
	if (commands.includes(name)) {
		const problem = `An alias cannot be named "${name}": hub has a command with that name.`;
		throw alreadyExists(problem, "Choose another name.");
	}
	if (!/^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u.test(name)) {
		throw wrongValue(`An alias cannot be named "${name}".`, "Use letters, digits and hyphens.");
	}
}

/** The line of an alias must run a command or contain a prompt: otherwise a typo would be sent to a model. */
function checkLine(line: string, commands: readonly string[]): void {
	const words = splitShellWords(line);
	if (!words) throw wrongValue("A quote in the line is not closed.");
	const [first] = words;
	if (first === undefined) throw noInput("The alias is empty.", 'Give a line: "infer -t chat"');
	if (first.startsWith("-") || /[\s$]/.test(first) || commands.includes(first)) return;
	const guess = closestWord(first, commands);
	throw unknownName(
		`An alias must begin with a hub command, not with "${first}".`,
		guess ? `Did you mean ${guess}?` : "See hub --help for the commands.",
	);
}
