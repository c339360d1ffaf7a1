import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Argument, Option } from "@commander-js/extra-typings";
import { omitUndefined, readMember } from "../../../base/json.ts";
import { fetchModel, type ModelRecord } from "../../../hub/index.ts";
import { describeChatTemplate, parseJson, Template, untrustedLimits } from "../../../template/index.ts";
import { splitSpecialTokens } from "../../../template/special-tokens.ts";
import type { Context } from "../../context.ts";
import { ExitWithoutError } from "../../errors/exit-codes.ts";
import { invalidFile, UsageError, wrongValue } from "../../errors/usage.ts";
import { isWrittenTo } from "../../files/read-bounded.ts";
import { replaceFile } from "../../files/replace-file.ts";
import { readMessageList } from "../../input/conversation.ts";
import { inputName, readJsonFile, readTextFile } from "../../input/file.ts";
import { readParameters } from "../../input/parameters.ts";
import { runTemplate } from "../../input/run-template.ts";
import { connectHub } from "../../network/hub.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { repeated } from "../../options/parsers.ts";
import { defineCommandGroup } from "../../options/subcommands.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { drawn } from "../../terminal/styled.ts";

const RENDER_OPTIONS = {
	"Options:": [
		new Option("--messages <file>", "the conversation, a JSON list of {role, content}; - for standard input"),
		new Option("--tools <file>", "tools the model may call, as JSON"),
		new Option("--var <k=v>", "a variable; v may be JSON or @file, k may be a.b (repeatable)").argParser(repeated),
		new Option("--add-generation-prompt", "end with the start of the model's answer"),
		new Option("--show-tokens", "mark the special tokens"),
	],
} as const satisfies OptionGroups;

type RenderOptions = OptionValues<typeof RENDER_OPTIONS> & GlobalOptions;

const render = defineCommand({
	name: "render",
	description: "Renders a template: of a file, of standard input (-), or the chat template of a model.",
	arguments: [new Argument("<file|-|model>", "a file, - for standard input, or a model id")],
	options: RENDER_OPTIONS,
	help: [
		"Examples:",
		"  echo 'Hello {{ name }}!' | hub template render - --var name=Ada",
		'  echo \'{{ n * 2 }} {{ list | join(", ") }}\' | hub template render - --var n=21 --var \'list=["a", "b"]\'',
		"  hub template render meta-llama/Llama-3.1-8B-Instruct --sandbox --add-generation-prompt",
		"",
		"Exit codes: 0 success, 1 the layout would change (format --check), 2 an error in the template or wrong usage",
		"See also:   hub template --help (global options)",
	],
	action: ([source], options, context) => renderTemplate(source, options, context),
});

const FORMAT_OPTIONS = {
	"Options:": [
		new Option("--indent <size>", "tab (default), or a number of spaces"),
		new Option("--check", "print nothing; exit with 1 if the layout would change"),
		new Option("--write", "write the file instead of printing it"),
	],
} as const satisfies OptionGroups;

type FormatOptions = OptionValues<typeof FORMAT_OPTIONS> & GlobalOptions;

const format = defineCommand({
	name: "format",
	description: "Formats a template without changing what it renders.",
	arguments: [new Argument("<file>", "the template; - for standard input")],
	options: FORMAT_OPTIONS,
	help: [
		"Examples:",
		"  echo '{% if a %}{{ a }}{% endif %}' > a.jinja && hub template format a.jinja",
		"  echo '{% if a %}{{ a }}{% endif %}' | hub template format - --indent 2",
		"  echo '{% if a %}{{ a }}{% endif %}' > b.jinja && hub template format b.jinja --write && hub template format b.jinja --check",
		"",
		"Exit codes: 0 success, 1 the layout would change (format --check), 2 an error in the template or wrong usage",
		"See also:   hub template --help (global options)",
	],
	action: ([source], options, context) => formatTemplate(source, options, context),
});

