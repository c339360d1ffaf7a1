import type { Command } from "commander";
import type { Context } from "../../context.ts";
import { inapplicable, optionConflict } from "../../errors/usage.ts";
import { buildCommand } from "../../options/add-options.ts";
import { RESULT_FORMATS } from "../../output/result-formats.ts";
import { SHELL_NAMES } from "../../terminal/shells.ts";
import { parseLanguage } from "../snippet/entry.ts";
import PAGE from "./command.json" with { type: "json" };
import type { InferOptions, RunWords } from "./options.ts";
import { runInfer } from "./run.ts";

/** `hub "…"`: a chat whose words are one prompt. */
export function createPromptCommand(context: Context): Command {
	return createCommand(context, (words, options) => infer(words, { task: "chat", ...options }, context, runInfer));
}

/** `hub infer`: one task, one model, a result for each input. */
export function createCommand(context: Context, action: RunWords = infer): Command {
	const command = buildCommand(PAGE, { choices: { RESULT_FORMATS, SHELL_NAMES }, parsers: { parseLanguage } });
	return command.action(async (words: string[], options: InferOptions) => {
		if (!options.continue) return await action(words, options, context);
		const { readContinueId } = await import("../chat/continue.ts");
		await action(words, { ...options, continue: readContinueId(command) }, context);
	});
}

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
	runWithoutLimit: RunWords = runEachInput,
): Promise<void> {
	checkOptions(raw);
	const runWords: RunWords = async (given, wanted, own) => {
		const isLimited = wanted.maxCost !== undefined;
		const costGate = isLimited ? (await import("../../target/cost-limit.ts")).openCostLimit(wanted, own) : undefined;
		const options = costGate ? { ...wanted, costGate } : wanted;
		if (!options.deadline) return await runWithoutLimit(given, options, own);
		const { withDeadline } = await import("../../network/deadline.ts");
		await withDeadline(options.deadline, own, (limited) => runWithoutLimit(given, options, limited));
	};
	const { words, options: merged } =
		raw.saved === undefined
			? { words: rawWords, options: raw }
			: await (await import("../prompt/apply.ts")).applyPrompt(raw.saved, rawWords, raw, context);
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

/** @throws UsageError if options contradict each other */
function checkOptions(options: InferOptions): void {
	const { json, schema, schemaMulti, repairs, format, saved, var: variables } = options;
	if (variables !== undefined && saved === undefined) {
		throw inapplicable("--var needs a saved prompt.", "Name one with -T; hub prompt list prints all.");
	}
	if (json && (format === "text" || format === "table")) throw optionConflict("--json", `--format ${format}`);
	if (repairs !== undefined && schema === undefined && schemaMulti === undefined && saved === undefined) {
		throw inapplicable("--repairs needs --schema or --schema-multi.");
	}
}
