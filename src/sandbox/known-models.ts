import { PIPELINE_TYPES, type WidgetType } from "../catalogue/index.ts";
import type { InferenceProvider } from "../inference/index.ts";
import knownTasks from "./data/known-tasks.json" with { type: "json" };
import modelNames from "./data/model-names.json" with { type: "json" };
import namedModels from "./data/named-models.json" with { type: "json" };

/** Facts about the models of a task. */
interface KnownTask {
	/** Well-known models; the first is the task's default. */
	models: readonly string[];
	/** A second task that the models do. */
	also?: WidgetType;
	/** Classes of transformers that load the models, and what turns their input into tensors. */
	autoModel?: string;
	processor?: string;
	/**
	 * The provider that `auto` chooses last, because it supports less of the task. Together accepts only small first
	 * frames.
	 */
	last?: InferenceProvider;
}

/** The models by task. A search finds these. */
export const KNOWN_TASKS: { readonly [Task in WidgetType]?: KnownTask } = knownTasks as Record<string, KnownTask>;

/** The models by task: first those that the catalogue and the documentation name, and other popular ones. */
const ALL_MODELS: readonly [WidgetType, readonly string[]][] = [
	...Object.entries(namedModels).map(([task, ids]) => [task, ids.split(" ")]),
	...Object.entries(KNOWN_TASKS).map(([task, { models }]) => [task, models]),
] as [WidgetType, readonly string[]][];

/** Tasks of models that chat about more than text. */
const CHAT_TASKS: ReadonlySet<string> = new Set([
	"image-text-to-text",
	"any-to-any",
	"audio-text-to-text",
	"video-text-to-text",
]);

/** Words of model names that imply the task; the first match wins. */
const TASK_WORDS = modelNames.tasks.map(({ words, task }) => ({ words: new RegExp(words), task: task as WidgetType }));

const OWNERS = new Set(
	[...ALL_MODELS.flatMap(([, ids]) => ids.map(ownerOf)), ...modelNames.owners.split(" ")].map((owner) =>
		owner.toLowerCase(),
	),
);

/** Model names at providers that omit the owner. */
const FAMILIES = new RegExp(`^(?:${modelNames.families})`);

/**
 * Whether the sandbox has a model: its owner is `sandbox` or a known one, or its name belongs to a known family that
 * providers call without an owner. Nothing with `no-such` exists.
 */
export function modelExists(model: string): boolean {
	const id = model.toLowerCase();
	if (id.length > 256 || id.includes("no-such")) return false;
	const [first = "", name = ""] = id.split("/");
	// A model without an owner may be the hash of a version, as Replicate has them.
	return name === "" ? FAMILIES.test(first) || /^[0-9a-f]{40,64}$/.test(first) : OWNERS.has(first);
}

function ownerOf(id: string): string {
	return id.slice(0, id.indexOf("/"));
}

/** The task of each known model, by its id in lower case. */
const KNOWN_TASK = new Map(ALL_MODELS.flatMap(([task, ids]) => ids.map((id) => [id.toLowerCase(), task])));

/** The ids as they are written, by their lower case. */
const KNOWN_IDS = new Map(ALL_MODELS.flatMap(([, ids]) => ids.map((id) => [id.toLowerCase(), id])));

/** All known models, those of each task's short list first. */
export function listKnownModels(): string[] {
	return [...KNOWN_IDS.values()];
}

/** Returns the task under which Hugging Face lists a known model that chats about more than text. */
export function findChatTask(model: string): WidgetType | undefined {
	const task = KNOWN_TASK.get(model.toLowerCase());
	return task !== undefined && CHAT_TASKS.has(task) ? task : undefined;
}

/** All tasks that models have. */
export const TASK_IDS = [...PIPELINE_TYPES, "conversational" as const].filter((id) => id !== "other");

/**
 * Returns the task a model's name states word for word, such as that of `acme/tiny-text-to-video`: the longest in the
 * last part of the name that has one.
 */
function findStatedTask(model: string): WidgetType | undefined {
	const stated = model.split("/").flatMap((part) => {
		const words = `-${part.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-`;
		return TASK_IDS.filter((task) => words.includes(`-${task}-`)).sort((a, b) => b.length - a.length)[0] ?? [];
	});
	return stated.at(-1);
}

/** Returns the task that a model's name states; undefined if it states none. */
export function findTask(model: string): WidgetType | undefined {
	const id = model.toLowerCase();
	const known = KNOWN_TASK.get(id) ?? findStatedTask(id);
	const task = known ?? TASK_WORDS.find(({ words }) => words.test(id))?.task;
	return task !== undefined && CHAT_TASKS.has(task) && KNOWN_TASK.has(id) ? "conversational" : task;
}

/** Returns the task of a model. A model whose name states no task is a chat model. */
export function taskOf(model: string): WidgetType {
	return findTask(model) ?? "conversational";
}

/** All tasks of a model. A name that states its task means only that task, and so do names of base models. */
export function tasksOf(model: string): WidgetType[] {
	const task = taskOf(model);
	const known = KNOWN_TASK.has(model.toLowerCase());
	const also = KNOWN_TASKS[task]?.also;
	if (also === undefined || (!known && findStatedTask(model) !== undefined)) return [task];
	if (task === "text-generation") return known ? [also, task] : [task];
	return [task, also];
}

/** Organization whose models state their task in their name. */
export const SANDBOX_ORG = "sandbox";

/** How a model made for tests misbehaves, as its name says: `sandbox/failing-text-to-video` fails. */
export function behaviorOf(model: string): string | undefined {
	return BEHAVIOR.exec(model.toLowerCase())?.[1];
}

const BEHAVIOR =
	/(?:^|\/)sandbox[/.](missing|gated|staging|unserved|failing|endless|queued|limited|overloaded|lora)(?:[-/]|$)/;
