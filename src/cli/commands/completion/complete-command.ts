import { Argument, Command, type CommandUnknownOpts, Help } from "@commander-js/extra-typings";
import { taskName } from "../../../catalogue/aliases.ts";
import { readCommandAliases } from "../../config/command-aliases.ts";
import type { Context } from "../../context.ts";
import { TOPICS } from "../../help/topics.ts";
import { readSeenModels } from "../../network/model-cache.ts";
import { splitCommandLine } from "../../options/command-line.ts";
import type { CommandEntry } from "../../options/define-command.ts";
import { type CreateCommand, defineCommand, finishCommand } from "../../options/define-command.ts";
import { VALUE_FLAGS } from "../../options/global-options.ts";
import { findMeantName } from "../../options/meant-name.ts";
import type { AnyArgument, AnyOption } from "../../options/option-values.ts";
import { kindOfArgument, kindOfOption, type ListedKind, type ValueKind } from "../../options/value-kinds.ts";
import { splitShellWords } from "../../terminal/shells.ts";
import { onOneLine } from "../../terminal/width.ts";
import { isPromptFlag, PROMPT_VALUE_FLAGS } from "../infer/prompt-flags.ts";

/** `hub __complete`: completes the last word; called by the scripts of `hub completion`. */
export const createCommand: CreateCommand = (context, commands = []) =>
	defineCommand({
		name: "__complete",
		description: "Prints what completion scripts need: a kind (words, files), then one word per line.",
		arguments: [new Argument("[words...]", "the words after hub; the last one is completed")],
		action: async ([words]) => await context.print(formatCompletion(await complete(words, commands, context))),
	})(context);

type Completion =
	| { kind: "words"; candidates: Candidate[] }
	/** File names, after an unchanged prefix (`@`, `--input=`). */
	| { kind: "files"; prefix: string };

/** Completes the last of the words after `hub`, which may be empty, with the objects that parse the command line. */
export async function complete(
	words: readonly string[],
	commands: readonly CommandEntry[],
	context: Context,
): Promise<Completion> {
	const current = words.at(-1) ?? "";
	const before = words.slice(0, -1);
	const { command: name, topic, args, words: all } = splitCommandLine(before, PROMPT_VALUE_FLAGS);
	if (name === undefined && !before.some(isPromptFlag)) return completeRoot(before, current, commands, context);
	if (name === "help") {
		const isFirst = topic === undefined && args.length === 0;
		return fitting(isFirst ? [...listCommands(commands), ...TOPICS.map(describeEntry)] : [], current);
	}
	const named = commands.find((candidate) => candidate.name === name);
	const line = named || name === undefined ? undefined : readCommandAliases(context)[name];
	if (line !== undefined)
		return await complete([...(splitShellWords(line) ?? []), ...args, current], commands, context);
	const names = commands.map((candidate) => candidate.name);
	if (!named && name !== undefined && findMeantName(name, names)) return fitting([], current);
	// A first word that is not a command begins a prompt, and takes its options.
	const entry = named ?? commands.find((candidate) => candidate.name === "infer");
	if (!entry) return fitting([], current);
	const { createCommand } = await entry.load();
	const root = finishCommand(createCommand(context, commands), context).name(entry.name);
	const place = findPlace(root, named ? args : all);
	if (place.option) return await completeValue(kindOfOption(place.option), place.option, "", current, context);
	if (!place.isEnded && current.startsWith("-") && current !== "-") {
		return await completeFlag(place.command, current, context);
	}
	// An optional value, or a word that has a meaning after a switch: `--resume ID`, `-c ID`.
	const last = place.isEnded ? undefined : findOption(place.command, before.at(-1) ?? "");
	if (last && !["text", "file"].includes(kindOfOption(last))) {
		return await completeValue(kindOfOption(last), last, "", current, context);
	}
	const { commands: subcommands } = place.command;
	const { registeredArguments } = place.command;
	if (place.position === 0 && subcommands.length > 0) {
		const names = subcommands.map((command) => ({
			value: command.name(),
			description: command.summary() || command.description(),
		}));
		const known = fitting(names, current);
		// A command with subcommands may take files too: a word that matches no subcommand is a file.
		const [first] = registeredArguments;
		const isNamed = names.some(({ value }) => value.startsWith(current));
		if (first === undefined || isNamed) return known;
		return await completeValue(kindOfArgument(first, root), first, "", current, context);
	}
	const lastArgument = registeredArguments.at(-1);
	const argument = registeredArguments[place.position] ?? (lastArgument?.variadic ? lastArgument : undefined);
	// How a prompt continues is unknown.
	if (argument && !named) return fitting([], current);
	if (argument) return await completeValue(kindOfArgument(argument, root), argument, "", current, context);
	// Nothing but flags can follow.
	return place.isEnded ? fitting([], "") : fitting(listFlags(place.command), current);
}

