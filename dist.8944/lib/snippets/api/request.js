import { InferenceClientInputError } from "../../errors.js";
import {
  AUTO,
  authMethod,
  getProviderHelper,
  outlineRequest,
  ROUTER_URL
} from "../../inference/index.js";
import { FileInput, isMembers } from "./values.js";
function makeRawRequest(source, helper) {
  const { args, options, provider, task } = source;
  checkEndpoint(options.endpointUrl);
  if (isRoutedChat(source)) {
    if (provider !== AUTO) authMethod(helper.provider, trialToken(options), void 0);
    return makeChat(routerChatUrl(options), { ...args, model: nameChatModel(source) });
  }
  if (provider !== AUTO) return askProvider(source, helper);
  return task === "conversational" && options.endpointUrl ? makeChat(options.endpointUrl, args) : void 0;
}
function nameChatModel(source) {
  if (!isRoutedChat(source)) return source.providerModel;
  return source.provider === AUTO ? source.model : `${source.model}:${source.provider}`;
}
function isRoutedChat({ options, provider, task }) {
  return task === "conversational" && !options.endpointUrl && (!options.directRequest || provider === AUTO);
}
function makeChat(url, value) {
  return { url, scheme: "Bearer", body: { kind: "json", value }, bareBase64: false };
}
function routerChatUrl({ routerUrl = ROUTER_URL }) {
  return `${routerUrl.replace(/\/+$/, "")}/v1/chat/completions`;
}
function askProvider(source, helper) {
  const { args, mapping, options, providerModel: model, task } = source;
  const { provider, wire: adapter } = helper;
  const endpoint = options.endpointUrl || void 0;
  const auth = authMethod(provider, trialToken(options), void 0);
  const call = { task, args, model, endpoint, auth, mapping };
  const { body, scheme, url } = outlineRequest(call, adapter, provider, { routerUrl: options.routerUrl });
  const file = findFile(args);
  const isBody = adapter.file === "body" && args.inputs === file && !args.parameters;
  return {
    url: endpoint ? endpointUrl(source, endpoint) : url,
    scheme,
    body: file && isBody ? { kind: "file", file } : readBody(body, file, adapter.copies),
    bareBase64: (adapter.file ?? "data-url") !== "data-url"
  };
}
function trialToken({ accessToken, directRequest }) {
  return accessToken || (directRequest ? "not_hf_token_placeholder" : "hf_token_placeholder");
}
function endpointUrl({ providerModel: model, task }, endpoint) {
  if (task !== "conversational") return endpoint;
  const { provider, wire } = getProviderHelper("hf-inference", task);
  return outlineRequest({ task, args: {}, model, endpoint, auth: "none" }, wire, provider, {}).url;
}
function checkEndpoint(endpoint) {
  if (!endpoint || /^https?:\/\//.test(endpoint)) return;
  throw new InferenceClientInputError(`endpointUrl must start with http:// or https://, got "${endpoint}".`);
}
function readBody(body, file, copies) {
  if (body.kind === "json") {
    const value = body.value;
    return { kind: "json", value: copies ? withoutCopies(value, copies) : value };
  }
  const fields = [...body.form].map(([name, value]) => {
    const isFile = typeof value !== "string" && file;
    return [name, isFile ? file : String(value)];
  });
  return { kind: "form", fields };
}
function withoutCopies(value, copies) {
  if (!isMembers(value)) return value;
  const members = Object.entries(value).filter(([name, member]) => !(copies.includes(name) && findFile(member)));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutCopies(member, copies)]));
}
function findFile(value) {
  if (value instanceof FileInput) return value;
  const inner = Array.isArray(value) ? value : isMembers(value) ? Object.values(value) : [];
  for (const entry of inner) {
    const file = findFile(entry);
    if (file) return file;
  }
  return void 0;
}
export {
  findFile,
  makeRawRequest,
  nameChatModel
};
