import { closestWord } from "../catalogue/index.ts";
import { GatewayError } from "./errors.ts";
import { ROUTES, type Route } from "./routes.ts";
import type { GatewayRequest } from "./types.ts";

const EXACT: ReadonlyMap<string, Route> = new Map(ROUTES.map((route) => [`${route.method} ${route.path}`, route]));

/** Returns the route of a request. @throws GatewayError 404 or 405 */
export function findRoute(request: GatewayRequest, url: URL): { route: Route; groups: readonly string[] } {
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
		ROUTES.filter(({ access }) => !access).map((candidate) => candidate.path),
	);
	const hint = guess ? ` Did you mean ${guess}?` : "";
	throw new GatewayError(404, `There is no route ${request.method} ${path}.${hint}`, { code: "unknown_route" });
}

const NONE: readonly string[] = [];

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		throw new GatewayError(400, "The URL is malformed.", { code: "invalid_url" });
	}
}
