import {
  getProviderHelper,
  logError
} from "../../inference/index.js";
import { writeSnippets } from "./clients.js";
import { makePlan } from "./plan.js";
import { findSubject } from "./templates.js";
import { findSetup } from "./clients.js";
function getInferenceSnippets(model, provider, mapping, options) {
  const subject = findSubject(model, options?.streaming ?? false);
  const helper = subject && findHelper(provider, subject.task);
  if (!subject || !helper) return [];
  const plan = makePlan(subject, model, provider, helper, mapping ?? void 0, options ?? {});
  return writeSnippets(plan);
}
function findHelper(provider, task) {
  try {
    return getProviderHelper(provider, task);
  } catch (error) {
    logError(`Failed to get provider helper for ${provider} (${task})`, error);
    return void 0;
  }
}
function findSnippetTask(model) {
  return findSubject(model, false)?.task;
}
export {
  findSetup,
  findSnippetTask,
  getInferenceSnippets
};
