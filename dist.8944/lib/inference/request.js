import { InferenceClientInputError } from "../errors.js";
import { urlBelow } from "../http/index.js";
import { version } from "../version.js";
import { AUTO, ROUTER_URL } from "./router.js";
import { AUTO as AUTO2, ROUTER_URL as ROUTER_URL2 } from "./router.js";
function routerBase(options) {
  return (options.routerUrl ?? ROUTER_URL).replace(/\/+$/, "");
}
function authMethod(provider, accessToken, includeCredentials) {
  if (provider.routed === "never") {
    if (accessToken?.startsWith("hf_")) {
      throw new InferenceClientInputError(
        `Provider ${provider.id} is closed-source and does not support HF tokens.`,
        "own-key-needed"
      );
    }
  }
  if (provider.closedSource && !accessToken) {
    throw new InferenceClientInputError(
      `Provider ${provider.id} is closed-source and needs its own API key.`,
      "own-key-needed"
    );
  }
  if (accessToken) return accessToken.startsWith("hf_") ? "hf-token" : "provider-key";
  return includeCredentials === "include" ? "credentials-include" : "none";
}
function isRouted(auth) {
  return auth !== "provider-key";
}
function outlineRequest(call, wire, provider, options) {
  const payload = wire.payload(call);
  return {
    url: buildUrl(call, wire, provider, options),
    scheme: authorizationScheme(call, provider),
    body: isFormData(payload) ? { kind: "form", form: payload } : { kind: "json", value: payload }
  };
}
function authorizationScheme({ auth }, { scheme }) {
  return isRouted(auth) ? "Bearer" : scheme ?? "Bearer";
}
function buildRequest(call, wire, provider, accessToken, options) {
  const { args } = call;
  const payload = wire.payload(call);
  const isForm = isFormData(payload);
  const isRaw = !isForm && Boolean(args.data);
  const headers = {};
  if (accessToken) headers["Authorization"] = `${authorizationScheme(call, provider)} ${accessToken}`;
  if (!isForm && !isRaw) headers["Content-Type"] = "application/json";
  if (provider.headers) Object.assign(headers, provider.headers);
  if (options.billTo) headers["X-HF-Bill-To"] = options.billTo;
  headers["User-Agent"] = userAgent();
  if (options.headers) mergeHeaders(headers, options.headers);
  const { includeCredentials } = options;
  const credentials = includeCredentials === true ? "include" : includeCredentials || void 0;
  const info = {
    method: "POST",
    headers,
    body: isForm ? payload : isRaw ? args.data : JSON.stringify(payload),
    signal: options.signal ?? null
  };
  if (credentials) info.credentials = credentials;
  return { url: buildUrl(call, wire, provider, options), info };
}
function buildUrl(call, adapter, provider, options) {
  const route = adapter.route(call);
  if (call.endpoint !== void 0 && /^https?:\/\//.test(route)) return route;
  const router = provider.id === AUTO ? routerBase(options) : `${routerBase(options)}/${provider.id}`;
  const direct = provider.routed === "always" ? router : adapter.baseUrl ?? provider.baseUrl;
  const base = isRouted(call.auth) && provider.routed !== "never" ? router : direct;
  const url = urlBelow(base, route) ?? ownUrl(base, route);
  if (url !== void 0) return url;
  throw new InferenceClientInputError(
    `Model ${call.model} leads away from ${provider.id}: ${route} is not below ${base}.`
  );
}
function ownUrl(base, route) {
  const prefix = `${base.replace(/\/+$/, "")}/`;
  return route.startsWith(prefix) ? urlBelow(base, route.slice(prefix.length)) : void 0;
}
function serviceBase(url, { id }, options) {
  const routed = `${routerBase(options)}/${id}`;
  return url.startsWith(`${routed}/`) ? routed : new URL(url).origin;
}
function mergeHeaders(headers, own) {
  for (const [name, value] of Object.entries(own)) {
    const known = Object.keys(headers).find((other) => other.toLowerCase() === name.toLowerCase());
    if (known !== void 0) delete headers[known];
    headers[name] = value;
  }
}
function isFormData(value) {
  return Object.prototype.toString.call(value) === "[object FormData]";
}
let agent;
function userAgent() {
  if (agent === void 0) {
    const runtime = typeof navigator === "undefined" ? void 0 : navigator.userAgent;
    agent = `modelhub/${version}${runtime ? ` ${runtime}` : ""}`;
  }
  return agent;
}
export {
  AUTO2 as AUTO,
  ROUTER_URL2 as ROUTER_URL,
  authMethod,
  buildRequest,
  isRouted,
  outlineRequest,
  routerBase,
  serviceBase
};
