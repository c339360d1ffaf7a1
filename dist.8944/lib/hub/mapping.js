import { isType, parseJson, readMember } from "../http/index.js";
import { tokenKey } from "./cache.js";
import { lookUp } from "./look-up.js";
import { cacheOf, getFromHub, hubError, modelUrl, readHubText } from "./request.js";
async function fetchMapping(model, options) {
  const url = modelUrl(model, "?expand[]=inferenceProviderMapping", options);
  const isHubToken = options.accessToken?.startsWith("hf_") ?? false;
  const key = `mapping ${tokenKey(isHubToken ? options.accessToken : void 0)} ${url}`;
  return lookUp(cacheOf(options), key, options.signal, async (signal) => {
    const response = await getFromHub(url, { ...options, signal }, isHubToken);
    return readMapping(model, url, response, options);
  });
}
async function readMapping(model, url, response, options) {
  const failure = `Failed to fetch inference provider mapping for model ${model}`;
  const text = await readHubText(response, failure, url, options);
  const data = parseJson(text);
  if (!response.ok) {
    const isJson = data !== void 0 && isType(response.headers, "application/json");
    const detail = isJson ? readMember(data, "error") : void 0;
    throw hubError(
      typeof detail === "string" ? `${failure}: ${detail}` : failure,
      url,
      response,
      isJson ? data : text,
      options
    );
  }
  if (data === void 0)
    throw hubError(`${failure}: malformed API response, invalid JSON`, url, response, text, options);
  const mapping = readMember(data, "inferenceProviderMapping");
  if (mapping === null || typeof mapping !== "object") {
    const message = `We have not been able to find inference provider information for model ${model}.`;
    throw hubError(message, url, response, text, options);
  }
  return normalizeMapping(model, mapping);
}
function normalizeMapping(model, mapping) {
  if (Array.isArray(mapping)) return mapping.filter(isEntry);
  return Object.entries(mapping).flatMap(([provider, entry]) => {
    if (!isEntry(entry)) return [];
    const { providerId, status, task, adapter, adapterWeightsPath } = entry;
    return [{ provider, hfModelId: model, providerId, status, task, adapter, adapterWeightsPath }];
  });
}
function isEntry(value) {
  return value !== null && typeof value === "object";
}
export {
  fetchMapping,
  normalizeMapping
};
