import { Argument, Option } from "@commander-js/extra-typings";
import { defineCommand, type OptionGroups } from "../../options/define-command.ts";
import * as shared from "../../options/shared-options.ts";

/** Joins several uses of an option to one list. */
function joinList(text: string, previous: string | undefined): string {
	return previous === undefined ? text : `${previous},${text}`;
}

const OPTIONS = {
	"What to compare:": [
		new Option("-m, --model <ids>", "models on Hugging Face, as a,b,c; also ID:PROVIDER (repeatable)").argParser(
			joinList,
		),
		new Option("-p, --provider <ids>", "providers, as x,y: each model is called at each (repeatable)").argParser(
			joinList,
		),
		new Option("-t, --task <task>", "task, such as chat or text-to-image (default: the first model's task)"),
		...shared.needs,
		new Option("--direct", "call the providers themselves, with their own keys"),
		...shared.billTo,
	],
	"Input:": [...shared.conversation, ...shared.tools, ...shared.labels, ...shared.taskInput],
	"Generation:": [...shared.sampling, ...shared.tuning, ...shared.params],
	"Output:": [
		...shared.raw,
		new Option("-o, --output <path>", "where images, audio and video go; may contain {task}, {model}, {n}, {ext}"),
		...shared.preview,
		...shared.force,
		...shared.deadline,
		...shared.costLimit,
	],
	"Record and log:": [...shared.recording, ...shared.log],
} as const satisfies OptionGroups;

/** `hub compare`: one request, several models and providers. */
export const createCommand = defineCommand({
	name: "compare",
	description:
		"Sends the same request to each model at each provider, all at the same time, and shows the answers side by side with the time to the first token, tokens per second, and cost.",
	arguments: [
		new Argument(
			"[input...]",
			"as for hub infer: text, @file for the text of a file, a file or URL; - for standard input",
		),
	],
	options: OPTIONS,
	help: [
		"A failure does not stop the others.",
		"",
		"Examples:",
		'  hub compare --sandbox -m Qwen/Qwen2.5-7B-Instruct,meta-llama/Llama-3.1-8B-Instruct "Explain attention"',
		'  hub compare --sandbox -m meta-llama/Llama-3.3-70B-Instruct:together,meta-llama/Llama-3.3-70B-Instruct:groq "Say hello" --json',
		'  hub compare --sandbox -t text-to-image -m black-forest-labs/FLUX.1-schnell:fal-ai,black-forest-labs/FLUX.1-schnell:replicate "a lighthouse at dawn"',
		"",
		"Fields of --json: a list of model, provider, output, first_ms, total_ms, tokens_per_second, usage, cost_usd, price_source, error",
		"Exit codes: 0 all succeeded, 1 some failed, or all for several causes; the code of hub infer where all failed for one cause",
		"See also:   hub infer, hub providers, hub models",
	],
	action: async ([words], options, context) => {
		const { runCompare } = await import("./run.ts");
		await runCompare(words, options, context);
	},
});
