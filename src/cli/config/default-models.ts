import { servedTask, taskName } from "../../catalogue/aliases.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { wrongValue } from "../errors/usage.ts";
import { hasOwnModelNames, splitModel } from "../options/provider.ts";
import { checkTask } from "../options/task.ts";
import type { Config } from "./settings.ts";

/** Prefix of the user's default models: `model.chat`. */
export const MODEL_PREFIX = "model.";

/** Name of a stored default model: the task by its id. */
export type ModelSettingName = `${typeof MODEL_PREFIX}${InferenceTask}`;

/**
 * Returns the name under which the default model of a task is stored: `model.chat` is `model.conversational`.
 * @throws UsageError if there is no such task
 */
export function readModelName(name: string): ModelSettingName {
	return `${MODEL_PREFIX}${servedTask(checkTask(name.slice(MODEL_PREFIX.length)))}`;
}

/** The display name: `model.chat`. */
export function showModelName(name: ModelSettingName): string {
	return MODEL_PREFIX + taskName(name.slice(MODEL_PREFIX.length));
}

/**
 * Checks the id of a model that is stored or named for a task, with or without a provider.
 * @param place the provider it is called at if it names none
 * @throws UsageError unless it is one
 */
export function parseDefaultModel(name: string, text: string, place?: string): string {
	const id = text.trim();
	const wrong = wrongValue(
		`${name} must be the id of a model, got "${text}".`,
		"Write ORG/NAME, or ORG/NAME:PROVIDER.",
	);
	if (id === "" || /\s/.test(id)) throw wrong;
	const { model = "", provider = place } = splitModel(id, undefined, hasOwnModelNames(place));
	if (hasOwnModelNames(provider) || /^[\w.-]+\/[^\s:]+$/.test(model)) return id;
	throw wrong;
}

/** The names of the default models that are stored. */
export function listModelNames(config: Config): ModelSettingName[] {
	return Object.keys(config).filter((name): name is ModelSettingName => name.startsWith(MODEL_PREFIX));
}
