import { type CallerRules, findCallerProblem, isAllowedOrigin } from "../http/callers.ts";

/** Explains why a request is rejected; undefined if it is allowed. */
export function refuseCaller(
	rules: CallerRules,
	caller: { host: string | undefined; origin: string | undefined },
): string | undefined {
	const problem = findCallerProblem(caller, rules);
	if (problem?.kind === "host") {
		return `The sandbox does not answer for the host '${problem.value}'. Start it with allowedHosts to permit that.`;
	}
	if (problem?.kind === "origin") {
		return `The sandbox does not answer requests of web pages from '${problem.value}'. Start it with --cors ${problem.value} to permit that.`;
	}
	return undefined;
}

/** Returns the CORS headers for a web page that may call. */
export function corsHeaders(rules: CallerRules, origin: string | undefined): Record<string, string> {
	if (origin === undefined || !isAllowedOrigin(origin, rules)) return {};
	return {
		"access-control-allow-origin": origin,
		"access-control-allow-methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
		"access-control-allow-headers": "*, authorization",
		"access-control-expose-headers": "*",
		vary: "origin",
	};
}
