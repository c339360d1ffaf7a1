import { unlinkSync } from "node:fs";
import { Command } from "commander";
import { defined } from "../../../base/json.ts";
import type { Context } from "../../context.ts";
import { alreadyExists, noInput } from "../../errors/usage.ts";
import { type InferInput, readChatParameters } from "../../input/args.ts";
import { editText } from "../../input/external-editor.ts";
import { readValue } from "../../input/file.ts";
import { readSchema } from "../../input/schema.ts";
import { readWords } from "../../input/text.ts";
import { addOptions } from "../../options/add-options.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";
import { addSubcommand, finishSubcommands } from "../../options/subcommands.ts";
import { declareValues } from "../../options/value-kinds.ts";
import { printJson } from "../../terminal/json.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { printTable, type TableView } from "../../terminal/table.ts";
import { onOneLine } from "../../terminal/width.ts";
import PAGE from "./command.json" with { type: "json" };
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

/** `hub prompt`: named prompts, for `-T`. */
export function createCommand(context: Context): Command {
	const prompt = new Command(PAGE.name).description(PAGE.description);
	const add = (usage: string, summary: string, example: string): Command =>
		addSubcommand(prompt, usage, summary, example);
	add("list", "print the names of the saved prompts (default)", "list --json").action(() => printPrompts(context));
	const save = add(
		"save <name> [template...]",
		"save a prompt; the template may contain {{ input }} and other variables",
		`save review --system "You review code." "Review this in {{ lang }}: {{ input }}"`,
	);
	addOptions(save, PAGE.options);
	save.action((name: string, words: string[], _options: object, command: Command) =>
		savePrompt(name, words, command.optsWithGlobals<SaveOptions>(), context),
	);
	const addNamed = (action: string, summary: string, run: (name: string, context: Context) => Promise<void>): void => {
		const command = add(`${action} <name>`, summary, `${action} review`).action((name) => run(name, context));
		for (const argument of command.registeredArguments) declareValues(argument, "saved-prompt");
	};
	addNamed("show", "print the file of a prompt", printPrompt);
	addNamed("edit", "change a prompt in your editor (VISUAL, EDITOR)", editPrompt);
	addNamed("delete", "remove a prompt", deletePrompt);
	return finishSubcommands(prompt, () => printPrompts(context)).addHelpText("after", ["", ...PAGE.help].join("\n"));
}

interface SaveOptions extends InferInput, GlobalOptions {
	model?: string;
	force?: boolean;
}

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
	const { schema: _schema, tools: _tools, ...tuning } = options;
	const parameters = await readChatParameters(tuning, context);
	const text = (await readWords(words, context)).join(" ");
	const saved: SavedPrompt = defined({
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
	await parsePrompt(file, name);
	writePrompt(context.env, name, file);
	if (context.flags.json) await printJson(describe(await readEntry(name, context)), context);
	else context.note(`Saved ${promptPath(context.env, name)}. Use it with hub infer -T ${name}`);
}

/** Prints the file of a prompt unchanged, or with `--json` its content. */
async function printPrompt(name: string, context: Context): Promise<void> {
	const path = findPrompt(context.env, name);
	const text = await readPromptFile(path, name, context);
	if (context.flags.json) return await printJson(describe({ name, path, ...(await parsePrompt(text, name)) }), context);
	await context.print(context.stdout.isTTY ? sanitize(text) : text);
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
