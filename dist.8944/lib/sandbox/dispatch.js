import { ALL_PROVIDERS } from "../inference/index.js";
import { checkAnyKey, checkHubToken, checkProviderKey } from "./authorization.js";
import { errorFormatOf, HUB_FORMAT, ROUTER_FORMAT } from "./error-formats.js";
import { notFound, ServiceFailure } from "./failure.js";
import { answerHub } from "./hub.js";
import { findStoredFile } from "./jobs.js";
import { LIMITS } from "./limits.js";
import { bytesResponse, jsonResponse } from "./responses.js";
import { answerRouter } from "./router.js";
import { SERVICES } from "./services.js";
import { fileUrlFrom, hubUrlFrom, locate, providerUrlFrom } from "./urls.js";
import { answerWithinLimits } from "./within-limits.js";
function prepare(state, request, origin) {
  if (request.url.length > LIMITS.urlCharacters) {
    return { location: NOWHERE, answer: async () => jsonResponse({ error: "The URL is too long." }, 414) };
  }
  const url = new URL(request.url);
  const location = locate(url);
  if (request.method === "OPTIONS") {
    const allow = "GET, HEAD, POST, PUT, DELETE, OPTIONS";
    return { location, answer: async () => new Response(null, { status: 204, headers: { allow } }) };
  }
  const incoming = createIncomingCall(state, request, url, location, origin);
  return { location, answer: () => answerLocation(location, incoming) };
}
const NOWHERE = { kind: "nowhere" };
function createIncomingCall(state, request, url, location, origin) {
  const isProvider = location.kind === "provider";
  return {
    state,
    request,
    provider: isProvider ? location.provider : void 0,
    routed: isProvider && location.routed,
    host: isProvider ? location.host : "",
    path: "path" in location ? location.path : "",
    query: url.searchParams,
    service: isProvider ? location.provider.id : "",
    groups: [],
    providerUrl: (host, path) => providerUrlFrom(url, origin, host, path),
    hubUrl: (path) => hubUrlFrom(url, origin, path),
    fileUrl: (name) => fileUrlFrom(url, origin, name)
  };
}
async function answerLocation(location, incoming) {
  const provider = incoming.provider;
  try {
    switch (location.kind) {
      case "hub":
        return await answerWithinLimits(incoming, "hub", () => answerHub(incoming));
      case "datasets":
        return await (await import("./datasets.js")).answerDatasets(incoming);
      case "router":
        return await answerRouter(incoming);
      case "file":
        return await answerFile(incoming, location.name);
      case "provider":
        return await answerProvider(location.provider, incoming);
      case "nowhere":
        throw notFound(
          `No such host. Known are: ${ALL_PROVIDERS.map(({ baseUrl }) => new URL(baseUrl).host).join(", ")}`
        );
    }
  } catch (error) {
    if (incoming.request.signal.aborted) throw error;
    const failure = toFailure(error);
    const shared = location.kind === "router" ? ROUTER_FORMAT : HUB_FORMAT;
    const format = provider ? errorFormatOf(provider.id) : shared;
    const status = failure.status === "invalid" ? format.invalid : failure.status;
    return jsonResponse(format.body(failure, status), status, failure.headers);
  }
}
function toFailure(error) {
  if (error instanceof ServiceFailure) return error;
  if (error instanceof URIError) return new ServiceFailure("invalid", "The URL is malformed.");
  if (error instanceof RangeError)
    return new ServiceFailure("invalid", "The request is too large or too deeply nested.");
  const reason = error instanceof Error ? error.message : String(error);
  return new ServiceFailure(500, `This is a fault in the sandbox: ${reason}`, { code: "sandbox_fault" });
}
async function answerProvider(provider, incoming) {
  const { request, path, routed } = incoming;
  const routes = SERVICES[provider.id].filter((route2) => route2.path.test(path));
  const route = routes.find(({ method }) => method === request.method);
  if (route?.access === "any-key") checkAnyKey(request);
  else if (route?.access !== "open") {
    if (routed || provider.routed === "always") checkHubToken(request, "required");
    else checkProviderKey(request, provider);
  }
  if (routes.length === 0) throw notFound(`Not Found: ${request.method} /${path}`);
  if (!route) throw new ServiceFailure(405, "Method Not Allowed");
  const groups = (route.path.exec(path) ?? []).slice(1).map((group) => decodeURIComponent(group ?? ""));
  const answer = () => route.handle({ ...incoming, groups });
  if (request.method !== "POST") return answer();
  const response = await answerWithinLimits(incoming, provider.id, answer);
  if (routed) response.headers.set("x-inference-provider", provider.id);
  return response;
}
async function answerFile(incoming, name) {
  if (incoming.request.method === "PUT") return (await import("./endpoints/uploads.js")).receiveUpload(incoming, name);
  const file = findStoredFile(incoming.state.jobs, name);
  if (!file) throw notFound("No such file, or it has expired.");
  return bytesResponse(await file.read(), file.type);
}
export {
  prepare
};
