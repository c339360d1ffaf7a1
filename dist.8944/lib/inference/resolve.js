import { InferenceClientInputError } from "../errors.js";
import { fetchDefaultModel, fetchMapping } from "../hub/index.js";
import { serves } from "./helper.js";
import { notify } from "./logger.js";
import { AUTO } from "./request.js";
const AUTO_MESSAGE = "Defaulting to 'auto' which will select the first provider available for the model, sorted by the user's order in https://hf.co/settings/inference-providers.";
function hubOptions(args, options) {
  const { hubUrl, fetch, signal, cache, limits } = options;
  return { accessToken: args.accessToken, hubUrl, fetch, signal, cache, limits };
}
function resolveProvider(registry, args, task, options) {
  const { endpointUrl, model, provider } = args;
  if (endpointUrl) {
    if (provider) {
      throw new InferenceClientInputError("Specifying both endpointUrl and provider is not supported.");
    }
    return "hf-inference";
  }
  if (provider && provider !== AUTO) return provider;
  if (!provider) notify({ type: "auto", message: AUTO_MESSAGE }, options);
  if (!model) throw new InferenceClientInputError("Specifying a model is required when provider is 'auto'", "no-model");
  return selectProvider(registry, model, args, task, options);
}
async function selectProvider(registry, model, args, task, options) {
  const mapping = await fetchMapping(model, hubOptions(args, options));
  const selected = selectEntry(registry, mapping, task)?.provider;
  if (!selected)
    throw new InferenceClientInputError(`No Inference Provider available for model ${model}.`, "model-not-served");
  notify({ type: "auto-selected", message: "Auto selected provider:", provider: selected }, options);
  return selected;
}
function selectEntry(registry, mapping, task) {
  if (task === void 0) return mapping[0];
  const capable = mapping.filter((entry) => serves(registry, entry.provider, task));
  return capable.find((entry) => isSameTask(entry.provider, entry.task, task)) ?? capable[0] ?? mapping[0];
}
function resolveModel(registry, args, helper, options) {
  const { provider, task } = helper;
  const { endpointUrl, model } = args;
  if (endpointUrl && provider.id !== "hf-inference") {
    throw new InferenceClientInputError("Cannot use endpointUrl with a third-party provider.");
  }
  if (model && /^(https?:|\/)/.test(model)) {
    throw new InferenceClientInputError("Model URLs are no longer supported. Use endpointUrl instead.");
  }
  if (endpointUrl) {
    if (!/^https?:\/\//.test(endpointUrl)) {
      throw new InferenceClientInputError(`endpointUrl must start with http:// or https://, got "${endpointUrl}".`);
    }
    return { model: model ?? endpointUrl };
  }
  if (!model && task === void 0) {
    throw new InferenceClientInputError("No model provided, and no task has been specified.", "no-model");
  }
  if (provider.routed === "never" || !registry.has(provider.id)) return { model: directModel(model, provider) };
  return lookUpModel(args, helper, options);
}
async function lookUpModel(args, { provider, task }, options) {
  const { model } = args;
  const id = model ?? await fetchDefaultModel(task ?? "", hubOptions(args, options));
  const mapping = await findEntry(id, provider, args, options);
  if (!mapping) {
    throw new InferenceClientInputError(
      `We have not been able to find inference provider information for model ${id}.`,
      "model-not-served"
    );
  }
  checkEntry(mapping, id, provider, task, options);
  return { model: mapping.providerId, mapping };
}
function directModel(model, { id, closedSource }) {
  if (!model)
    throw new InferenceClientInputError(`Provider ${id} requires a model ID to be passed directly.`, "no-model");
  if (!closedSource) return model;
  if (model.startsWith(`${id}/`)) return model.slice(id.length + 1);
  throw new InferenceClientInputError(`Models from ${id} must be prefixed by "${id}/". Got "${model}".`);
}
async function findEntry(model, provider, args, options) {
  const known = provider.models && Object.hasOwn(provider.models, model) ? provider.models[model] : void 0;
  if (known) return { provider: provider.id, hfModelId: model, ...known };
  const mapping = await fetchMapping(model, hubOptions(args, options));
  return mapping.find((entry) => entry.provider === provider.id);
}
function checkEntry(entry, model, { id }, task, options) {
  if (task !== void 0 && !isSameTask(id, entry.task, task)) {
    throw new InferenceClientInputError(
      `Model ${model} is not supported for task ${task} and provider ${id}. Supported task: ${entry.task}.`,
      "model-unsupported"
    );
  }
  if (entry.status === "staging") {
    const message = `Model ${model} is in staging mode for provider ${id}. Meant for test purposes only.`;
    notify({ type: "staging", message, model, provider: id }, options);
  }
}
const SIMILARITY_TASKS = ["feature-extraction", "sentence-similarity"];
function isSameTask(provider, offered, wanted) {
  if (offered === wanted) return true;
  return provider === "hf-inference" && SIMILARITY_TASKS.includes(offered) && SIMILARITY_TASKS.includes(wanted);
}
export {
  isSameTask,
  resolveModel,
  resolveProvider
};
