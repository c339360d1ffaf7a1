/** A call as Python, with the client libraries of the snippets. Loaded when it is first shown. */
import type { InferenceTask } from "modelhub";
import { getInferenceSnippets } from "modelhub/snippets";
import type { PipelineType } from "modelhub/tasks";
import { type Args, type CallTask, type ShownCall, shownModel } from "../../call-task.ts";
import { FileRef } from "./file-ref.ts";

/** Returns the call as a Python program; undefined where no client library can make it. */
export function writePython({ task, args, provider, model, direct }: ShownCall): string | undefined {
	const isChat = task.task === "conversational";
	if (task.takesImage) return undefined;
	const record = {
		id: shownModel({ model }),
		pipeline_tag: (isChat ? "text-generation" : task.task) as PipelineType,
		tags: isChat ? ["conversational"] : [],
		inference: "",
	};
	const ownKey = task.providers.find(({ id }) => id === provider)?.ownKey;
	const options = {
		...describe(task, args),
		// Without its name, a completion would be shown as a chat.
		task: task.task as InferenceTask,
		streaming: task.streams ?? false,
		directRequest: direct || ownKey || false,
	};
	return getInferenceSnippets(record, provider, undefined, options).find(({ client }) => client === "huggingface_hub")
		?.content;
}

function describe({ task }: CallTask, { messages, inputs, parameters, ...others }: Args): Args {
	if (task === "conversational") return { messages, parameters: others };
	return { inputs: showInputs(task, inputs), parameters: { ...(parameters as Args | undefined), ...others } };
}

function showInputs(task: string, inputs: unknown): unknown {
	if (inputs instanceof FileRef) return { inputs: inputs.name };
	if (inputs === null || typeof inputs !== "object" || Array.isArray(inputs)) return inputs;
	// The generator takes the columns of a table by themselves.
	if (task.startsWith("tabular-")) return (inputs as Args)["data"];
	return Object.fromEntries(
		Object.entries(inputs).map(([name, value]) => [name, value instanceof FileRef ? value.name : value]),
	);
}