const check = defineCommand({
	name: "check",
	description: "Checks a template and shows where the first error is.",
	arguments: [new Argument("<file>", "the template; - for standard input")],
	help: [
		"Examples:",
		"  echo '{{ name }}' | hub template check -",
		"  echo '{% for m in messages %}{{ m.content }}{% endfor %}' > chat.jinja && hub template check chat.jinja",
		"  echo '{% for m in messages %}' | hub template check - || echo 'not closed'",
		"",
		"Exit codes: 0 success, 1 the layout would change (format --check), 2 an error in the template or wrong usage",
		"See also:   hub template --help (global options)",
	],
	action: ([source], _options, context) => checkTemplate(source, context),
});

const inspect = defineCommand({
	name: "inspect",
	description: "Shows what a chat template supports: system messages, tools, documents, images, thinking, roles.",
	arguments: [new Argument("<file|-|model>", "the template; - for standard input")],
	help: [
		"Examples:",
		"  echo '{% for m in messages %}{{ m.role }}: {{ m.content }}{% endfor %}' | hub template inspect -",
		"  hub template inspect meta-llama/Llama-3.1-8B-Instruct --sandbox --json",
		"",
		"Exit codes: 0 success, 1 the layout would change (format --check), 2 an error in the template or wrong usage",
		"See also:   hub template --help (global options)",
	],
	action: ([source], options, context) => inspectTemplate(source, options, context),
});

/** `hub template`: chat templates, rendered, laid out and checked. */
export const createCommand = defineCommandGroup({
	name: "template",
	description: "Works with the Jinja templates that turn a conversation into a model's prompt.",
	subcommands: [render, format, check, inspect],
	help: [
		"Examples:",
		"  echo 'Hello {{ name }}!' | hub template render - --var name=Ada",
		"  echo '{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}' > chat.jinja && hub template check chat.jinja",
		"  hub template format chat.jinja --indent 2",
		"",
		"Exit codes: 0 success, 1 the layout would change (format --check), 2 an error in the template or wrong usage",
		"See also:   hub models --help",
	],
});

async function renderTemplate(source: string, options: RenderOptions, context: Context): Promise<void> {
	const tools = options.tools === undefined ? undefined : await readJsonFile(options.tools, context, parseJson);
	const { text, name, variables } = await loadTemplate(source, tools !== undefined, options, context);
	const messages =
		options.messages === undefined ? undefined : await readMessageList(options.messages, context, parseJson);
	const values = {
		...variables,
		...omitUndefined({ messages, tools: tools === undefined ? undefined : [tools].flat() }),
		add_generation_prompt: Boolean(options.addGenerationPrompt),
		...(await readParameters(options.var, undefined, context, "--var", parseJson)),
	};
	const rendered = runTemplate(name, () => new Template(text, { limits: untrustedLimits }).render(values));
	if (context.flags.json) return await context.print(`${JSON.stringify({ text: rendered })}\n`);
	if (!context.stdout.isTTY && !options.showTokens) return await context.print(rendered);
	const shown = context.stdout.isTTY ? sanitize(rendered) : rendered;
	const marked = options.showTokens ? markTokens(shown, Object.values(variables), context) : shown;
	await context.print(drawn(marked.endsWith("\n") ? marked : `${marked}\n`));
}

async function formatTemplate(
	source: string,
	{ indent = "tab", check, write }: FormatOptions,
	context: Context,
): Promise<void> {
	if (indent !== "tab" && !/^[0-8]$/.test(indent)) {
		throw wrongValue(`--indent must be tab or a number up to 8, got "${indent}".`);
	}
	if (write && source === "-") throw wrongValue("--write needs a file.", "Leave it out to print the result.");
	const target = resolve(context.cwd, source);
	if (write && isWrittenTo(target)) {
		throw new UsageError(`--write needs a file, and ${source} is not one.`, "Leave it out to print the result.");
	}
	const text = await readTextFile(source, context);
	const layout = { indent: indent === "tab" ? "\t" : Number(indent) };
	const template = runTemplate(inputName(source), () => new Template(text).format(layout));
	// A file ends with a line break, which Jinja does not count as part of the text.
	const formatted = `${template.replace(/\n$/, "")}\n`;
	if (check) {
		if (formatted === text) return;
		context.note(`${inputName(source)} is not formatted.`);
		throw new ExitWithoutError();
	}
	if (!write) return await context.print(formatted);
	if (formatted === text) return;
	replaceFile(target, formatted);
	context.note(`Formatted ${source}`);
}

