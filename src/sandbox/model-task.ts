import { PIPELINE_TYPES, type WidgetType } from "../catalogue/index.ts";
import { KNOWN_TASKS, TASK_WORDS } from "./known-models.ts";

const KNOWN_TASK = new Map<string, WidgetType>(
	Object.entries(KNOWN_TASKS).flatMap(([task, { models }]) =>
		models.map((id) => [id.toLowerCase(), task as WidgetType]),
	),
);
const TASK_IDS = [...PIPELINE_TYPES, "conversational" as const].filter((id) => id !== "other");

/**
 * Returns the task a model's name states word for word, such as that of `acme/tiny-text-to-video`: the longest in the
 * last part of the name that has one.
 */
function findStatedTask(model: string): WidgetType | undefined {
	return model
		.split("/")
		.map((part) => {
			const words = `-${part.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-`;
			return TASK_IDS.filter((task) => words.includes(`-${task}-`)).sort((a, b) => b.length - a.length)[0];
		})
		.findLast((task) => task !== undefined);
}

/** Returns the task that a model's name states; undefined if it states none. */
export function findTask(model: string): WidgetType | undefined {
	const id = model.toLowerCase();
	const known = KNOWN_TASK.get(id) ?? findStatedTask(id);
	return known ?? TASK_WORDS.find(([word]) => word.test(id))?.[1];
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
