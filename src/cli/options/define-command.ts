import {
	type Argument,
	Command,
	type CommandUnknownOpts,
	Help,
	type InferArgument,
	InvalidArgumentError,
	Option,
} from "@commander-js/extra-typings";
import { version } from "../../base/version.ts";
import type { Context } from "../context.ts";
import { noInput } from "../errors/usage.ts";
import { fitHelp } from "../terminal/page.ts";
import { GLOBAL_OPTIONS, type GlobalOptions, SANDBOX } from "./global-options.ts";
import type { AnyArgument, AnyOption, Intersection, ValuesOf } from "./option-values.ts";
import { copyValueKind } from "./value-kinds.ts";

/** Heading in the help → options. */
export type OptionGroups = Readonly<Record<string, readonly AnyOption[]>>;

/** The values of the options of a command. */
export type OptionValues<Groups extends OptionGroups> = Intersection<
	{ [Group in keyof Groups]: ValuesOf<Groups[Group]> }[keyof Groups]
>;

type ArgumentValues<Arguments extends readonly unknown[]> = {
	[Index in keyof Arguments]: Arguments[Index] extends Argument<
		infer Usage,
		infer Default,
		infer Parsed,
		infer Required,
		infer Choices
	>
		? InferArgument<Usage, Default, Parsed, Required, Choices>
		: never;
};

type LongFlag<Flags extends string> = Flags extends `${string}, ${infer Long}`
	? LongFlag<Long>
	: Flags extends `${infer Long} ${string}`
		? Long
		: Flags;

type FlagsOf<One> =
	One extends Option<infer Flags, unknown, unknown, unknown, boolean, unknown> ? LongFlag<Flags> : never;

/** The definition of a command: its help, options and action. */
export interface CommandDefinition<
	Arguments extends readonly AnyArgument[],
	Groups extends OptionGroups,
	Inherited extends OptionGroups,
> {
	name: string;
	/** Default: the summary. */
	description?: string;
	arguments?: Arguments;
	options?: Groups;
	/** For the list of a command's subcommands. */
	summary?: string;
	subcommands?: readonly CreateCommand[];
	/** Options of the command above a subcommand, if its action reads them. */
	inherits?: Inherited;
	/** The long flags that the short help shows, if not all; `--help --all` shows every one. */
	mostUsed?: readonly (FlagsOf<Groups[keyof Groups][number]> | "--help")[];
	/** Lines below the options. */
	help?: readonly string[];
	/** Changes commander's settings for this command: what it accepts besides its arguments. */
	configure?: (command: CommandUnknownOpts, context: Context) => void;
	action?: (
		words: ArgumentValues<Arguments>,
		options: OptionValues<Groups> & OptionValues<Inherited> & GlobalOptions,
		context: Context,
		command: CommandUnknownOpts,
	) => Promise<void> | void;
}

/** A command: its line in `hub --help`, and how to load the rest. */
export interface CommandEntry {
	name: string;
	summary: string;
	load(): Promise<{ createCommand: CreateCommand }>;
	/** Hidden from help and suggestions. */
	isHidden?: boolean;
	/** The command rejects `--token` itself. */
	takesNoToken?: boolean;
	/** The list that `--json` alone prints; loading it takes much less time than loading the command. */
	loadList?: (() => Promise<readonly object[]>) | undefined;
}

/**
 * Makes a command for a context; parsing it runs the action.
 * @param commands all commands of `hub`, for the few that work on them
 */
export type CreateCommand = (context: Context, commands?: readonly CommandEntry[]) => CommandUnknownOpts;

/**
 * Defines a command. The types of the action's arguments follow from the declarations of arguments and options.
 * @throws TypeError at the first use for flags that commander cannot read
 */
export function defineCommand<
	const Arguments extends readonly AnyArgument[] = readonly [],
	const Groups extends OptionGroups = Record<never, never>,
	const Inherited extends OptionGroups = Record<never, never>,
