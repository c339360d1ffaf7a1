import { Command, Option } from "commander";
import type { Context } from "../../context.ts";
import { unknownWord } from "../../errors/unknown-word.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";
import { collect } from "../../options/parsers.ts";
import { checkTemplate, formatTemplate, inspectTemplate, type RenderOptions, renderTemplate } from "./render.ts";

export interface FormatOptions extends GlobalOptions {
	indent?: string;
	check?: boolean;
	write?: boolean;
}

const EXIT_CODES =
	"Exit codes: 0 success, 1 the layout would change (format --check), 2 an error in the template or wrong usage";

/** Self-contained examples for the help of each command. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
	render: [
		"echo 'Hello {{ name }}!' | hub template render - --var name=Ada",
		'echo \'{{ n * 2 }} {{ list | join(", ") }}\' | hub template render - --var n=21 --var \'list=["a", "b"]\'',
		"hub template render meta-llama/Llama-3.1-8B-Instruct --sandbox --add-generation-prompt",
	],
	format: [
		"echo '{% if a %}{{ a }}{% endif %}' > a.jinja && hub template format a.jinja",
		"echo '{% if a %}{{ a }}{% endif %}' | hub template format - --indent 2",
		"echo '{% if a %}{{ a }}{% endif %}' > b.jinja && hub template format b.jinja --write && hub template format b.jinja --check",
	],
	check: [
		"echo '{{ name }}' | hub template check -",
		"echo '{% for m in messages %}{{ m.content }}{% endfor %}' > chat.jinja && hub template check chat.jinja",
		"echo '{% for m in messages %}' | hub template check - || echo 'not closed'",
	],
	inspect: [
		"echo '{% for m in messages %}{{ m.role }}: {{ m.content }}{% endfor %}' | hub template inspect -",
		"hub template inspect meta-llama/Llama-3.1-8B-Instruct --sandbox --json",
	],
};

/** `hub template`: chat templates, rendered, laid out and checked. */
export function createCommand(context: Context): Command {
	const command = new Command("template").description(
		"Works with the Jinja templates that turn a conversation into a model's prompt.",
	);

	command
		.command("render")
		.description("Renders a template: of a file, of standard input (-), or the chat template of a model.")
		.argument("<file|-|model>", "a file, - for standard input, or a model id")
		.addOption(
			new Option("--messages <file>", "the conversation, a JSON list of {role, content}; - for standard input"),
		)
		.addOption(new Option("--tools <file>", "tools the model may call, as JSON"))
		.addOption(
			new Option("--var <k=v>", "a variable; v may be JSON or @file, k may be a.b (repeatable)").argParser(collect),
		)
		.addOption(new Option("--add-generation-prompt", "end with the start of the model's answer"))
		.addOption(new Option("--show-tokens", "mark the special tokens"))
		.action((source: string, options: RenderOptions, own: Command) =>
			renderTemplate(source, { ...own.optsWithGlobals(), ...options }, context),
		);

	command
		.command("format")
		.description("Formats a template without changing what it renders.")
		.argument("<file>", "the template; - for standard input")
		.addOption(new Option("--indent <size>", "tab (default), or a number of spaces"))
		.addOption(new Option("--check", "print nothing; exit with 1 if the layout would change"))
		.addOption(new Option("--write", "write the file instead of printing it"))
		.action((source: string, options: FormatOptions) => formatTemplate(source, options, context));

	command
		.command("check")
		.description("Checks a template and shows where the first error is.")
		.argument("<file>", "the template; - for standard input")
		.action((source: string) => checkTemplate(source, context));

	command
		.command("inspect")
		.description("Shows what a chat template supports: system messages, tools, documents, images, thinking, roles.")
		.argument("<file|-|model>", "the template; - for standard input")
		.action((source: string, _options: unknown, own: Command) =>
			inspectTemplate(source, own.optsWithGlobals(), context),
		);

	command.action((_options: unknown, own: Command) => {
		const [word] = own.args;
		if (word === undefined) own.help();
		throw unknownWord(
			"command",
			`hub template ${word}`,
			own.commands.map((sub) => `hub template ${sub.name()}`),
			"See hub template --help.",
		);
	});
	for (const sub of command.commands) {
		const examples = EXAMPLES[sub.name()]?.map((line) => `\n  ${line}`).join("");
		sub
			.copyInheritedSettings(command)
			.helpOption("-h, --help", "print this help")
			.exitOverride()
			.addHelpText(
				"after",
				`\nExamples:${examples}\n\n${EXIT_CODES}\nSee also:   hub template --help (global options)`,
			);
	}
	return command
		.helpCommand(false)
		.allowExcessArguments()
		.addHelpText(
			"after",
			`
Examples:
  echo 'Hello {{ name }}!' | hub template render - --var name=Ada
  echo '{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}' > chat.jinja && hub template check chat.jinja
  hub template format chat.jinja --indent 2

${EXIT_CODES}
See also:   hub models --help`,
		);
}
