import { InferenceClientInputError } from "../errors.js";
import { parseJson, readMember } from "../http/index.js";
import { tokenKey } from "./cache.js";
import { lookUp } from "./look-up.js";
import { cacheOf, getFromHub, hubBase, hubError, modelUrl, readHubText } from "./request.js";
const TASKS_FAILURE = "Failed to load tasks definitions from Hugging Face Hub.";
async function fetchDefaultModel(task, options) {
  const url = `${hubBase(options)}/api/tasks`;
  const tasks = await lookUp(cacheOf(options), url, options.signal, async (signal) => {
    const response = await getFromHub(url, { ...options, signal }, false);
    const text = await readHubText(response, TASKS_FAILURE, url, options);
    const table = response.ok ? parseJson(text) : void 0;
    if (table !== void 0) return table;
    throw hubError(TASKS_FAILURE, url, response, text, options);
  });
  const models = readMember(readMember(tasks, task), "models");
  const id = Array.isArray(models) ? readMember(models[0], "id") : void 0;
  if (typeof id === "string") return id;
  throw new InferenceClientInputError(
    `No default model defined for task ${task}, please define the model explicitly.`,
    "no-model"
  );
}
const TASK_LIFETIME = 10 * 60 * 1e3;
async function fetchDefaultTask(model, options) {
  if (/^(https?:|\/)/.test(model)) return null;
  const now = options.now ?? Date.now;
  const url = modelUrl(model, "?expand[]=pipeline_tag", options);
  const key = `task ${tokenKey(options.accessToken)} ${url}`;
  const cache = cacheOf(options);
  const known = cache.get(key);
  if (known && known.until > now()) return known.task;
  try {
    const response = await getFromHub(url, options, true);
    const text = await readHubText(response, "Failed to fetch the task", url, options);
    const task = response.ok ? readMember(parseJson(text), "pipeline_tag") : void 0;
    if (typeof task !== "string") return null;
    cache.set(key, { task, until: now() + TASK_LIFETIME });
    return task;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return null;
  }
}
export {
  fetchDefaultModel,
  fetchDefaultTask
};
