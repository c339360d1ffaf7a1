import {
  InferenceClientHubApiError,
  InferenceClientInputError,
  InferenceClientProviderOutputError
} from "../errors.js";
import { describeResponse, guardRedirects, readErrorText, readText, removeSecret, urlBelow } from "../http/index.js";
import { hubBase } from "./options.js";
import { cacheOf, hubBase as hubBase2 } from "./options.js";
import { HUB_URL } from "./url.js";
function modelUrl(model, query, options) {
  const url = urlBelow(`${hubBase(options)}/api/models`, model + query);
  if (url === void 0) throw new InferenceClientInputError(`"${model}" is no model id.`);
  return url;
}
function getFromHub(url, options, withToken) {
  const fetch = guardRedirects(options.fetch ?? globalThis.fetch);
  const { accessToken, signal } = options;
  return fetch(url, {
    ...withToken && accessToken ? { headers: { Authorization: `Bearer ${accessToken}` } } : {},
    ...signal ? { signal } : {}
  });
}
async function readHubText(response, failure, url, options) {
  if (!response.ok) return readErrorText(response, options.limits);
  try {
    return await readText(response, options.limits);
  } catch (error) {
    if (!(error instanceof InferenceClientProviderOutputError)) throw error;
    throw hubError(`${failure}: ${error.message}`, url, response, "", options);
  }
}
function hubError(message, url, response, body, { accessToken }) {
  return new InferenceClientHubApiError(
    removeSecret(message, accessToken),
    { url, method: "GET" },
    describeResponse(response, removeSecret(body, accessToken))
  );
}
export {
  HUB_URL,
  cacheOf,
  getFromHub,
  hubBase2 as hubBase,
  hubError,
  modelUrl,
  readHubText
};