>(definition: CommandDefinition<Arguments, Groups, Inherited>): CreateCommand {
	return (context) => {
		const command: CommandUnknownOpts = new Command(definition.name);
		const { summary, description } = definition;
		if (summary !== undefined) command.summary(summary);
		if (description !== undefined) command.description(description);
		for (const argument of definition.arguments ?? []) command.addArgument(argument as Argument);
		for (const [heading, options] of Object.entries(definition.options ?? {})) addOptions(command, heading, options);
		if (definition.mostUsed) {
			MOST_USED.set(command, new Set<string>(definition.mostUsed));
			// Help with every option does not mention others.
			command.addHelpText("after", () => (WHOLE.has(command) ? "" : MOST_USED_NOTE));
		}
		if (definition.help) command.addHelpText("after", ["", ...definition.help].join("\n"));
		const { action } = definition;
		if (action) {
			command.action((...values: unknown[]) => {
				// Commander appends the options and the command itself; an option may precede a subcommand.
				const words = values.slice(0, -2) as unknown as ArgumentValues<Arguments>;
				const own = values.at(-1) as CommandUnknownOpts;
				const options = { ...own.optsWithGlobals(), ...own.opts() } as Parameters<typeof action>[1];
				if (!TAKES_LINES.test(own.name())) rejectEmptyWords(own.args);
				return action(words, options, context, own);
			});
		}
		for (const createSubcommand of definition.subcommands ?? []) {
			const subcommand = createSubcommand(context);
			command.addCommand(subcommand.copyInheritedSettings(command).helpOption("-h, --help", "print this help"));
		}
		definition.configure?.(command, context);
		return command;
	};
}

const MOST_USED_NOTE = "\nThese are the most used options; --help --all lists all of them.";

/** Commands whose help shows every option. */
const WHOLE = new WeakSet<CommandUnknownOpts>();

/** Commands whose short help leaves options out → the long flags that it shows. */
const MOST_USED = new WeakMap<CommandUnknownOpts, ReadonlySet<string>>();

function addOptions(command: CommandUnknownOpts, heading: string, options: readonly AnyOption[]): void {
	for (const option of options) {
		// A shared option has a different heading in each command.
		const own: Option = Object.assign(Object.create(Object.getPrototypeOf(option) as object), option);
		command.addOption(copyValueKind(option, own.helpGroup(heading)));
	}
}

/** Their arguments are command lines, which may begin with a flag. */
const TAKES_LINES = /^(hub )?(alias|__complete)$/;

/** `hub "$UNSET"` must not do what `hub` does, whatever the command. */
function rejectEmptyWords(words: readonly string[]): void {
	if (words.length === 0 || words.some((word) => word.trim() !== "")) return;
	throw noInput("There is no input: the argument is empty.", "A variable that is not set gives an empty argument.");
}

/** For commands that call no provider: `-p sandbox` means the same in every command. */
function createSandboxOption() {
	return new Option("-p, --provider <id>", "sandbox: the same as --sandbox").hideHelp().argParser((text: string) => {
		if (text === SANDBOX) return text;
		throw new InvalidArgumentError("This command calls no provider; only -p sandbox applies to it.");
	});
}

const GLOBAL_HEADING = "Global options:";

/**
 * Completes a command: adds the global options, `--help` and `--version`, and makes commander write to the context's
 * streams and throw instead of exiting.
 * @param write receives the help; by default it goes to standard output
 * @param isWhole whether the help shows every option
 */
export function finishCommand(
	command: CommandUnknownOpts,
	context: Context,
	write: (text: string) => void = (text) => void context.stdout.write(text),
	isWhole = false,
): CommandUnknownOpts {
	const columns = context.stdout.columns ?? 80;
	if (isWhole) for (const one of [command, ...command.commands]) WHOLE.add(one);
	command
		.exitOverride()
		.showSuggestionAfterError()
		.configureHelp({
			showGlobalOptions: false,
			sortSubcommands: false,
			// They are the same everywhere: `hub help options` lists them.
			visibleOptions(shown) {
				const mostUsed = isWhole ? undefined : MOST_USED.get(shown);
				return Help.prototype.visibleOptions
					.call(this, shown)
					.filter(
						({ helpGroupHeading, long }) =>
							helpGroupHeading !== GLOBAL_HEADING && (!mostUsed || mostUsed.has(long ?? "")),
					);
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
	addOptions(command, GLOBAL_HEADING, GLOBAL_OPTIONS);
	const hasProvider = command.options.some(({ long }) => long === "--provider");
	if (!hasProvider && !TAKES_LINES.test(command.name())) command.addOption(createSandboxOption());
	command.version(version, "-V, --version", "print the version").helpOption("-h, --help", "print this help");
	for (const subcommand of command.commands) subcommand.copyInheritedSettings(command);
	return command.addHelpText(
		"afterAll",
		"\nEvery command also takes --json, --sandbox, --token and others: see hub help options",
	);
}
