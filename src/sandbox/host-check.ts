/** Who may call a sandbox that listens on a port. */
export interface HostRules {
	/** Host the server listens on. */
	host: string;
	/** Further names, without port, under which it may be called. */
	allowedHosts: readonly string[];
	/** Origins of web pages that may call it; `*` for all. */
	cors: readonly string[];
}

const LOOPBACK = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/i;
const WILDCARDS = ["0.0.0.0", "::"];

/**
 * Explains why a request is refused, or returns undefined. A web page can send requests to any port of this computer: it
 * names itself in `Origin`, or hides behind a DNS name of its own, which then stands in `Host`.
 */
export function refuseCaller(
	rules: HostRules,
	{ host, origin }: { host: string | undefined; origin: string | undefined },
): string | undefined {
	const name = (host ?? "").toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
	if (!isAllowedHost(name, rules)) {
		return `The sandbox does not answer for the host '${name}'. Start it with allowedHosts to permit that.`;
	}
	if (origin === undefined || origin === `http://${host}`.toLowerCase() || isAllowedOrigin(origin, rules.cors)) return;
	return `The sandbox does not answer requests of web pages from '${origin}'. Start it with --cors ${origin} to permit that.`;
}

function isAllowedHost(name: string, { host, allowedHosts }: HostRules): boolean {
	if (LOOPBACK.test(name)) return true;
	if (name === host || name === `[${host}]`) return true;
	// An IP address cannot be a DNS name that was rebound.
	if (WILDCARDS.includes(host) && IP_ADDRESS.test(name)) return true;
	return allowedHosts.some((allowed) => allowed.toLowerCase() === name);
}

function isAllowedOrigin(origin: string, cors: readonly string[]): boolean {
	return cors.includes("*") || cors.includes(origin);
}

/** The CORS headers for a web page that may call. */
export function corsHeaders(rules: HostRules, origin: string | undefined): Record<string, string> {
	if (origin === undefined || !isAllowedOrigin(origin, rules.cors)) return {};
	return {
		"access-control-allow-origin": origin,
		"access-control-allow-methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
		"access-control-allow-headers": "*, authorization",
		"access-control-expose-headers": "*",
		vary: "origin",
	};
}
