import { isRecord } from "../../base/json.ts";
import { taskName } from "../../catalogue/aliases.ts";
import { type InputKind, inputFacts } from "../../catalogue/kinds.ts";
import { SIGNATURES, takesLabels } from "../../catalogue/signatures.ts";
import type { Problem } from "../../catalogue/validate-task-input.ts";
import {
	decidedBy,
	describeLeftOut,
	listNames,
	readCallerFields,
	readCallerInput,
} from "../../inference/caller-input.ts";
import type { Args, InferenceTask } from "../../inference/index.ts";
import { addParameters } from "../../inference/parameters.ts";
import type { Context } from "../context.ts";
import { conflict, inapplicable, invalidFile, invalidInput, noInput } from "../errors/usage.ts";
import type { ValuesOf } from "../options/option-values.ts";
import { samplingParameters } from "../options/sampling.ts";
import type * as shared from "../options/shared-options.ts";
import { rejectInapplicableOptions } from "../options/task.ts";
import { readAnswerForm } from "./answer-form.ts";
import { fenceTexts } from "./attachment.ts";
import { type ConversationOptions, readConversation } from "./conversation.ts";
import { readJsonFile } from "./file.ts";
import { noteFileNames, readText, readWords, throwNoInput } from "./text.ts";

export type InferInput = ConversationOptions &
	Partial<
		ValuesOf<
			readonly [
				...typeof shared.taskInput,
				...typeof shared.file,
				...typeof shared.repairs,
				...typeof shared.labels,
				...typeof shared.sampling,
				...typeof shared.tuning,
				...typeof shared.params,
			]
		>
	>;

/** Reads the arguments of a task from words, options, files and standard input. */
export async function readArgs(
	task: InferenceTask,
	words: readonly string[],
	options: InferInput,
	context: Context,
): Promise<Args> {
	rejectInapplicableOptions(task, options);
	const kind = SIGNATURES[task].input;
	const { param, params, labels, preset, input: whole } = options;
	const free = param === undefined && params === undefined ? {} : await readFreeParameters(options, context);
	if (whole !== undefined) refuseSecondInput(words, options);
	const own = { ...samplingParameters(task, options), ...(labels ? { candidate_labels: labels } : {}), ...free };
	const decided = decidedBy(Object.keys(own));
	const input =
		whole !== undefined
			? await readWholeInput(task, whole, decided, context)
			: kind === "messages"
				? await readConversation(words, options, context)
				: await readTaskWords(kind, words, options, context);
	const parameters = { ...readCallerFields(preset?.parameters ?? {}, [], decided).fields, ...own };
	const args = addParameters(input, { task, parameters });
	if (!labels?.length && takesLabels(task) && (labels || !args.parameters?.["candidate_labels"])) {
		throw noInput(`${taskName(task)} needs labels to choose from.`, "Add them: --labels a,b,c");
	}
	if (kind === "prompt-image" && !args.parameters?.["prompt"]) throwNoInput("The prompt is missing.");
	// With --input the user wrote the members of the request, else the bare names of parameters.
	const prefix = whole === undefined ? "parameters." : "";
	const isChecked = whole !== undefined || Object.keys({ ...free, ...preset?.parameters }).length > 0;
	if (isChecked) await checkArgs(task, args, prefix, context);
	return args;
}

/** Reads the parameters of a chat whose messages come from elsewhere. */
export async function readChatParameters(options: InferInput, context: Context): Promise<Record<string, unknown>> {
	const parameters = await readFreeParameters(options, context);
	const form = await readAnswerForm(options, context);
	const own = { ...samplingParameters("conversational", options), ...parameters };
	const preset = readCallerFields(options.preset?.parameters ?? {}, [], decidedBy(Object.keys(own))).fields;
	return { ...form, ...preset, ...own };
}

async function readFreeParameters({ param, params }: InferInput, context: Context): Promise<Record<string, unknown>> {
	const { readParameters } = await import("./parameters.ts");
	return await readParameters(param, params, context);
}

async function readWholeInput(
	task: InferenceTask,
	path: string,
	decided: ReadonlySet<string>,
	context: Context,
): Promise<Args> {
	const value = await readJsonFile(path, context);
	if (!isRecord(value)) {
		throw invalidFile("--input must contain a JSON object.", 'For instance {"inputs": "…", "parameters": {…}}.');
	}
	const { fields, leftOut, refused } = readCallerInput(task, value, decided);
	if (refused.length > 0) {
		const hint = "It contains the inputs of the task and parameters of the model; options say the rest.";
		throw invalidFile(`--input cannot set ${listNames(refused)}.`, hint);
	}
	const notice = describeLeftOut("--input", leftOut);
	if (notice !== undefined) context.note(notice);
	return fields;
}

async function readTaskWords(
	kind: Exclude<InputKind, "messages">,
	words: readonly string[],
	options: InferInput,
	context: Context,
): Promise<Args> {
	const preset = options.preset?.prompt;
	const isText = kind === "text" || kind === "other";
	if (preset !== undefined && isText) return { inputs: preset };
	if (preset !== undefined) throw inapplicable("The saved prompt is text, and this task takes no text.");
	const is = inputFacts(kind).words;
	if (is === "text") noteFileNames(words, context);
	const texts = is === "file" ? words : await readWords(words, context);
	if (isText) return { inputs: await readWithFiles(texts, options, context) };
	const { readTaskInput } = await import("./task-input.ts");
	return await readTaskInput(kind, texts, options, context);
}

/** Returns the text of the words or of standard input, after the texts of `--file`. */
async function readWithFiles(words: readonly string[], { attachments }: InferInput, context: Context): Promise<string> {
	if (!attachments) return (await readText(words, context)) ?? throwNoInput();
	const image = attachments.find(({ kind }) => kind === "image");
	if (image) throw invalidInput(`${image.name} is an image; this task takes text.`);
	const text = words.length > 0 ? await readText(words, context) : undefined;
	return [fenceTexts(attachments), text].filter(Boolean).join("\n\n");
}

/** `--input` is the whole input, so other input options would be lost. */
function refuseSecondInput(words: readonly string[], options: InferInput): void {
	const given: Readonly<Record<string, unknown>> = { ...options };
	const names = "system messages image file schema tools context source sentence table".split(" ");
	const flag = names.find((name) => given[name] !== undefined);
	if (flag === undefined && words.length === 0) return;
	throw conflict(
		`--input and ${flag === undefined ? `"${words.join(" ")}"` : `--${flag}`} cannot be combined.`,
		"--input contains the whole input; use --param for further parameters.",
	);
}

/** @param hiddenPrefix prefix of the parameters' paths, which the user did not type */
async function checkArgs(task: InferenceTask, args: Args, hiddenPrefix: string, context: Context): Promise<void> {
	const { validateTaskInput } = await import("../../catalogue/validate-task-input.ts");
	const { errors, warnings } = await validateTaskInput(task, args);
	const describe = ({ path, suggestion, message }: Problem): string =>
		[path, suggestion ?? ""]
			.filter((name) => hiddenPrefix !== "" && name.startsWith(hiddenPrefix))
			.reduce((text, name) => text.replace(`"${name}"`, `"${name.slice(hiddenPrefix.length)}"`), message);
	for (const problem of warnings) context.note(`Warning: ${describe(problem)}`);
	if (errors.length > 0) throw invalidInput(errors.map(describe).join(" "));
}
