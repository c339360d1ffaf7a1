import { build, encode, prepare, selectHelper } from "./prepare.js";
import { REGISTRY } from "./registry.js";
import { authMethod } from "./request.js";
import { resolveModel } from "./resolve.js";
import { buildFetch } from "./scope.js";
async function makeRequestOptions(args, helper, options = {}) {
  return (await prepare(REGISTRY, helper, args, options)).request;
}
function makeRequestOptionsFromResolvedModel(providerModelId, helper, args, mapping, options = {}) {
  return build(helper, args, { model: providerModelId, ...mapping ? { mapping } : {} }, options).request;
}
async function previewRequest(task, args, options = {}) {
  const settled = { ...options, fetch: buildFetch(options) };
  const helper = await selectHelper(REGISTRY, task, args, settled);
  return (await prepare(REGISTRY, helper, await encode(helper, args, settled), settled)).request;
}
async function checkTarget(task, target, options = {}) {
  const helper = await selectHelper(REGISTRY, task, target, options);
  authMethod(helper.provider, target.accessToken, options.includeCredentials);
  await resolveModel(REGISTRY, target, helper, options);
}
export {
  checkTarget,
  makeRequestOptions,
  makeRequestOptionsFromResolvedModel,
  previewRequest
};
