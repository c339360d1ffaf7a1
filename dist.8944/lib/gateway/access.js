import { findCallerProblem, isAllowedOrigin } from "../http/callers.js";
import { remember } from "../remember.js";
import { hasKey } from "./client-key.js";
import { GatewayError } from "./errors.js";
function createCallerCheck(rules) {
  const findHostProblem = remember((host) => findCallerProblem({ host, origin: null }, rules) ?? null);
  return ({ headers, url }) => {
    const host = headers.get("host") ?? new URL(url).host;
    const origin = headers.get("origin");
    refuse(origin === null ? findHostProblem(host) : findCallerProblem({ host, origin }, rules));
  };
}
function refuse(problem) {
  if (problem?.kind === "host") {
    throw new GatewayError(403, `hub serve does not answer for the host "${problem.value}".`, {
      code: "host_not_allowed"
    });
  }
  if (problem?.kind === "origin") {
    throw new GatewayError(403, `Web pages of ${problem.value} may not call. --cors ${problem.value} permits it.`, {
      code: "origin_not_allowed"
    });
  }
}
function corsHeaders(request, rules) {
  const origin = request.headers.get("origin");
  if (origin === null || !isAllowedOrigin(origin, rules)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, POST, OPTIONS",
    "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "authorization, content-type",
    "access-control-expose-headers": "x-hub-provider, x-hub-model, x-hub-attempts, x-hub-cost, x-request-id, retry-after",
    "access-control-max-age": "600",
    vary: "origin"
  };
}
function checkKey(request, key) {
  if (key === void 0 || hasKey(request, key)) return;
  const isMissing = !request.headers.has("authorization");
  const message = isMissing ? "The key is missing: send the one that hub serve printed as Authorization: Bearer KEY." : "The key is not the one of this hub serve.";
  throw new GatewayError(401, message, { code: "invalid_api_key", headers: { "www-authenticate": "Bearer" } });
}
export {
  checkKey,
  corsHeaders,
  createCallerCheck
};
