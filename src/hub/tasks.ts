import { getPath } from "../base/json.ts";
import { InferenceClientInputError } from "../errors.ts";
import { parseJson, readMember } from "../http/index.ts";
import { defaultCache, lookUp, tokenKey } from "./cache.ts";
import { getFromHub, type HubOptions, hubBase, hubError, modelUrl } from "./get-from-hub.ts";

const TASKS_FAILURE = "Failed to load tasks definitions from Hugging Face Hub.";

/**
 * Returns Hugging Face's default model of a task: the first one listed for it.
 * @throws HubApiError if Hugging Face refuses; InputError when the task has no default
 */
export async function fetchDefaultModel(task: string, options: HubOptions): Promise<string> {
	const url = `${hubBase(options)}/api/tasks`;
	const tasks = await lookUp(options.cache ?? defaultCache, url, options.signal, async (signal) => {
		const { response, text } = await getFromHub(url, TASKS_FAILURE, { ...options, signal, accessToken: undefined });
		const table = response.ok ? parseJson(text) : undefined;
		if (table !== undefined) return table;
		throw hubError(TASKS_FAILURE, url, response, text, options);
	});
	const id = getPath(tasks, task, "models", 0, "id");
	if (typeof id === "string") return id;
	throw new InferenceClientInputError(
		`No default model defined for task ${task}, please define the model explicitly.`,
		"no-model",
	);
}

const TASK_LIFETIME = 10 * 60 * 1000;

/**
 * Returns the task of a model (its `pipeline_tag`); null if it has none or Hugging Face fails. Cached for ten minutes.
 */
export async function fetchDefaultTask(
	model: string,
	options: HubOptions & { now?: (() => number) | undefined },
): Promise<string | null> {
	if (/^(https?:|\/)/.test(model)) return null;
	const now = options.now ?? Date.now;
	const url = modelUrl(model, "?expand[]=pipeline_tag", options);
	const key = `task ${tokenKey(options.accessToken)} ${url}`;
	const cache = options.cache ?? defaultCache;
	const known = cache.get(key) as { task: string; until: number } | undefined;
	if (known && known.until > now()) return known.task;
	try {
		const { response, text } = await getFromHub(url, "Failed to fetch the task", options);
		const task = response.ok ? readMember(parseJson(text), "pipeline_tag") : undefined;
		if (typeof task !== "string") return null;
		cache.set(key, { task, until: now() + TASK_LIFETIME });
		return task;
	} catch (error) {
		if (options.signal?.aborted) throw error;
		return null;
	}
}
