import { Command, Option } from "commander";
import type { Context } from "../../context.ts";
import { optionConflict, UsageError } from "../../errors/usage.ts";
import { addOptions, type OptionGroups, shortenHelp } from "../../options/add-options.ts";
import {
	CONTINUE,
	CONVERSATION_OPTIONS,
	DEADLINE,
	FILE,
	FORCE,
	GENERATION_OPTIONS,
	MCP_OPTIONS,
	PREVIEW,
	RAW,
	RECORDING_AND_LOG_OPTIONS,
	REPAIRS,
	SAVED_PROMPT_OPTIONS,
	SCHEMA,
	SCHEMA_MULTI,
	TARGET_OPTIONS,
	TASK,
	TASK_INPUT_OPTIONS,
	TOOLS,
} from "../../options/model.ts";
import { RESULT_FORMATS } from "../../output/result-formats.ts";
import { SHELL_NAMES } from "../../terminal/shells.ts";
import { parseLanguage } from "../snippet/languages.ts";
import type { InferOptions, RunWords } from "./options.ts";
import { runInfer } from "./run.ts";

export type InferAction = (words: string[], options: InferOptions, context: Context) => Promise<void>;

/** `hub "…"`: a chat whose words are one prompt. */
export function createPromptCommand(context: Context): Command {
	return createCommand(context, (words, options) => infer(words, { task: "chat", ...options }, context, runInfer));
}

/** Options that `--help` shows. */
const MOST_USED =
	"--task --model --provider --endpoint --continue --system --image --file --saved --var --schema --labels --temperature --max-tokens --param --mcp --format --output --stats --dry-run --help";

/** `hub infer`: one task, one model, a result for each input. */
export function createCommand(context: Context, action: InferAction = infer): Command {
	const command = new Command("infer")
		.description("Runs one task on one model and prints the result.")
		.argument(
			"[input...]",
			"text, @file for the text of a file, or files and URLs to work on, one result each; - for standard input",
		);
	const groups: OptionGroups = {
		"What to run:": [TASK, ...TARGET_OPTIONS],
		"Input:": [
			CONTINUE,
			...CONVERSATION_OPTIONS,
			FILE,
			...SAVED_PROMPT_OPTIONS,
			SCHEMA,
			SCHEMA_MULTI,
			REPAIRS,
			TOOLS,
			...TASK_INPUT_OPTIONS,
		],
		"Generation:": GENERATION_OPTIONS,
		"Tools:": MCP_OPTIONS,
		"Output:": [
			new Option("--stream", "print text as it arrives (default for chat)"),
			new Option("--no-stream", "wait for the whole answer"),
			RAW,
			new Option("--format <format>", "output format; ndjson prints one event per line").choices(RESULT_FORMATS),
			new Option(
				"-o, --output <path>",
				"write the result to a file; may contain {task}, {model}, {n}, {ext}; - for standard output",
			),
			PREVIEW,
			FORCE,
			DEADLINE,
			new Option("--stats", "print provider, tokens and times to stderr"),
			new Option("--dry-run", "print the request instead of sending it"),
			new Option("--curl", "print the request as a curl command"),
			new Option("--shell <name>", "quote --curl for this shell (default: sh, on Windows powershell)").choices(
				SHELL_NAMES,
			),
			new Option("--snippet <language>", "print the call as code: python, js or sh").argParser(parseLanguage),
		],
		"Record and log:": RECORDING_AND_LOG_OPTIONS,
	};
	return shortenHelp(addOptions(command, groups), MOST_USED)
		.addHelpText(
			"after",
			`
Examples:
  hub infer --task chat --provider sandbox "Explain attention in one sentence"
  git log -5 | hub infer -t chat -p sandbox "Summarize these changes"
  hub infer -t text-to-image -p sandbox "a lighthouse at dawn" -o lighthouse.png
  hub infer -t zero-shot -p sandbox "My card was charged twice" --labels billing,shipping,returns

Exit codes: 0 success, 2 wrong usage or input, 3 not allowed, 4 the provider failed, 5 malformed answer,
6 rate limited or unavailable, 7 network failure or timeout, 130 interrupted
See also:   hub tasks, hub providers, hub help environment, hub help formats`,
		)
		.action((words: string[], options: InferOptions) =>
			action(words, options.continue ? { ...options, continue: readContinueId(command) } : options, context),
		);
}

/** Returns the word right after `-c`, which may be the id of a conversation; true if there is none. */
function readContinueId(command: Command): string | true {
	// Commander's declarations leave it out.
	const { rawArgs } = command as Command & { rawArgs: readonly string[] };
	const end = rawArgs.indexOf("--");
	const flag = /^(--continue|-c)$/;
	const place = rawArgs.findLastIndex((word, index) => flag.test(word) && (end === -1 || index < end));
	return rawArgs[place + 1] ?? true;
}

/** Runs one call for each input among the words. */
const runEachInput: RunWords = async (words, options, context) => {
	if (words.length < 2) return await runInfer(words, options, context);
	const { runEach } = await import("./each.ts");
	await runEach(words, options, context);
};

/** Completes the command line: from a saved prompt, by questions, from the conversation it continues. */
async function infer(
	rawWords: readonly string[],
	raw: InferOptions,
	context: Context,
	runWords: RunWords = runEachInput,
): Promise<void> {
	checkOptions(raw);
	const { words, options: merged } =
		raw.saved === undefined ? { words: rawWords, options: raw } : await applySaved(raw.saved, rawWords, raw, context);
	const mayAsk = context.isInteractive || merged.pick;
	const isAsked = mayAsk && (await import("../../prompts/questions.ts")).isSomethingMissing(words, merged, context);
	const completed =
		merged.agent === undefined ? merged : await (await import("../../mcp/agent.ts")).applyAgent(merged, context);
	// Before anything is drawn: it may be rawWords.
	const options = completed.tokenStdin
		? await (await import("../../input/token.ts")).readTokenOption(completed, context)
		: completed;
	if (options.continue) {
		const { continueChat } = await import("./last-chat.ts");
		return await continueChat(words, options, context, runWords);
	}
	if (!isAsked) return await runWords(words, options, context);
	const { fillIn } = await import("../../prompts/fill-in.tsx");
	const filled = await fillIn([...words], options, context);
	if (filled.command === "infer") return await runWords(filled.words, filled.options, context);
	const { openChat } = await import("../chat/open.tsx");
	await openChat(filled.words, filled.options, context);
}

/** Merges the saved prompt of `--saved`. */
async function applySaved(
	name: string,
	words: readonly string[],
	options: InferOptions,
	context: Context,
): Promise<{ words: readonly string[]; options: InferOptions }> {
	const { loadPrompt, applyPrompt } = await import("../prompt/apply.ts");
	return await applyPrompt(name, await loadPrompt(name, options, context), words, options, context);
}

/** @throws UsageError if options contradict each other */
function checkOptions(options: InferOptions): void {
	const { json, schema, schemaMulti, repairs, format, saved, var: variables } = options;
	if (variables !== undefined && saved === undefined) {
		throw new UsageError(
			"--var needs a saved prompt.",
			"Name one with -T; hub prompt list prints all.",
			"option-inapplicable",
		);
	}
	if (json && (format === "text" || format === "table")) {
		throw optionConflict("--json", `--format ${format}`);
	}
	if (repairs !== undefined && schema === undefined && schemaMulti === undefined && saved === undefined) {
		throw new UsageError("--repairs needs --schema or --schema-multi.", undefined, "option-inapplicable");
	}
}
