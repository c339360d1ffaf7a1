import { Command, Option } from "commander";
import type { Context } from "../../context.ts";
import { addOptions, type OptionGroups } from "../../options/add-options.ts";
import {
	BILL_TO,
	CONVERSATION_OPTIONS,
	DEADLINE,
	FORCE,
	GENERATION_OPTIONS,
	NEEDS,
	PREVIEW,
	RAW,
	RECORDING_AND_LOG_OPTIONS,
	TASK_INPUT_OPTIONS,
	TOOLS,
} from "../../options/model.ts";
import type { InferOptions } from "../infer/options.ts";

/** `hub compare`: one request, several models and providers. */
export function createCommand(context: Context): Command {
	const command = new Command("compare")
		.description(
			"Sends the same request to each model at each provider, all at the same time, and shows the answers side by side with the time to the first token, tokens per second, and cost.",
		)
		.argument(
			"[input...]",
			"as for hub infer: text, @file for the text of a file, a file or URL; - for standard input",
		);
	const groups: OptionGroups = {
		"What to compare:": [
			new Option("-m, --model <ids>", "models on the hub, as a,b,c; also ID:PROVIDER (repeatable)").argParser(joinList),
			new Option("-p, --provider <ids>", "providers, as x,y: each model is called at each (repeatable)").argParser(
				joinList,
			),
			new Option("-t, --task <task>", "task, such as chat or text-to-image (default: the first model's task)"),
			NEEDS,
			new Option("--direct", "call the providers themselves, with their own keys"),
			BILL_TO,
		],
		"Input:": [...CONVERSATION_OPTIONS, TOOLS, ...TASK_INPUT_OPTIONS],
		"Generation:": GENERATION_OPTIONS,
		"Output:": [
			RAW,
			new Option("-o, --output <path>", "where images, audio and video go; may contain {task}, {model}, {n}, {ext}"),
			PREVIEW,
			FORCE,
			DEADLINE,
		],
		"Record and log:": RECORDING_AND_LOG_OPTIONS,
	};
	return addOptions(command, groups)
		.addHelpText(
			"after",
			`
A failure does not stop the others.

Examples:
  hub compare --sandbox -m Qwen/Qwen2.5-7B-Instruct,meta-llama/Llama-3.1-8B-Instruct "Explain attention"
  hub compare --sandbox -m meta-llama/Llama-3.1-8B-Instruct:together,meta-llama/Llama-3.1-8B-Instruct:nebius "Say hello" --json
  hub compare --sandbox -t text-to-image -m Qwen/Qwen-Image,ByteDance/SDXL-Lightning "a lighthouse at dawn"

Fields of --json: a list of model, provider, output, first_ms, total_ms, tokens_per_second, usage, cost_usd, price_source, error
Exit codes: 0 all succeeded, 1 some failed, or all for several causes; the code of hub infer where all failed for one cause
See also:   hub infer, hub providers, hub models`,
		)
		.action((words: string[], options: InferOptions) => compare(words, options, context));
}

async function compare(words: string[], options: InferOptions, context: Context): Promise<void> {
	const { runCompare } = await import("./run.ts");
	await runCompare(words, options, context);
}

/** Several uses of an option are one list. */
function joinList(text: string, previous: string | undefined): string {
	return previous === undefined ? text : `${previous},${text}`;
}
