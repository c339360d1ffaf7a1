import { type Command, Help, InvalidArgumentError, Option } from "commander";
import { version } from "../../version.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { fitHelp } from "../terminal/fit-help.ts";
import { GLOBAL_FLAGS } from "./global-flags.ts";
import type { OptionRow, ValueKind } from "./option-row.ts";
import { readSize, SIZE_FORM } from "./size.ts";

/** Options every command has. */
export interface GlobalOptions {
	token?: string;
	tokenStdin?: boolean;
	sandbox?: boolean;
	timeout?: number;
	retries?: number;
	proxy?: string;
	header?: Record<string, string>;
	/** Bytes. */
	maxInput?: number;
	/** Bytes. */
	maxOutput?: number;
	json?: boolean;
	jq?: string;
	template?: string;
	quiet?: boolean;
	debug?: boolean;
	color?: boolean;
}

const GROUP = "Global options:";

/** Adds options under the headings they have in the help. */
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
			// Called where the option is given.
			if (value) option.argParser((text, previous) => parseValue(value, text, previous));
			if (fallback !== undefined) option.default(fallback, "none");
			command.addOption(option);
		}
	}
	return command;
}

/** Heading in the help → its options: shared ones as rows, a command's own also as commander's. */
export type OptionGroups = Readonly<Record<string, readonly (Option | OptionRow)[]>>;

function parseValue(kind: ValueKind, text: string, previous: unknown): unknown {
	if (typeof kind === "object") {
		return "number" in kind ? parseNumber(kind.number, kind.least)(text) : parseInteger(kind.integer, kind.least)(text);
	}
	return PARSERS[kind](text, previous);
}

/**
 * Completes a command: adds the options of {@link GLOBAL_FLAGS}, `--help` and `--version`, and has commander write to the
 * context's streams and throw instead of exiting.
 * @param write receives the help; by default it goes to standard output
 */
export function finishCommand(
	command: Command,
	context: Context,
	write: (text: string) => void = (text) => void context.stdout.write(text),
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
				return Help.prototype.visibleOptions.call(this, shown).filter((option) => option.helpGroupHeading !== GROUP);
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

/** Parser of a number not below `least`. */
export function parseNumber(what: string, least = Number.NEGATIVE_INFINITY): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (text.trim() === "" || Number.isNaN(value) || value < least) {
			const bound = Number.isFinite(least) ? ` not below ${least}` : "";
			throw new InvalidArgumentError(`Give ${what} as a number${bound}.`);
		}
		return value;
	};
}

/** Parser of a whole number not below `least`. */
export function parseInteger(what: string, least = Number.NEGATIVE_INFINITY): (text: string) => number {
	const parse = parseNumber(what, least);
	return (text) => {
		const value = parse(text);
		if (!Number.isInteger(value)) throw new InvalidArgumentError(`Give ${what} as a whole number.`);
		return value;
	};
}

/** Gathers the values of a repeatable option. */
export function collect(value: string, previous: string[] | undefined): string[] {
	return [...(previous ?? []), value];
}

/** Parses the name of an account, which is sent in a header. */
function parseAccount(text: string): string {
	if (text.trim() === "" || !isHeaderText(text)) throw new InvalidArgumentError("Give the name as it is on the hub.");
	return text.trim();
}

/** Whether a header can hold it. */
function isHeaderText(text: string): boolean {
	return /^[\t\x20-\x7e\xa0-\xff]*$/.test(text);
}

/** Headers of the connection, not of the request. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
	"connection",
	"content-length",
	"expect",
	"keep-alive",
	"transfer-encoding",
	"upgrade",
]);

function parseHeader(text: string): Record<string, string> {
	const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/s.exec(text) ?? [];
	if (name === undefined || value === undefined || !isHeaderText(value)) {
		// Not repeated as the errors of other options do: it may hold a key.
		throw new UsageError(
			"A --header cannot be read.",
			"Write it as 'Name: value', without exotic characters.",
			"option-value",
		);
	}
	if (OWN_HEADERS.has(name.toLowerCase()))
		throw new UsageError(`--header ${name}: the connection sets it itself.`, undefined, "option-value");
	return { [name]: value };
}

function parseSize(text: string): number {
	const size = readSize(text);
	if (size === undefined) throw new InvalidArgumentError(`Give ${SIZE_FORM}.`);
	return size;
}

const PARSERS: Readonly<Record<Exclude<ValueKind, object>, (text: string, previous: unknown) => unknown>> = {
	repeated: (text, previous) => [...(Array.isArray(previous) ? previous : []), text],
	list: splitList,
	size: parseSize,
	header: (text, previous) => ({ ...(previous as Record<string, string> | undefined), ...parseHeader(text) }),
	account: parseAccount,
};

/** Returns the values of a list with commas. */
function splitList(text: string): string[] {
	return text
		.split(",")
		.map((part) => part.trim())
		.filter(Boolean);
}