async function completeRoot(
	before: readonly string[],
	current: string,
	commands: readonly CommandEntry[],
	context: Context,
): Promise<Completion> {
	if (VALUE_FLAGS.has(before.at(-1) ?? "")) return fitting([], current);
	if (!current.startsWith("-")) {
		return fitting([...listCommands(commands), ...listAliases(context)], current);
	}
	const infer = await commands.find(({ name }) => name === "infer")?.load();
	const command: CommandUnknownOpts = infer ? infer.createCommand(context) : new Command();
	return await completeFlag(finishCommand(command, context), current, context);
}

function listCommands(commands: readonly CommandEntry[]): Candidate[] {
	const shown = commands.filter(({ isHidden }) => !isHidden).map(describeEntry);
	return [...shown, { value: "help", description: "print the help of a command, or about a topic" }];
}

const describeEntry = ({ name, summary }: { name: string; summary: string }): Candidate => ({
	value: name,
	description: summary,
});

function listAliases(context: Context): Candidate[] {
	const aliases = Object.entries(readCommandAliases(context));
	return aliases.map(([value, line]) => ({ value, description: `hub ${line}` }));
}

interface CursorPosition {
	command: CommandUnknownOpts;
	option: AnyOption | undefined;
	position: number;
	/** Whether `--` came before it. */
	isEnded: boolean;
}

function findPlace(root: CommandUnknownOpts, args: readonly string[]): CursorPosition {
	const place: CursorPosition = { command: root, option: undefined, position: 0, isEnded: false };
	for (const word of args) {
		if (place.option) place.option = undefined;
		else if (word === "--" && !place.isEnded) place.isEnded = true;
		else if (word.startsWith("-") && word !== "-" && !place.isEnded) {
			const option = findOption(place.command, word);
			if (option?.required) place.option = option;
		} else {
			const subcommand = place.command.commands.find((candidate) => candidate.name() === word);
			if (subcommand && place.position === 0) place.command = subcommand;
			else place.position++;
		}
	}
	return place;
}

/** A subcommand takes the options of the command above it too. */
function listOptions(command: CommandUnknownOpts): AnyOption[] {
	// The help of a command leaves the global options out.
	const own = new Help().visibleOptions(command);
	return command.parent ? [...own, ...listOptions(command.parent).filter(({ long }) => long !== "--help")] : own;
}

function findOption(command: CommandUnknownOpts, word: string): AnyOption | undefined {
	return listOptions(command).find(({ long, short }) => long === word || short === word);
}

function listFlags(command: CommandUnknownOpts): Candidate[] {
	return listOptions(command).flatMap(({ long, short, description }) =>
		[long, short].flatMap((value) => (value ? [{ value, description }] : [])),
	);
}

async function completeFlag(command: CommandUnknownOpts, current: string, context: Context): Promise<Completion> {
	const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
	if (name === undefined || value === undefined) return fitting(listFlags(command), current);
	const option = findOption(command, name);
	if (!option?.required) return fitting([], current);
	return await completeValue(kindOfOption(option), option, `${name}=`, value, context);
}

/** @param prefix the text before the value in the same word */
async function completeValue(
	kind: ValueKind,
	{ argChoices }: AnyOption | AnyArgument,
	prefix: string,
	value: string,
	context: Context,
): Promise<Completion> {
	if (argChoices) return fitting(toCandidates(argChoices), value, prefix);
	if (kind === "file") return { kind: "files", prefix };
	// Any value may be read from a file.
	const file = /^(?:[\w.]+=)?@/.exec(value);
	if (kind === "text") return file ? { kind: "files", prefix: prefix + file[0] } : fitting([], value);
	// Providers may be listed, `a,b,c`.
	const listed = kind === "provider" || kind === "model" ? value.slice(0, value.lastIndexOf(",") + 1) : "";
	return fitting(await SOURCES[kind](context), value.slice(listed.length), prefix + listed);
}

