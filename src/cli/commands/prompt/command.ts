import { Command, Option } from "commander";
import type { Context } from "../../context.ts";
import { addOptions } from "../../options/add-options.ts";
import { GENERATION_OPTIONS, SCHEMA, TASK } from "../../options/model.ts";
import { addSubcommand, finishSubcommands } from "../../options/subcommands.ts";
import { declareValues } from "../../options/value-kinds.ts";
import { deletePrompt, editPrompt, printPrompt, printPrompts, type SaveOptions, savePrompt } from "./actions.ts";

/** `hub prompt`: named prompts, for `-T`. */
export function createCommand(context: Context): Command {
	const prompt = new Command("prompt").description(
		"Keeps prompts under names: instructions, a template, model and parameters. hub infer -T NAME uses one.",
	);
	const add = (usage: string, summary: string, example: string): Command =>
		addSubcommand(prompt, usage, summary, example);
	add("list", "print the names of the saved prompts (default)", "list --json").action(() => printPrompts(context));
	const save = add(
		"save <name> [template...]",
		"save a prompt; the template may contain {{ input }} and other variables",
		`save review --system "You review code." "Review this in {{ lang }}: {{ input }}"`,
	);
	const generation = GENERATION_OPTIONS.filter(({ flags }) => !flags.startsWith("--params"));
	addOptions(save, {
		"What is saved:": [
			new Option("--system <text>", "instructions for the model (@file reads a file, now)"),
			TASK,
			new Option("-m, --model <id>", "model; also ID:PROVIDER"),
			SCHEMA,
			new Option("--force", "replace the prompt of this name"),
		],
		"Generation:": generation,
	});
	save.action((name: string, words: string[], _options: object, command: Command) =>
		savePrompt(name, words, command.optsWithGlobals<SaveOptions>(), context),
	);
	const named = [
		add("show <name>", "print the file of a prompt", "show review").action((name: string) =>
			printPrompt(name, context),
		),
		add("edit <name>", "change a prompt in your editor (VISUAL, EDITOR)", "edit review").action((name: string) =>
			editPrompt(name, context),
		),
		add("delete <name>", "remove a prompt", "delete review").action((name: string) => deletePrompt(name, context)),
	];
	for (const command of named) {
		for (const argument of command.registeredArguments) declareValues(argument, "saved-prompt");
	}
	return finishSubcommands(prompt, () => printPrompts(context)).addHelpText(
		"after",
		`
A prompt is a YAML file in the folder of the configuration (hub config path), and can be shared: -T ./review.yaml uses a
file, and -T https://… asks before it fetches one. Such a file holds system, prompt, model, task, schema and parameters
(temperature, max_tokens …) and nothing else; an @ in it has no special meaning.

prompt is a Jinja template. {{ input }} is the piped text and the words; if the template does not use it, they are put in
front. --var name=value sets other variables.

Examples:
  hub prompt save review --system "You review code." "Name the three worst faults. Answer in {{ lang }}."
  git diff | hub infer -T review --var lang=German --sandbox
  hub prompt list

Fields of --json: name, path, system, prompt, model, task, parameters, schema
Exit codes: 0 success, 2 wrong usage, or a prompt that cannot be used
See also:   hub infer --help, hub template --help`,
	);
}
