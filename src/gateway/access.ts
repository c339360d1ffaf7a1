import { hasKey } from "./client-key.ts";
import { GatewayError } from "./errors.ts";
import type { GatewayRequest } from "./types.ts";

/** Who may call. */
export interface AccessRules {
	/** Undefined: no key is asked for. */
	key: string | undefined;
	/** Host names, without port, besides loopback names. */
	hosts: readonly string[];
	cors: readonly string[];
}

const LOOPBACK = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/i;
const WILDCARDS = ["0.0.0.0", "::", "[::]"];

/**
 * Refuses requests of foreign web pages: they can reach every port of this machine, but name themselves in `Origin`, or
 * hide behind a DNS name of their own, which then stands in `Host`.
 * @throws GatewayError 403
 */
export function checkCaller(request: GatewayRequest, rules: AccessRules): void {
	const host = (request.headers.get("host") ?? new URL(request.url).host).toLowerCase();
	const name = host.replace(/:\d*$/, "").replace(/\.$/, "");
	if (!isAllowedHost(name, rules.hosts)) {
		throw new GatewayError(403, `hub serve does not answer for the host "${name}".`, { code: "host_not_allowed" });
	}
	const origin = request.headers.get("origin");
	if (origin === null || origin === `http://${host}` || origin === `https://${host}` || isAllowedOrigin(origin, rules))
		return;
	throw new GatewayError(403, `Web pages of ${origin} may not call. --cors ${origin} permits it.`, {
		code: "origin_not_allowed",
	});
}

function isAllowedHost(name: string, hosts: readonly string[]): boolean {
	if (LOOPBACK.test(name)) return true;
	// An IP address is no DNS name that could have been rebound.
	if (hosts.some((host) => WILDCARDS.includes(host)) && IP_ADDRESS.test(name)) return true;
	return hosts.some((host) => host.toLowerCase() === name || `[${host.toLowerCase()}]` === name);
}

function isAllowedOrigin(origin: string, { cors }: AccessRules): boolean {
	return cors.includes("*") || cors.includes(origin);
}

/** The headers by which browsers let the page of an allowed origin read the answer. */
export function corsHeaders(request: GatewayRequest, rules: AccessRules): Record<string, string> {
	const origin = request.headers.get("origin");
	if (origin === null || !isAllowedOrigin(origin, rules)) return {};
	return {
		"access-control-allow-origin": origin,
		"access-control-allow-methods": "GET, POST, OPTIONS",
		"access-control-allow-headers":
			request.headers.get("access-control-request-headers") ?? "authorization, content-type",
		"access-control-expose-headers":
			"x-hub-provider, x-hub-model, x-hub-attempts, x-hub-cost, x-request-id, retry-after",
		"access-control-max-age": "600",
		vary: "origin",
	};
}

/** @throws GatewayError 401 */
export function checkKey(request: GatewayRequest, key: string | undefined): void {
	if (key === undefined || hasKey(request, key)) return;
	const isMissing = !request.headers.has("authorization");
	const message = isMissing
		? "The key is missing: send the one that hub serve printed as Authorization: Bearer KEY."
		: "The key is not the one of this hub serve.";
	throw new GatewayError(401, message, { code: "invalid_api_key", headers: { "www-authenticate": "Bearer" } });
}
