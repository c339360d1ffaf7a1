import { InferenceClientInputError } from "../errors.js";
function findHelper(registry, provider, task) {
  const id = typeof provider === "string" ? provider : provider.id;
  const found = typeof provider === "string" ? registry.get(id) : provider;
  if (!found) {
    throw new InferenceClientInputError(
      `Provider '${id}' not supported. Available providers: ${[...registry.keys()].join(",")}`,
      "unknown-provider"
    );
  }
  const wire = "tasks" in found && Object.hasOwn(found.tasks, task) ? found.tasks[task] : void 0;
  if (!wire) {
    const tasks = "tasks" in found ? Object.keys(found.tasks) : found;
    throw new InferenceClientInputError(
      `Task '${task}' not supported for provider '${id}'. Available tasks: ${tasks.join(",")}`,
      "task-unsupported"
    );
  }
  return { provider: found, task, wire };
}
function serves(registry, provider, task) {
  const found = registry.get(provider);
  return found !== void 0 && ("tasks" in found ? Object.hasOwn(found.tasks, task) : found.includes(task));
}
export {
  findHelper,
  serves
};
