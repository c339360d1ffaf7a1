import { Argument } from "@commander-js/extra-typings";
import { closestWord } from "../../../catalogue/closest-word.ts";
import { COMMAND_ALIAS_PREFIX, readCommandAliases } from "../../config/command-aliases.ts";
import { updateConfig } from "../../config/write.ts";
import type { Context } from "../../context.ts";
import { alreadyExists, noInput, unknownName, unknownWord, wrongValue } from "../../errors/usage.ts";
import type { CreateCommand } from "../../options/define-command.ts";
import { defineCommandGroup, defineSubcommand } from "../../options/subcommands.ts";
import { declareValues } from "../../options/value-kinds.ts";
import { printJson } from "../../terminal/json.ts";
import { splitShellWords } from "../../terminal/shells.ts";
import { printTable, type TableView } from "../../terminal/table.ts";

/** `hub alias`: names for command lines; none hides a command. */
export const createCommand: CreateCommand = (context, commands = []) => {
	const names = [...commands.map(({ name }) => name), "help"];
	const list = defineSubcommand({
		name: "list",
		summary: "print every alias with its command line (default)",
		example: "hub alias list --json",
		seeAlso: SEE_ALSO,
		action: () => printAliases(context),
	});
	const set = defineSubcommand({
		name: "set",
		summary: "name a command line",
		arguments: [new Argument("<name>"), new Argument("<line>")],
		example: 'hub alias set fast "infer -t chat -m meta-llama/Llama-3.1-8B-Instruct"',
		seeAlso: SEE_ALSO,
		// The line may begin with a flag.
		configure: (command) => command.allowUnknownOption(),
		action: (_words, _options, _context, command) => setAlias(command.args, names, context),
	});
	const remove = defineSubcommand({
		name: "delete",
		summary: "remove an alias",
		arguments: [declareValues(new Argument("<name>"), "alias")],
		example: "hub alias delete fast",
		seeAlso: SEE_ALSO,
		action: ([name]) => removeAlias(name, context),
	});
	return defineCommandGroup({
		name: "alias",
		description: "Saves command lines under names. hub NAME then runs the whole line.",
		help: [
			"$1 to $9 are the words after the name, $@ is all of them; words without a placeholder are added at the end. Put the line",
			"in single quotes, or the shell replaces them itself. An alias cannot hide a command.",
			"",
			"Examples:",
			"  hub alias set joke 'infer --sandbox -t chat \"Tell me a joke about $1\"'",
			"  hub alias list",
			"  hub alias delete joke",
			"",
			"Fields of --json: name, line",
			"Exit codes: 0 success, 2 wrong usage",
			"See also:   hub config --help, hub infer --help",
		],
		subcommands: [list, set, remove],
		whenAlone: () => printAliases(context),
	})(context);
};

const SEE_ALSO = "hub alias --help";

const ALIASES: TableView<{ name: string; line: string }> = {
	cells: ({ name, line }) => [name, line],
	columns: [
		{ title: "ALIAS", value: ({ name }) => name, whole: true, style: "cyan" },
		{ title: "STANDS FOR", value: ({ line }) => `hub ${line}` },
	],
};

async function printAliases(context: Context): Promise<void> {
	const aliases = Object.entries(readCommandAliases(context)).map(([name, line]) => ({ name, line }));
	if (context.flags.json) return await printJson(aliases, context);
	if (aliases.length === 0) return context.note('No aliases yet. Create one with hub alias set NAME "…".');
	await printTable(aliases, ALIASES, context);
}

async function setAlias(
	[name = "", given = ""]: readonly string[],
	commands: readonly string[],
	context: Context,
): Promise<void> {
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

async function removeAlias(name: string, context: Context): Promise<void> {
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