function fitting(candidates: readonly Candidate[], current: string, prefix = ""): Completion {
	const found = candidates.filter(({ value }) => value.startsWith(current));
	const prefixed = found.map(({ value, description }) => ({ value: prefix + value, description }));
	return { kind: "words", candidates: prefixed };
}

/** The form of the shell scripts: the kind and the prefix of files, or a line per word, its description after a tab. */
function formatCompletion(completion: Completion): string {
	if (completion.kind === "files") return `files\t${completion.prefix}\n`;
	const lines = completion.candidates.map(({ value, description }) =>
		description ? `${value}\t${description.replace(/\s+/g, " ")}` : value,
	);
	return `${["words", ...lines].join("\n")}\n`;
}

interface Candidate {
	value: string;
	description?: string | undefined;
}

const toCandidates = (values: readonly string[]): Candidate[] => values.map((value) => ({ value }));

const nameEntry = ({ id, name }: { id: string; name: string }): Candidate => ({ value: id, description: name });

const SOURCES = {
	task: async () => {
		const { TASK_LIST } = await import("../../lists/tasks.ts");
		const ids = TASK_LIST.map(({ id, name }) => ({ value: taskName(id), description: name }));
		const aliases = TASK_LIST.flatMap(({ id, aliases }) =>
			aliases.map((value) => ({ value, description: taskName(id) })),
		);
		return [...ids, ...aliases.filter(({ value, description }) => value !== description)];
	},
	library: async () => {
		const { LIBRARY_LIST } = await import("../../lists/libraries.ts");
		return LIBRARY_LIST.map(nameEntry);
	},
	provider: async () => {
		const [providers, { PROVIDER_NAMES }] = await Promise.all([listProviders(), import("../../options/provider.ts")]);
		const known = new Set(providers.map(({ value }) => value));
		return [...providers, ...toCandidates(PROVIDER_NAMES.filter((name) => !known.has(name)))];
	},
	"provider-id": listProviders,
	model: async (context) =>
		readSeenModels(context).map(({ id, task = "" }) => ({ value: id, description: taskName(task) })),
	modality: async () => {
		const { MODALITIES, MODALITY_LABELS } = await import("../../../catalogue/pipelines.ts");
		return MODALITIES.map((value) => ({ value, description: MODALITY_LABELS[value] }));
	},
	language: async () => {
		const { inferenceSnippetLanguages } = await import("../../../catalogue/inference-snippets.ts");
		return toCandidates(inferenceSnippetLanguages);
	},
	client: async () => {
		const { CLIENT_NAMES } = await import("../snippet/api-snippets.ts");
		return toCandidates(CLIENT_NAMES);
	},
	setting: async () => {
		const { SETTINGS } = await import("../../config/settings.ts");
		const { TASK_LIST } = await import("../../lists/tasks.ts");
		const models = TASK_LIST.map(({ id, name }) => ({
			value: `model.${taskName(id)}`,
			description: `default model: ${name}`,
		}));
		return [...Object.entries(SETTINGS).map(([value, { summary }]) => ({ value, description: summary })), ...models];
	},
	alias: async (context) => listAliases(context),
	chat: async (context) => {
		const { listChats, formatAge } = await import("../chat/store.ts");
		return listChats(context.env).map(({ id, title, model, changed }) => {
			const facts = [onOneLine(title).slice(0, 50), model, formatAge(changed, context.now())];
			return { value: id, description: facts.filter(Boolean).join(" · ") };
		});
	},
	"saved-prompt": async (context) => {
		const { listPrompts } = await import("../prompt/store.ts");
		return toCandidates(listPrompts(context.env));
	},
} satisfies Record<ListedKind, (context: Context) => Promise<Candidate[]>>;

async function listProviders(): Promise<Candidate[]> {
	const { ALL_PROVIDERS } = await import("../../../inference/providers/index.ts");
	const byId = ALL_PROVIDERS.toSorted((left, right) => (left.id < right.id ? -1 : 1));
	return byId.map(({ id, label }) => ({ value: id, description: label }));
}
