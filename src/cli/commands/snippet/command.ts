import type { Command } from "commander";
import type { ModelRecord } from "../../../hub/index.ts";
import { readConfig, resolveSetting } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { withSubject } from "../../errors/subject.ts";
import { optionConflict, UsageError, unknownWord } from "../../errors/usage.ts";
import { readTokenOption } from "../../input/token.ts";
import { buildCommand } from "../../options/add-options.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";
import { printJson } from "../../terminal/json.ts";
import { copyToClipboard, findTerminal } from "../../terminal/terminal.ts";
import PAGE from "./command.json" with { type: "json" };
import { bestOf, type FoundSnippet, parseLanguage, type Snippets } from "./entry.ts";
import {
	checkLibrary,
	describeCall,
	findAllSnippets,
	findCallFlag,
	findSnippets,
	type Selection,
} from "./find-snippets.ts";
import { noteOthers, noteProvider, noteVariants, printSnippet, printSnippets } from "./print-snippets.ts";

export interface SnippetOptions extends GlobalOptions, Selection {
	modelFile?: string;
	pick?: boolean;
	list?: boolean;
	copy?: boolean;
}

/** `hub snippet`: code that shows how to use a model. */
export function createCommand(context: Context): Command {
	return buildCommand(PAGE, { parsers: { parseLanguage } }).action(
		(model: string | undefined, options: SnippetOptions) => snippet(model, options, context),
	);
}

async function snippet(word: string | undefined, given: SnippetOptions, context: Context): Promise<void> {
	const target = await readTarget(word, given, context);
	await checkOptions(target.options);
	const { id, options } = await pickMissing(target, context);
	const record = await readRecord(id, options, context);
	await withSubject({ model: record.id }, () => showSnippets(record, options, context));
}

async function showSnippets(record: ModelRecord, options: SnippetOptions, context: Context): Promise<void> {
	if (options.list) {
		const { printSnippetList } = await import("./print-snippets.ts");
		return await printSnippetList(await findAllSnippets(record, options, context), context);
	}
	const choices = [options.library, options.lang, options.client, options.app, options.variant];
	const isOpen = choices.every((choice) => choice === undefined);
	if (isOpen && context.isInteractive && !options.json && !options.copy) {
		return await chooseSnippet(await findAllSnippets(record, options, context), record, options, context);
	}
	const found = await (options.json && isOpen ? findAllSnippets : findSnippets)(record, options, context);
	if (options.json) {
		const entries = found.map(({ entry }) => entry);
		return await printJson(entries, context);
	}
	const best = bestOf(found);
	noteProvider(best, context);
	if (isOpen || !context.stdout.isTTY) await printSnippet(best, context);
	else await printSnippets(found, context);
	if (!context.stdout.isTTY) noteVariants(best, found, context);
	if (isOpen && context.stdout.isTTY) {
		const all = best.entry.kind === "library" ? await findAllSnippets(record, options, context) : found;
		noteOthers(best, all, context);
	}
	if (options.copy) copySnippet(best, context);
}

interface Named {
	id: string | undefined;
	options: SnippetOptions;
}

/**
 * Returns the model and its provider separately; the provider `sandbox` means that the sandbox replaces the hub. With
 * `-` in place of the model, its record comes from standard input.
 */
async function readTarget(word: string | undefined, given: SnippetOptions, context: Context): Promise<Named> {
	if (word === "-") return await readTarget(undefined, { modelFile: "-", ...given }, context);
	// Loads every provider, so only if it can matter.
	const { splitModel } = word?.includes(":") ? await import("../../options/provider.ts") : { splitModel: undefined };
	const { model: id, provider } = splitModel?.(word, given.provider) ?? { model: word, provider: given.provider };
	const { value } = resolveSetting("provider", provider, context, readConfig(context));
	const options = { ...given, ...(provider === undefined ? {} : { provider }) };
	return { id, options: value === "sandbox" ? { ...options, sandbox: true } : options };
}

