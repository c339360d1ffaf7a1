import { findDetail, parseJson } from "../http/index.js";
import { getFromHub, hubBase, hubError, modelUrl, readHubText } from "./request.js";
async function fetchModel(model, options, expand = []) {
  const query = expand.map((field) => `expand[]=${field}`).join("&");
  return await getJson(
    modelUrl(model, query ? `?${query}` : "", options),
    options,
    `Failed to fetch the record of model ${model}`
  );
}
async function searchModels(search, options) {
  const query = new URLSearchParams();
  const fields = {
    search: search.search,
    author: search.author,
    filter: search.filter,
    pipeline_tag: search.pipelineTag,
    inference_provider: search.inferenceProvider,
    sort: search.sort,
    direction: search.sort === void 0 ? void 0 : "-1",
    limit: search.limit,
    "expand[]": search.expand
  };
  for (const [name, value] of Object.entries(fields)) {
    for (const item of [value ?? []].flat()) query.append(name, String(item));
  }
  const url = `${hubBase(options)}/api/models?${query}`;
  return await getJson(url, options, "Failed to search for models", Array.isArray);
}
async function getJson(url, options, failure, isExpected = isObject) {
  const response = await getFromHub(url, options, true);
  const text = await readHubText(response, failure, url, options);
  const data = parseJson(text);
  if (response.ok && isExpected(data)) return data;
  const shape = data === void 0 ? "invalid JSON" : "unexpected content";
  const detail = response.ok ? `malformed API response, ${shape}` : findDetail(data);
  throw hubError(detail === void 0 ? failure : `${failure}: ${detail}`, url, response, data ?? text, options);
}
function isObject(data) {
  return data !== null && typeof data === "object" && !Array.isArray(data);
}
export {
  fetchModel,
  getJson,
  searchModels
};
