const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/i;
const WILDCARDS = ["0.0.0.0", "::", "[::]"];
function isLoopback(hostname) {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
function findCallerProblem({ host, origin }, rules) {
  const authority = (host ?? "").toLowerCase();
  const name = authority.replace(/:\d*$/, "").replace(/\.$/, "");
  if (!isAllowedHost(name, rules.hosts)) return { kind: "host", value: name };
  if (origin === null || origin === void 0 || isAllowedOrigin(origin, rules)) return void 0;
  return origin === `http://${authority}` || origin === `https://${authority}` ? void 0 : { kind: "origin", value: origin };
}
function isAllowedHost(name, hosts) {
  if (isLoopback(name)) return true;
  if (hosts.some((host) => WILDCARDS.includes(host)) && IP_ADDRESS.test(name)) return true;
  return hosts.some((host) => host.toLowerCase() === name || `[${host.toLowerCase()}]` === name);
}
function isAllowedOrigin(origin, { cors }) {
  return cors.includes("*") || cors.includes(origin);
}
export {
  findCallerProblem,
  isAllowedOrigin,
  isLoopback
};
