import { type CallerRules, findCallerProblem, isAllowedOrigin } from "../http/callers.ts";
import type { Provider } from "../inference/index.ts";
import type { SandboxRequest } from "./body.ts";
import { ServiceFailure } from "./failure.ts";

/** A token or key with this word is rejected, to test rejections. */
const REFUSED = /invalid|expired|revoked/i;
const HUB_TOKEN = /^hf_[\w-]+$/;

/**
 * Returns the Hugging Face token of a request to Hugging Face or the router.
 * @throws ServiceFailure 401 if it is required and missing, or invalid
 */
export function checkHubToken(request: SandboxRequest, need: "optional" | "required"): string | undefined {
	const header = request.headers.get("authorization");
	if (header === null && need === "optional") return undefined;
	const [, token = ""] = /^Bearer (\S+)$/.exec(header ?? "") ?? [];
	if (!HUB_TOKEN.test(token) || REFUSED.test(token) || token.startsWith("hf_sandbox_refresh_")) {
		throw new ServiceFailure(401, "Invalid username or password.", { headers: { "www-authenticate": "Bearer" } });
	}
	return token;
}

/**
 * Checks the provider's own key of a direct call: its scheme, and that it is not a Hugging Face token.
 * @throws ServiceFailure 401
 */
export function checkProviderKey(request: SandboxRequest, provider: Provider): void {
	const header = request.headers.get("authorization");
	const example = `"Authorization: ${provider.scheme ?? "Bearer"} YOUR_KEY"`;
	if (header === null) throw refuseKey(`No API key provided. Send it as ${example}.`, "missing_api_key");
	const [, scheme, key = ""] = /^(\S+) (\S+)$/.exec(header) ?? [];
	if (scheme !== (provider.scheme ?? "Bearer")) {
		throw refuseKey(`Wrong authorization scheme. Send the key as ${example}.`);
	}
	if (key.startsWith("hf_") || REFUSED.test(key)) {
		const shown = key.length > 8 ? `${key.slice(0, 3)}…${key.slice(-2)}` : "…";
		throw refuseKey(`Incorrect API key provided: ${shown}.`);
	}
}

/** Follow-up requests (polls) need some key, on every route. */
export function checkAnyKey(request: SandboxRequest): void {
	const header = request.headers.get("authorization");
	if (header === null || REFUSED.test(header)) throw refuseKey("No valid API key provided.");
}

const refuseKey = (message: string, code = "invalid_api_key") => new ServiceFailure(401, message, { code });

/** Explains why a request is rejected; undefined if it is allowed. */
export function refuseCaller(
	rules: CallerRules,
	caller: { host: string | undefined; origin: string | undefined },
): string | undefined {
	const { kind, value } = findCallerProblem(caller, rules) ?? {};
	if (kind === undefined) return undefined;
	return kind === "host"
		? `The sandbox does not accept requests for the host '${value}'. Start it with allowedHosts to permit that.`
		: `The sandbox does not accept requests of web pages from '${value}'. Start it with --cors ${value} to permit that.`;
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