async function checkOptions(options: SnippetOptions): Promise<void> {
	const { library, allLibraries, client } = options;
	if (library !== undefined && allLibraries) throw optionConflict("--library", "--all-libraries");
	// Before the user is asked for the model.
	if (library !== undefined) await checkLibrary(library);
	const call = findCallFlag(options);
	const other = library !== undefined ? "--library" : allLibraries ? "--all-libraries" : call;
	if (options.app !== undefined && other !== undefined) {
		throw new UsageError(`--app cannot be combined with ${other}.`);
	}
	if ((library !== undefined || allLibraries) && call !== undefined) {
		throw new UsageError(
			`${allLibraries ? "--all-libraries" : "--library"} and ${call} cannot be combined.`,
			"The first shows how to load the model, the second how to call a provider.",
			"option-conflict",
		);
	}
	if (options.pick && options.modelFile !== undefined) {
		throw optionConflict("--pick", "--model-file");
	}
	if (options.list && options.copy) throw optionConflict("--list", "--copy");
	const readers = [options.modelFile, options.messages, options.input].filter((path) => path === "-");
	if (readers.length + (options.tokenStdin ? 1 : 0) > 1) {
		throw new UsageError("Standard input can be read only once.", "Give the others as files.", "option-conflict");
	}
	if (client !== undefined) {
		const { CLIENT_NAMES } = await import("./api-snippets.ts");
		if (!CLIENT_NAMES.includes(client)) {
			throw unknownWord("client", client, CLIENT_NAMES, `Clients: ${CLIENT_NAMES.join(", ")}.`);
		}
	}
}

async function readRecord(id: string | undefined, options: SnippetOptions, context: Context): Promise<ModelRecord> {
	if (options.modelFile !== undefined) {
		const { readRecordFile } = await import("./record.ts");
		return await readRecordFile(options.modelFile, id, context);
	}
	if (id === undefined) {
		throw new UsageError(
			"No model was given.",
			"Name one, such as openai/gpt-oss-20b, or use --model-file.",
			"no-model",
		);
	}
	const { fetchRecord } = await import("./record.ts");
	return await fetchRecord(id, options, context);
}

/** Lets the user choose missing values, and prints the equivalent command line. */
async function pickMissing({ id, options }: Named, context: Context): Promise<Named> {
	const mayAsk = context.isInteractive && !options.json;
	if (options.pick && !mayAsk) {
		throw new UsageError(
			"--pick needs a terminal.",
			"Name the model, and the provider with --provider.",
			"no-terminal",
		);
	}
	if (!mayAsk || options.modelFile !== undefined || (id !== undefined && !options.pick)) return { id, options };
	const [{ pickModel, pickProvider, pickTask }, { reportCommand }] = await Promise.all([
		import("../../prompts/pick.tsx"),
		import("../../prompts/fill-in.tsx"),
	]);
	const given = await readTokenOption(options, context);
	const model = id ?? (await pickModel({ ...given, task: await pickTask(context) }, context));
	const provider = given.provider ?? (given.pick ? await pickProvider({ ...given, model }, context) : undefined);
	const picked = provider === undefined ? given : { ...given, provider };
	reportCommand("snippet", [model], picked, context);
	return { id: model, options: picked };
}

async function chooseSnippet(
	found: Snippets,
	record: ModelRecord,
	options: SnippetOptions,
	context: Context,
): Promise<void> {
	const { showSnippetDialog } = await import("./dialog.tsx");
	const hasCalls = found.some(({ entry }) => entry.kind === "api");
	const call = hasCalls ? await describeCall(record, options, context) : undefined;
	const chosen = await showSnippetDialog(found, record, call, context);
	if (!chosen) return;
	noteProvider(chosen, context);
	await printSnippet(chosen, context);
}

function copySnippet({ entry }: FoundSnippet, context: Context): void {
	const terminal = findTerminal(context);
	if (terminal) copyToClipboard(entry.content, terminal);
	context.note(terminal ? "Copied to the terminal's clipboard." : "This terminal has no clipboard.");
}
