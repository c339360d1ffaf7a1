import { type CallerRules, findCallerProblem, isAllowedOrigin } from "../http/callers.ts";
import type { Provider } from "../inference/index.ts";
import type { SandboxRequest } from "./body.ts";
import { ServiceFailure } from "./failure.ts";

/** A token or key with this word is rejected, to try out rejections. */
const REFUSED = /invalid|expired|revoked/i;
const HUB_TOKEN = /^hf_[\w-]+$/;

/**
 * Returns the hub token of a request to hub or router.
 * @throws ServiceFailure 401 if it is required and missing, or invalid
 */
export function checkHubToken(request: SandboxRequest, need: "optional" | "required"): string | undefined {
	const header = request.headers.get("authorization");
	if (header === null && need === "optional") return undefined;
	const [, token = ""] = /^Bearer (\S+)$/.exec(header ?? "") ?? [];
	if (!HUB_TOKEN.test(token) || REFUSED.test(token)) {
		throw new ServiceFailure(401, "Invalid username or password.", { headers: { "www-authenticate": "Bearer" } });
	}
	return token;
}

/**
 * Checks the provider's own key of a direct call: its scheme, and that it is not a hub token.
 * @throws ServiceFailure 401
 */
export function checkProviderKey(request: SandboxRequest, provider: Provider): void {
	const header = request.headers.get("authorization") ?? undefined;
	const scheme = provider.scheme ?? "Bearer";
	if (header === undefined) {
		throw new ServiceFailure(401, `No API key provided. Send it as "Authorization: ${scheme} YOUR_KEY".`, {
			code: "missing_api_key",
		});
	}
	const [, given, key = ""] = /^(\S+) (\S+)$/.exec(header) ?? [];
	if (given !== scheme) {
		throw new ServiceFailure(401, `Wrong authorization scheme. Send the key as "Authorization: ${scheme} YOUR_KEY".`, {
			code: "invalid_api_key",
		});
	}
	if (key.startsWith("hf_") || REFUSED.test(key)) {
		throw new ServiceFailure(401, `Incorrect API key provided: ${shorten(key)}.`, { code: "invalid_api_key" });
	}
}

/** Follow-up requests (polls) need some key, on every route. */
export function checkAnyKey(request: SandboxRequest): void {
	const header = request.headers.get("authorization");
	if (header === null || REFUSED.test(header)) {
		throw new ServiceFailure(401, "No valid API key provided.", { code: "invalid_api_key" });
	}
}

function shorten(key: string): string {
	return key.length > 8 ? `${key.slice(0, 3)}…${key.slice(-2)}` : "…";
}

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
