import { Command, Help, InvalidArgumentError, Option } from "commander";
import { version } from "../../base/version.ts";
import type { Context } from "../context.ts";
import { fitHelp } from "../terminal/page.ts";
import shared from "./data/shared.json" with { type: "json" };
import { GLOBAL_FLAGS, SANDBOX } from "./global-flags.ts";
import { type OptionRow, type Parser, parserOf } from "./parsers.ts";
import { declareValues } from "./value-kinds.ts";

const GROUP = "Global options:";

/** A command as data: `command.json` in its folder. */
export interface CommandPage {
	name: string;
	description: string;
	args?: readonly (readonly string[])[];
	/** The flags that `--help` shows, if not all of them; `--help --all` does. */
	mostUsed?: string | undefined;
	/** Help heading → options: as data, or names of shared ones. */
	options?: Readonly<Record<string, readonly (OptionRow | string)[]>>;
	/** Lines below the options. */
	help?: readonly string[];
}

/** What the data of a command names, and only its code knows. */
interface CommandParts extends Pick<CommandPage, "mostUsed"> {
	choices?: Readonly<Record<string, readonly string[]>>;
	parsers?: Readonly<Record<string, Parser>>;
}

export function buildCommand(page: CommandPage, parts: CommandParts = {}): Command {
	const command = new Command(page.name).description(page.description);
	for (const [usage = "", meaning] of page.args ?? []) command.argument(usage, meaning);
	addOptions(command, page.options ?? {}, { ...parts, mostUsed: page.mostUsed });
	return page.help ? command.addHelpText("after", ["", ...page.help].join("\n")) : command;
}

/** Options of several commands, by what they are for. */
export const SHARED_OPTIONS: Readonly<Record<string, readonly OptionRow[]>> = shared;

/** Long flags that the short help of a command shows; the others are in `--help --all`. */
const COMMON = new WeakMap<Command, ReadonlySet<string>>();

type OptionGroups = NonNullable<CommandPage["options"]>;

export function addOptions(command: Command, groups: OptionGroups, parts: CommandParts = {}): Command {
	const { choices = {}, parsers = {}, mostUsed } = parts;
	for (const [group, entries] of Object.entries(groups)) {
		const rows = entries.flatMap((entry): readonly OptionRow[] => {
			const found = typeof entry === "string" ? SHARED_OPTIONS[entry] : [entry];
			if (!found) throw new Error(`There are no shared options "${String(entry)}".`);
			return found;
		});
		for (const row of rows) {
			const { value } = row;
			const option = new Option(row.flags, row.description).helpGroup(group);
			// First: it sets a parser of its own.
			if (row.choices) option.choices(typeof row.choices === "string" ? (choices[row.choices] ?? []) : row.choices);
			// Found only if the option is given.
			if (value) option.argParser((text, previous) => parserOf(value, parsers)(text, previous));
			if (row.default !== undefined) option.default(row.default);
			if (row.fallback !== undefined) option.default(row.fallback, "none");
			if (row.words === "provider-id") declareValues(option, row.words);
			command.addOption(option.hideHelp(row.isHidden ?? false));
		}
	}
	if (mostUsed === undefined) return command;
	COMMON.set(command, new Set(mostUsed.split(" ")));
	return command.addHelpText("after", "\nThese are the options most used; --help --all lists every one.");
}

/** Their arguments are command lines, which may begin with a flag. */
const TAKES_LINES = /^(hub )?(alias|__complete)$/;

/** For commands that call no provider: `-p sandbox` means the same in every command. */
function createSandboxOption(): Option {
	return new Option("-p, --provider <id>", "sandbox: the same as --sandbox").hideHelp().argParser((text) => {
		if (text === SANDBOX) return text;
		throw new InvalidArgumentError("This command calls no provider; only -p sandbox applies to it.");
	});
}

/**
 * Completes a command: adds the options of {@link GLOBAL_FLAGS}, `--help` and `--version`, and makes commander write to
 * the context's streams and throw instead of exiting.
 * @param write receives the help; by default it goes to standard output
 * @param isWhole whether the help shows every option
 */
export function finishCommand(
	command: Command,
	context: Context,
	write: (text: string) => void = (text) => void context.stdout.write(text),
	isWhole = false,
): Command {
	const columns = context.stdout.columns ?? 80;
	command
		.exitOverride()
		.showSuggestionAfterError()
		.configureHelp({
			showGlobalOptions: false,
			sortSubcommands: false,
			// They are the same everywhere: `hub help options` lists them.
			visibleOptions(shown) {
				const common = isWhole ? undefined : COMMON.get(shown);
				return Help.prototype.visibleOptions
					.call(this, shown)
					.filter(({ helpGroupHeading, long }) => helpGroupHeading !== GROUP && (!common || common.has(long ?? "")));
			},
		})
		.configureOutput({
			writeOut: (text) => write(fitHelp(text, context.stdout.columns ?? 100)),
			// Errors are printed in one place, `reportError`.
			writeErr: () => undefined,
			outputError: () => undefined,
			// On a narrow terminal `fitHelp` wraps all of it.
			getOutHelpWidth: () => (columns < 80 ? Number.MAX_SAFE_INTEGER : Math.min(columns, 100)),
			getOutHasColors: () => context.colors.stdout.level > 0,
		});
	addOptions(command, { [GROUP]: GLOBAL_FLAGS });
	const hasProvider = command.options.some(({ long }) => long === "--provider");
	if (!hasProvider && !TAKES_LINES.test(command.name())) command.addOption(createSandboxOption());
	command.version(version, "-V, --version", "print the version").helpOption("-h, --help", "print this help");
	for (const subcommand of command.commands) subcommand.copyInheritedSettings(command);
	return command.addHelpText(
		"afterAll",
		"\nEvery command also takes --json, --sandbox, --token and others: see hub help options",
	);
}
