import { Argument } from "@commander-js/extra-typings";
import type { Context } from "../../context.ts";
import { inapplicable, optionConflict } from "../../errors/usage.ts";
import { type CreateCommand, defineCommand } from "../../options/define-command.ts";
import { INFER_OPTIONS, type InferOptions, type RunWords } from "./options.ts";
import { runInfer } from "./run.ts";

/** Defines a command with everything of `hub infer` but its action. */
const defineInfer = (
	{ name, description, examples }: { name: string; description: string; examples: readonly string[] },
	action: RunWords,
): CreateCommand =>
	defineCommand({
		name,
		description,
		arguments: [
			new Argument(
				"[input...]",
				"text, @file for the text of a file, or files and URLs to work on, one result each; - for standard input",
			),
		],
		options: INFER_OPTIONS,
		mostUsed: [
			"--task",
			"--model",
			"--provider",
			"--endpoint",
			"--continue",
			"--system",
			"--image",
			"--file",
			"--saved",
			"--var",
			"--schema",
			"--labels",
			"--temperature",
			"--max-tokens",
			"--param",
			"--mcp",
			"--format",
			"--output",
			"--stats",
			"--dry-run",
			"--help",
		],
		help: [
			"Examples:",
			...examples,
			"",
			"Exit codes: 0 success, 2 wrong usage or input, 3 not allowed, 4 the provider failed, 5 malformed response,",
			"6 rate limited or unavailable, 7 network failure or timeout, 130 interrupted",
			"See also:   hub tasks, hub providers, hub help environment, hub help formats",
		],
		action: async ([words], options, context, command) => {
			if (!options.continue) return await action(words, options, context);
			const { readContinueId } = await import("../chat/continue.ts");
			await action(words, { ...options, continue: readContinueId(command) }, context);
		},
	});

/** `hub infer`: one task, one model, a result for each input. */
export const createCommand = defineInfer(
	{
		name: "infer",
		description: "Runs one task on one model and prints the result.",
		examples: [
			'  hub infer --task chat --provider sandbox "Explain attention in one sentence"',
			'  git log -5 | hub infer -t chat -p sandbox "Summarize these changes"',
			'  hub infer -t text-to-image -p sandbox "a lighthouse at dawn" -o lighthouse.png',
			'  hub infer -t zero-shot -p sandbox "My card was charged twice" --labels billing,shipping,returns',
		],
	},
	(words, options, context) => infer(words, options, context),
);

/** `hub ask …`, and `hub "…"`: a chat whose words are one prompt. */
export const createPromptCommand = defineInfer(
	{
		name: "ask",
		description: 'Asks a model, as hub "…" does, but also takes a single word. All words form one prompt.',
		examples: [
			'  hub ask --sandbox "Explain attention in one sentence"',
			"  hub ask --sandbox hello",
			'  git log -5 | hub ask --sandbox "Summarize these changes"',
		],
	},
	(words, options, context) => infer(words, { task: "chat", ...options }, context, runInfer),
);

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
		const costGate = isLimited
			? (await import("../../call-target/cost-limit.ts")).openCostLimit(wanted, own)
			: undefined;
		const options = costGate ? { ...wanted, costGate } : wanted;
		if (!options.deadline) return await runWithoutLimit(given, options, own);
		const { withDeadline } = await import("../../network/deadline.ts");
		await withDeadline(options.deadline, own, (limited) => runWithoutLimit(given, options, limited));
	};
	if ((raw.allowAgent ?? raw.passEnv) !== undefined) (await import("../../options/grants.ts")).checkGrants(raw);
	const { words, options: merged } =
		raw.saved === undefined
			? { words: rawWords, options: raw }
			: await (await import("../prompt/apply.ts")).applyPrompt(raw.saved, rawWords, raw, context);
	const mayAsk = context.isInteractive || merged.pick;
	const isAsked = mayAsk && (await import("../../prompts/questions.ts")).isSomethingMissing(words, merged, context);
	const completed =
		merged.agent === undefined ? merged : await (await import("../../mcp/agent.ts")).applyAgent(merged, context);
	// Before anything is drawn: it may be typed in.
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
