/** Facts of tasks for forms and code. Used while pages are built; islands get the result as props. */
import { getProviderHelper, type InferenceTask, makeRequestOptions, PROVIDERS } from "modelhub";
import { createSandbox } from "modelhub/sandbox";
import {
	findTaskSchema,
	loadTaskSchemas,
	PIPELINE_DATA,
	PIPELINE_TYPES,
	type PipelineType,
	type Schema,
	TASKS_DATA,
} from "modelhub/tasks";
import { SIGNATURES } from "../../../../src/catalogue/signatures.ts";
import { functionName } from "../../../../src/inference/function-names.ts";
import type { CallParameter, CallProvider, CallTask, ParameterKind } from "../../call-task.ts";
import { EXAMPLES, PROMPTS } from "../../samples/inputs.ts";
import { findServed } from "../../samples/served.ts";

/** Members of a schema that are the input itself, or have no place in this form. */
const INPUTS = new Set(["inputs", "messages", "model", "stream", "stream_options", "candidate_labels", "prompt"]);

/** Tasks done by calls of another task. */
const CALLED_AS: Record<string, InferenceTask> = { "image-text-to-text": "conversational" };

/** Its model is named first where the provider is not. */
const FIRST_CHOICE = "nscale";

const sandbox = createSandbox();

const STREAMED = new Set<string>(["conversational", "text-generation"]);

/** Returns the ids of the providers that serve a task, in the library's order. */
export function providersOf(task: string): string[] {
	const called = CALLED_AS[task] ?? task;
	return Object.entries(PROVIDERS).flatMap(([provider, tasks]) => (Object.hasOwn(tasks, called) ? [provider] : []));
}

/** Returns the ids of all tasks that some provider serves; the chat first. */
export function callableTasks(): string[] {
	return ["conversational", ...PIPELINE_TYPES].filter((task) => providersOf(task).length > 0 && EXAMPLES[task]);
}

/**
 * Returns what forms and code need to know of a task; undefined when no provider serves it.
 *
 * `providers` is a list of `{id, label, keyVariable, ownKey}`; `parameters` of `{name, kind, description, choices?,
 * default?}`; `example` holds a value for each field.
 */
export async function describeTask(id: string): Promise<CallTask | undefined> {
	const providers = providersOf(id);
	const example = EXAMPLES[id];
	if (providers.length === 0 || !example) return undefined;
	const task = CALLED_AS[id] ?? (id as InferenceTask);
	const pipeline = id as PipelineType;
	const { input, output, needs = [] } = SIGNATURES[task];
	const model = [FIRST_CHOICE, ...providers].map((provider) => findServed(provider, id)?.model).find(Boolean);
	const recommended = TASKS_DATA[pipeline]?.models.map((known) => known.id) ?? [];
	const candidates = [...(model ? [model] : []), ...recommended];
	return {
		id,
		task,
		label: id === "conversational" ? "Chat" : PIPELINE_DATA[pipeline].name,
		method: functionName(task),
		input,
		output,
		...(needs.includes("labels") ? { needsLabels: true } : {}),
		...(id === "image-text-to-text" ? { takesImage: true } : {}),
		...(STREAMED.has(task) ? { streams: true } : {}),
		...(model ? { model } : {}),
		sandboxModel: candidates[0] ?? `sandbox/${task}`,
		providers: await Promise.all(providers.map((provider) => describeProvider(provider, { id, task, candidates }))),
		parameters: await describeParameters(task),
		example,
		...(PROMPTS[id] ? { prompts: PROMPTS[id] } : {}),
	};
}

interface TaskOfProvider {
	/** As pages name it. */
	id: string;
	/** As it is called. */
	task: InferenceTask;
	candidates: readonly string[];
}

async function describeProvider(id: string, { id: name, task, candidates }: TaskOfProvider): Promise<CallProvider> {
	const { provider } = getProviderHelper(id, task);
	const served = findServed(id, name);
	return {
		id,
		label: provider.label,
		...served,
		sandboxModel: served?.model ?? (await findOnSandbox(candidates, id, task)),
		keyVariable: `${id.toUpperCase().replaceAll("-", "_")}_API_KEY`,
		...(provider.routed === "never" ? { ownKey: true } : {}),
	};
}

/** Returns the first model that the provider serves for the task on the sandbox; else one of the sandbox's own. */
async function findOnSandbox(candidates: readonly string[], provider: string, task: InferenceTask): Promise<string> {
	const helper = getProviderHelper(provider, task);
	for (const model of candidates) {
		try {
			await makeRequestOptions({ model, provider, accessToken: "hf_sandbox", data: {} }, helper, { fetch: sandbox });
			return model;
		} catch {
			// The model is served for another task, or not at all.
		}
	}
	return `sandbox/${task}`;
}

async function describeParameters(task: InferenceTask): Promise<CallParameter[]> {
	const schemas = await loadTaskSchemas();
	const schema = findTaskSchema(schemas, task)?.input;
	if (!schema) return [];
	const resolve = (node: Schema | undefined): Schema => {
		if (!node) return {};
		const [inner, ...others] = node.$ref ? [] : (node.allOf ?? []);
		if (!node.$ref) return inner && others.length === 0 ? { ...resolve(inner), ...node } : node;
		const name = node.$ref.slice(node.$ref.lastIndexOf("/") + 1);
		const target = node.$ref.startsWith("#") ? schema.$defs?.[name] : schemas.common.definitions[name];
		return { ...resolve(target), ...node };
	};
	const own = resolve(schema).properties ?? {};
	const nested = own["parameters"] ? (resolve(own["parameters"]).properties ?? {}) : {};
	return Object.entries({ ...own, ...nested })
		.filter(([name]) => name !== "parameters" && !INPUTS.has(name))
		.map(([name, node]) => describeParameter(name, resolve(node)))
		.sort((left, right) => rankOf(left) - rankOf(right));
}

/** Parameters that many set, in the order of a form; others follow in the order of the schema. */
const COMMON = [
	...["temperature", "max_tokens", "max_new_tokens", "top_p", "top_k", "seed", "stop"],
	...["negative_prompt", "guidance_scale", "num_inference_steps", "width", "height", "threshold"],
];

function rankOf({ name }: CallParameter): number {
	const rank = COMMON.indexOf(name);
	return rank < 0 ? COMMON.length : rank;
}

function describeParameter(
	name: string,
	{ type, enum: choices, description = "", default: standard, items }: Schema,
): CallParameter {
	return {
		name,
		kind: choices ? "choice" : kindOf(type, items),
		// A hint is plain text.
		description: (description.split("\n")[0] ?? "").replaceAll("`", ""),
		...(choices ? { choices: choices.map(String) } : {}),
		...(standard === undefined || standard === "null" ? {} : { default: String(standard) }),
	};
}

function kindOf(type: Schema["type"], items: Schema | undefined): ParameterKind {
	if (type === "array" && items?.type === "string") return "list";
	if (type === "string") return "text";
	return type === "number" || type === "integer" || type === "boolean" ? type : "json";
}
