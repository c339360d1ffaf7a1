import { servedTask, taskName } from "../../catalogue/aliases.ts";
import type { InferenceTask } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import { wrongValue } from "../errors/usage.ts";
import { checkProvider, splitModel } from "../options/provider.ts";
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

/** @throws UsageError unless the text is the id of a model, with a provider or without */
export function parseDefaultModel(name: string, text: string): string {
	const [id, suffix] = /^[\w.-]+\/[^\s:]+(?::([\w-]+))?$/.exec(text.trim()) ?? [];
	// A suffix that is not a provider would stay part of the id, which no service knows.
	if (suffix !== undefined && splitModel(id, undefined).provider === undefined) checkProvider(suffix);
	if (id !== undefined) return id;
	throw wrongValue(`${name} must be the id of a model, got "${text}".`, "Write ORG/NAME, or ORG/NAME:PROVIDER.");
}

/** The names of the default models that are stored. */
export function listModelNames(config: Config): ModelSettingName[] {
	return Object.keys(config).filter((name): name is ModelSettingName => name.startsWith(MODEL_PREFIX));
}

/**
 * Returns the options with the user's default model if the command line names none. A provider given by flag or
 * environment stays; a default that names another provider (`ORG/NAME:groq`) then does not count.
 * @param stored value of the setting `model.TASK`
 */
export function withDefaultModel<Options extends { model?: string; provider?: string; endpoint?: string }>(
	stored: unknown,
	options: Options,
	{ env }: Pick<Context, "env">,
): Options {
	if (options.model !== undefined || options.endpoint !== undefined || typeof stored !== "string") return options;
	const { model, provider } = splitModel(stored, undefined);
	const wanted = options.provider ?? (env["HUB_PROVIDER"] || undefined);
	if (model === undefined || (provider !== undefined && wanted !== undefined && wanted !== provider)) return options;
	return { ...options, model, ...(provider === undefined || wanted !== undefined ? {} : { provider }) };
}
