import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { type InferInput, readChatParameters } from "../../input/args.ts";
import { editText } from "../../input/external-editor.ts";
import { readValue } from "../../input/file.ts";
import { readSchema } from "../../input/schema.ts";
import { readWords } from "../../input/text.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";
import { printJson } from "../../terminal/json.ts";
import { sanitize } from "../../terminal/sanitize.ts";
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
	removePrompt,
	type SavedPrompt,
	writePrompt,
} from "./store.ts";

/** Options of `hub prompt save`. */
export interface SaveOptions extends InferInput, GlobalOptions {
	task?: string;
	model?: string;
	force?: boolean;
}

/** A saved prompt with its place; its fields are those of `--json`. */
interface PromptEntry extends SavedPrompt {
	name: string;
	path: string;
}

/** Prints the saved prompts; one whose file is broken stays in the list. */
export async function printPrompts(context: Context): Promise<void> {
	const entries = await Promise.all(listPrompts(context.env).map((name) => readEntry(name, context)));
	if (context.flags.json) return await printJson(entries.map(describe), context);
	if (entries.length === 0) return context.note("There are no saved prompts. Create one with hub prompt save NAME.");
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
export async function savePrompt(
	name: string,
	words: readonly string[],
	options: SaveOptions,
	context: Context,
): Promise<void> {
	checkPromptName(name);
	if (!options.force && listPrompts(context.env).includes(name)) {
		throw new UsageError(`A prompt named "${name}" already exists.`, "--force replaces it.", "already-exists");
	}
	const { system, model, task, schema } = options;
	const { schema: _schema, tools: _tools, ...tuning } = options;
	const parameters = await readChatParameters(tuning, context);
	const text = (await readWords(words, context)).join(" ");
	const saved = {
		...(system === undefined ? {} : { system: await readValue(system, context) }),
		...(text === "" ? {} : { prompt: text }),
		...(model === undefined ? {} : { model }),
		...(task === undefined ? {} : { task }),
		...(Object.keys(parameters).length === 0 ? {} : { parameters }),
		...(schema === undefined ? {} : { schema: await readSchema(schema, "--schema", context) }),
	};
	if (Object.keys(saved).length === 0) {
		throw new UsageError(
			"There is nothing to save.",
			'Give a template ("…"), or --system, -m, --schema or a parameter.',
			"no-input",
		);
	}
	const file = await formatPrompt(saved as SavedPrompt);
	// An unusable prompt is not saved.
	await parsePrompt(file, name);
	writePrompt(context.env, name, file);
	if (context.flags.json) await printJson(describe(await readEntry(name, context)), context);
	else context.note(`Saved ${promptPath(context.env, name)}. Use it with hub infer -T ${name}`);
}

/** Prints the file of a prompt unchanged, or with `--json` its content. */
export async function printPrompt(name: string, context: Context): Promise<void> {
	const path = findPrompt(context.env, name);
	const text = await readPromptFile(path, name, context);
	if (context.flags.json) return await printJson(describe({ name, path, ...(await parsePrompt(text, name)) }), context);
	await context.print(context.stdout.isTTY ? sanitize(text) : text);
}

/** Lets the user change a prompt; an invalid change is discarded. */
export async function editPrompt(name: string, context: Context): Promise<void> {
	const before = await readPromptFile(findPrompt(context.env, name), name, context);
	const after = editText(before, `${name}.yaml`, context);
	if (after === before) return context.note("Nothing was changed.");
	await parsePrompt(after, name);
	writePrompt(context.env, name, after);
	context.note(`Saved ${promptPath(context.env, name)}.`);
}

export async function deletePrompt(name: string, context: Context): Promise<void> {
	const path = findPrompt(context.env, name);
	removePrompt(context.env, name);
	if (context.flags.json) await printJson({ name, path }, context);
	else context.note(`Removed the prompt ${name}.`);
}

async function readEntry(name: string, context: Context): Promise<PromptEntry> {
	const path = promptPath(context.env, name);
	const text = await readPromptFile(path, name, context);
	return { name, path, ...(await parsePrompt(text, name).catch(() => ({}))) };
}

/** Returns a prompt as JSON, where no field is left out. */
function describe({ name, path, system, prompt, model, task, parameters, schema }: PromptEntry): object {
	const said = { system: system ?? null, prompt: prompt ?? null, model: model ?? null, task: task ?? null };
	return { name, path, ...said, parameters: parameters ?? null, schema: schema ?? null };
}
