import { closestWord } from "../catalogue/index.js";
import { GatewayError } from "./errors.js";
import { ROUTES } from "./routes.js";
const EXACT = new Map(ROUTES.map((route) => [`${route.method} ${route.path}`, route]));
function findRoute(request, url) {
  const exact = EXACT.get(`${request.method} ${url.pathname}`);
  if (exact) return { route: exact, groups: NONE };
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, "") || "/" : url.pathname;
  const matching = ROUTES.filter(({ pattern }) => pattern.test(path));
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = matching.find((candidate) => candidate.method === method);
  if (route) return { route, groups: (route.pattern.exec(path) ?? []).slice(1).map(decode) };
  const [other] = matching;
  if (other) {
    const message = `${other.path} takes ${other.method}, not ${request.method}.`;
    throw new GatewayError(405, message, { code: "method_not_allowed", headers: { allow: other.method } });
  }
  const guess = closestWord(
    path,
    ROUTES.filter(({ access }) => !access).map((candidate) => candidate.path)
  );
  const hint = guess ? ` Did you mean ${guess}?` : "";
  throw new GatewayError(404, `There is no route ${request.method} ${path}.${hint}`, { code: "unknown_route" });
}
const NONE = [];
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new GatewayError(400, "The URL is malformed.", { code: "invalid_url" });
  }
}
export {
  findRoute
};
