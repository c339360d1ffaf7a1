import { InferenceClientInputError, InferenceClientRoutingError } from "../errors.js";
import { chat } from "./adapters/chat.js";
import { findHelper } from "./helper.js";
import { AUTO, authMethod, buildRequest, ROUTER_URL } from "./request.js";
import { resolveModel, resolveProvider } from "./resolve.js";
const AUTO_ROUTER = {
  id: AUTO,
  label: "Auto",
  baseUrl: ROUTER_URL,
  tasks: { conversational: chat() }
};
function selectHelper(registry, task, args, options) {
  const isAuto = !args.endpointUrl && (!args.provider || args.provider === AUTO);
  if (!isAuto || task !== "conversational") {
    const provider = resolveProvider(registry, args, task, options);
    return provider instanceof Promise ? provider.then((resolved) => findHelper(registry, resolved, task)) : findHelper(registry, provider, task);
  }
  if (!args.model)
    throw new InferenceClientInputError("Specifying a model is required when provider is 'auto'", "no-model");
  if (args.accessToken && !args.accessToken.startsWith("hf_")) {
    throw new InferenceClientRoutingError(
      "Cannot select auto-router when using non-Hugging Face API key. Pass provider to call one with its own key."
    );
  }
  return { provider: AUTO_ROUTER, task, wire: AUTO_ROUTER.tasks.conversational };
}
function prepare(registry, helper, args, options) {
  const model = resolveModel(registry, args, helper, options);
  return model instanceof Promise ? model.then((resolved) => build(helper, args, resolved, options)) : build(helper, args, model, options);
}
function encode({ wire }, args, options) {
  return wire.encode ? encodeFiles(wire.encode, args, options) : args;
}
async function encodeFiles(encodeArgs, args, options) {
  const { signal, limits, storeFile } = options;
  const transport = { fetch: options.fetch ?? globalThis.fetch, signal, limits, storeFile };
  return { ...await encodeArgs(taskArgs(args), transport), ...pickTarget(args) };
}
function build(helper, args, { model, mapping: entry }, options) {
  const { provider, task, wire } = helper;
  const { accessToken, endpointUrl } = args;
  const auth = authMethod(provider, accessToken, options.includeCredentials);
  const { outputType } = options;
  const mapping = entry && { ...entry, hfModelId: entry.hfModelId || args.model || model };
  const call = { task, args: taskArgs(args), model, endpoint: endpointUrl, auth, mapping, outputType };
  const request = buildRequest(call, wire, provider, accessToken, options);
  return { target: pickTarget(args), call, helper, request };
}
function pickTarget({ accessToken, model, endpointUrl, provider }) {
  return { accessToken, model, endpointUrl, provider };
}
function taskArgs({
  accessToken: _token,
  model: _model,
  endpointUrl: _endpoint,
  provider: _provider,
  ...args
}) {
  return args;
}
export {
  build,
  encode,
  prepare,
  selectHelper
};