async function checkTemplate(source: string, context: Context): Promise<void> {
	const text = await readTextFile(source, context);
	runTemplate(inputName(source), () => new Template(text).check());
	if (context.flags.json) await context.print(`${JSON.stringify({ ok: true })}\n`);
	else context.note(`${inputName(source)}: no errors`);
}

/**
 * Returns a template, and for a model the special tokens of its record as variables. A file takes precedence over a model of the
 * same name; a word that is not a file and looks like `organization/name` is a model.
 */
async function loadTemplate(
	source: string,
	withTools: boolean,
	options: GlobalOptions,
	context: Context,
): Promise<{ text: string; name: string; variables: Record<string, unknown> }> {
	if (source === "-" || existsSync(resolve(context.cwd, source)) || !/^[\w.-]+\/[\w.-]+(?::[\w-]+)?$/.test(source)) {
		return { text: await readTextFile(source, context), name: inputName(source), variables: {} };
	}
	// Loads every provider, so only if it can matter.
	const { id } = source.includes(":")
		? (await import("../../options/provider.ts")).readHubModel(source)
		: { id: source };
	const { ask } = await connectHub(options, context);
	const record = await ask("Looking up the model", (hub) => fetchModel(id, hub, ["config", "gguf"]), id);
	const text = findChatTemplate(record, withTools);
	if (text === undefined) {
		const hint = "It may not be a chat model; a file works as well.";
		throw invalidFile(`The record of ${source} has no chat template.`, hint);
	}
	const tokens = Object.entries(record.config?.tokenizer_config ?? {}).flatMap(([name, value]) => {
		const token = typeof value === "string" ? value : readMember(value, "content");
		return name.endsWith("_token") && typeof token === "string" ? [[name, token] as const] : [];
	});
	return { text, name: source, variables: Object.fromEntries(tokens) };
}

function findChatTemplate({ config, gguf }: ModelRecord, withTools: boolean): string | undefined {
	const ofTokenizer = config?.tokenizer_config?.chat_template;
	const named = Array.isArray(ofTokenizer)
		? (ofTokenizer.find(({ name }) => name === (withTools ? "tool_use" : "default")) ?? ofTokenizer[0])?.template
		: ofTokenizer;
	return config?.chat_template_jinja ?? named ?? config?.processor_config?.chat_template ?? gguf?.chat_template;
}

function markTokens(text: string, tokens: readonly unknown[], { colors, stdout }: Context): string {
	const known = tokens.filter((token) => typeof token === "string");
	// Without colors a mark must still be visible.
	const mark = colors.stdout.level > 0 ? colors.stdout.inverse : (token: string) => `⟦${token}⟧`;
	const marked = splitSpecialTokens(text, known)
		.map((part) => (part.isSpecial ? mark(part.text) : part.text))
		.join("");
	return stdout.isTTY ? marked.replaceAll("\n", `${colors.stdout.dim("↵")}\n`) : marked;
}

async function inspectTemplate(source: string, options: GlobalOptions, context: Context): Promise<void> {
	const { text, name } = await loadTemplate(source, false, options, context);
	const description = runTemplate(name, () => describeChatTemplate(text));
	if (context.flags.json) return await context.print(`${JSON.stringify(description)}\n`);
	const rows = Object.entries(description).map(([feature, value]) => {
		const shown = Array.isArray(value) ? value.join(", ") || "none" : value ? "yes" : "no";
		return `${feature.padEnd(10)} ${shown}\n`;
	});
	await context.print(rows.join(""));
}
