import { type Command, Help, Option } from "commander";
import { version } from "../../base/version.ts";
import type { Context } from "../context.ts";
import { fitHelp } from "../terminal/page.ts";
import { GLOBAL_FLAGS } from "./global-flags.ts";
import { type OptionRow, parseValue } from "./parsers.ts";

const GROUP = "Global options:";

/** Adds options under their help headings. */
export function addOptions(command: Command, groups: OptionGroups): Command {
	for (const [group, rows] of Object.entries(groups)) {
		for (const row of rows) {
			if (row instanceof Option) {
				command.addOption(row.helpGroup(group));
				continue;
			}
			const { flags, description, value, choices, fallback } = row;
			const option = new Option(flags, description).helpGroup(group);
			// First: it sets a parser of its own.
			if (choices) option.choices(choices);
			// Called if the option is given.
			if (value) option.argParser((text, previous) => parseValue(value, text, previous));
			if (fallback !== undefined) option.default(fallback, "none");
			command.addOption(option);
		}
	}
	return command;
}

/** Long flags that the short help of a command shows; the others are in `--help --all`. */
const COMMON = new WeakMap<Command, ReadonlySet<string>>();

/** Makes `--help` show the options most used; `--help --all` shows every one. */
export function shortenHelp(command: Command, flags: string): Command {
	COMMON.set(command, new Set(flags.split(" ")));
	return command.addHelpText("after", "\nThese are the options most used; --help --all lists every one.");
}

/** Help heading → options: shared ones as rows, a command's own also as commander's. */
export type OptionGroups = Readonly<Record<string, readonly (Option | OptionRow)[]>>;

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
	command.version(version, "-V, --version", "print the version").helpOption("-h, --help", "print this help");
	for (const subcommand of command.commands) subcommand.copyInheritedSettings(command);
	return command.addHelpText(
		"afterAll",
		"\nEvery command also takes --json, --sandbox, --token and others: see hub help options",
	);
}
