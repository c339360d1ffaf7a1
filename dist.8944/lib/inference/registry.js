import { InferenceClientInputError } from "../errors.js";
import { findHelper } from "./helper.js";
import { anyTask } from "./providers/hf-inference.js";
import { ALL_PROVIDERS } from "./providers/index.js";
import { AUTO } from "./request.js";
const REGISTRY = new Map(
  ALL_PROVIDERS.map((provider) => [provider.id, provider])
);
function findProvider(id) {
  return REGISTRY.get(id);
}
const PROVIDERS = Object.fromEntries(
  ALL_PROVIDERS.map((provider) => [
    provider.id,
    Object.fromEntries(
      Object.entries(provider.tasks).map(([task, wire]) => [task, { provider, task, wire }])
    )
  ])
);
function getProviderHelper(provider, task) {
  const id = typeof provider === "string" ? provider : provider.id;
  if (id === AUTO || id === "hf-inference" && task === void 0) {
    return { provider: REGISTRY.get("hf-inference"), task, wire: anyTask };
  }
  if (task === void 0) {
    throw new InferenceClientInputError(
      "you need to provide a task name when using an external provider, e.g. 'text-to-image'",
      "no-task"
    );
  }
  return findHelper(REGISTRY, provider, task);
}
function defineProvider(provider) {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(provider.id) || provider.id === AUTO) {
    throw new InferenceClientInputError(
      `A provider's id consists of small letters, digits and hyphens, got "`.concat(provider.id, '".')
    );
  }
  if (!/^https?:\/\//.test(provider.baseUrl)) {
    throw new InferenceClientInputError(
      "The baseUrl of provider ".concat(provider.id, ' must start with http:// or https://, got "').concat(provider.baseUrl, '".')
    );
  }
  return { ...provider, routed: provider.routed ?? "never" };
}
export {
  PROVIDERS,
  REGISTRY,
  defineProvider,
  findProvider,
  getProviderHelper
};
