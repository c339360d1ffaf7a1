import { findCallerProblem, isAllowedOrigin } from "../http/callers.js";
function refuseCaller(rules, caller) {
  const problem = findCallerProblem(caller, rules);
  if (problem?.kind === "host") {
    return `The sandbox does not answer for the host '${problem.value}'. Start it with allowedHosts to permit that.`;
  }
  if (problem?.kind === "origin") {
    return `The sandbox does not answer requests of web pages from '${problem.value}'. Start it with --cors ${problem.value} to permit that.`;
  }
  return void 0;
}
function corsHeaders(rules, origin) {
  if (origin === void 0 || !isAllowedOrigin(origin, rules)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
    "access-control-allow-headers": "*, authorization",
    "access-control-expose-headers": "*",
    vary: "origin"
  };
}
export {
  corsHeaders,
  refuseCaller
};
