import { unlinkSync } from "node:fs";
import { Argument, Option } from "@commander-js/extra-typings";
import { omitUndefined } from "../../../base/json.ts";
import { undeclaredVariables } from "../../../template/index.ts";
import type { Context } from "../../context.ts";
import { alreadyExists, noInput } from "../../errors/usage.ts";
import { readChatParameters } from "../../input/args.ts";
import { editText } from "../../input/external-editor.ts";
import { readValue } from "../../input/file.ts";
import { runTemplate } from "../../input/run-template.ts";
import { readSchema } from "../../input/schema.ts";
import { readWords } from "../../input/text.ts";
import type { CreateCommand, OptionGroups, OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import * as shared from "../../options/shared-options.ts";
import { defineCommandGroup, defineSubcommand } from "../../options/subcommands.ts";
import { declareValues } from "../../options/value-kinds.ts";
import { printJson } from "../../terminal/json.ts";
import { printTable, type TableView } from "../../terminal/table.ts";
import { onOneLine } from "../../terminal/width.ts";
import {
	checkPromptName,
	findPrompt,
	formatPrompt,
	listPrompts,
	parsePrompt,
	promptPath,
	readPromptFile,
	type SavedPrompt,
	writePrompt,
} from "./store.ts";

const SEE_ALSO = "hub prompt --help";

const OPTIONS = {
	"What is saved:": [
		new Option("--system <text>", "instructions for the model (@file reads a file, now)"),
		...shared.task,
		new Option("-m, --model <id>", "model; also ID:PROVIDER"),
		...shared.schema,
		new Option("--force", "replace the prompt of this name"),
	],
	"Generation:": [...shared.sampling, ...shared.tuning],
} as const satisfies OptionGroups;

type SaveOptions = OptionValues<typeof OPTIONS> & GlobalOptions;

const save = defineSubcommand({
	name: "save",
	summary: "save a prompt; the template may contain {{ input }} and other variables",
	arguments: [new Argument("<name>"), new Argument("[template...]")],
	options: OPTIONS,
	example: `hub prompt save review --system "You review code." "Review this in {{ lang }}: {{ input }}"`,
	seeAlso: SEE_ALSO,
	action: ([name, words], options, context) => savePrompt(name, words, options, context),
});

/** Defines a subcommand that takes the name of a saved prompt. */
const named = (name: string, summary: string, run: (name: string, context: Context) => Promise<void>): CreateCommand =>
	defineSubcommand({
		name,
		summary,
		arguments: [declareValues(new Argument("<name>"), "saved-prompt")],
		example: `hub prompt ${name} review`,
		seeAlso: SEE_ALSO,
		action: ([prompt], _options, context) => run(prompt, context),
	});

/** `hub prompt`: named prompts, for `-T`. */
export const createCommand = defineCommandGroup({
	name: "prompt",
	description: "Keeps prompts under names: instructions, a template, model and parameters. hub infer -T NAME uses one.",
	subcommands: [
		defineSubcommand({
			name: "list",
			summary: "print the names of the saved prompts (default)",
			example: "hub prompt list --json",
			seeAlso: SEE_ALSO,
			action: (_words, _options, context) => printPrompts(context),
		}),
		save,
		named("show", "print the file of a prompt", printPrompt),
		named("edit", "change a prompt in your editor (VISUAL, EDITOR)", editPrompt),
		named("delete", "remove a prompt", deletePrompt),
	],
	whenAlone: (_words, _options, context) => printPrompts(context),
	help: [
		"A prompt is a YAML file in the folder of the configuration (hub config path), and can be shared: -T ./review.yaml uses a",
		"file, and -T https://… asks before it fetches one. Such a file holds system, prompt, model, task, schema and parameters",
		"(temperature, max_tokens …) and nothing else; an @ in it has no special meaning.",
		"",
		"prompt is a Jinja template. {{ input }} is the piped text and the words; if the template does not use it, they are put in",
		"front. --var name=value sets other variables.",
		"",
		"Examples:",
		'  hub prompt save review --system "You review code." "Name the three worst faults. Answer in {{ lang }}."',
		"  git diff | hub infer -T review --var lang=German --sandbox",
		"  hub prompt list",
		"",
		"Fields of --json: name, path, system, prompt, model, task, parameters, schema",
		"Exit codes: 0 success, 2 wrong usage, or a prompt that cannot be used",
		"See also:   hub infer --help, hub template --help",
	],
});

/** A saved prompt with its place; its fields are those of `--json`. */
interface PromptEntry extends SavedPrompt {
	name: string;
	path: string;
}

/** Prints the saved prompts; one whose file is broken stays in the list. */
async function printPrompts(context: Context): Promise<void> {
	const entries = await Promise.all(listPrompts(context.env).map((name) => readEntry(name, context)));
	if (context.flags.json) return await printJson(entries.map(describe), context);
	if (entries.length === 0) return context.note("No saved prompts yet. Create one with hub prompt save NAME.");
	await printTable(entries, PROMPTS, context);
}

const PROMPTS: TableView<PromptEntry> = {
	columns: [
		{ title: "PROMPT", value: ({ name }) => name, whole: true, style: "cyan" },
		{ title: "MODEL", value: ({ model }) => model ?? "", least: 8, style: "dim" },
		{ title: "TEXT", value: ({ prompt, system }) => onOneLine(prompt ?? system ?? ""), least: 20 },
	],
};

/** Saves a prompt. Files named with `@` are read now. */
async function savePrompt(
	name: string,
	words: readonly string[],
	options: SaveOptions,
	context: Context,
): Promise<void> {
	checkPromptName(name);
	if (!options.force && listPrompts(context.env).includes(name)) {
		throw alreadyExists(`A prompt named "${name}" already exists.`, "--force replaces it.");
	}
	const { system, model, task, schema } = options;
	const { schema: _schema, ...tuning } = options;
	const parameters = await readChatParameters(tuning, context);
	const text = (await readWords(words, context)).join(" ");
	const saved: SavedPrompt = omitUndefined({
		system: system === undefined ? undefined : await readValue(system, context),
		prompt: text || undefined,
		model,
		task,
		parameters: Object.keys(parameters).length === 0 ? undefined : parameters,
		schema: schema === undefined ? undefined : await readSchema(schema, "--schema", context),
	});
	if (Object.keys(saved).length === 0) {
		throw noInput("There is nothing to save.", 'Give a template ("…"), or --system, -m, --schema or a parameter.');
	}
	const file = await formatPrompt(saved as SavedPrompt);
	// An unusable prompt is not saved.
	const { prompt } = await parsePrompt(file, name);
	if (prompt !== undefined) runTemplate(name, () => undeclaredVariables(prompt));
	writePrompt(context.env, name, file);
	if (context.flags.json) await printJson(describe(await readEntry(name, context)), context);
	else context.note(`Saved ${promptPath(context.env, name)}. Use it with hub infer -T ${name}`);
}

/** Prints the file of a prompt unchanged, or with `--json` its content. */
async function printPrompt(name: string, context: Context): Promise<void> {
	const path = findPrompt(context.env, name);
	const text = await readPromptFile(path, name, context);
	if (context.flags.json) return await printJson(describe({ name, path, ...(await parsePrompt(text, name)) }), context);
	await context.print(text);
}

/** Lets the user change a prompt; an invalid change is discarded. */
async function editPrompt(name: string, context: Context): Promise<void> {
	const before = await readPromptFile(findPrompt(context.env, name), name, context);
	const after = editText(before, `${name}.yaml`, context);
	if (after === before) return context.note("Nothing was changed.");
	await parsePrompt(after, name);
	writePrompt(context.env, name, after);
	context.note(`Saved ${promptPath(context.env, name)}.`);
}

async function deletePrompt(name: string, context: Context): Promise<void> {
	const path = findPrompt(context.env, name);
	unlinkSync(path);
	if (context.flags.json) await printJson({ name, path }, context);
	else context.note(`Removed the prompt ${name}.`);
}

async function readEntry(name: string, context: Context): Promise<PromptEntry> {
	const path = promptPath(context.env, name);
	const text = await readPromptFile(path, name, context);
	return { name, path, ...(await parsePrompt(text, name).catch(() => ({}))) };
}

/** Returns a prompt as JSON, where no field is left out. */
function describe({ name, path, ...saved }: PromptEntry): object {
	const none = { system: null, prompt: null, model: null, task: null, parameters: null, schema: null };
	return { name, path, ...none, ...saved };
}
