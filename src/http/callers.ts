/** Rules about who may call a server on this machine. */
export interface CallerRules {
	/** Host names, without port, under which it may be called, besides loopback names. */
	hosts: readonly string[];
	/** Origins of web pages that may call it; `*` for all. */
	cors: readonly string[];
}

/** Reason for refusing a caller. */
export interface CallerProblem {
	/** The part that is not allowed: the host name, or the origin of the page. */
	kind: "host" | "origin";
	value: string;
}

const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/i;
const WILDCARDS: readonly string[] = ["0.0.0.0", "::", "[::]"];

/** Whether a host name, without port, is this machine. IPv6 addresses may be in brackets. */
export function isLoopback(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, "");
	return host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Returns why a caller must be rejected; undefined for an allowed one. A web page can send requests to every port of
 * this machine: its origin is in `Origin`, or it uses its own DNS name, which is then in `Host`.
 */
export function findCallerProblem(
	{ host, origin }: { host: string | null | undefined; origin: string | null | undefined },
	rules: CallerRules,
): CallerProblem | undefined {
	const authority = (host ?? "").toLowerCase();
	const name = authority.replace(/:\d*$/, "").replace(/\.$/, "");
	if (!isAllowedHost(name, rules.hosts)) return { kind: "host", value: name };
	if (origin === null || origin === undefined || isAllowedOrigin(origin, rules)) return undefined;
	return origin === `http://${authority}` || origin === `https://${authority}`
		? undefined
		: { kind: "origin", value: origin };
}

function isAllowedHost(name: string, hosts: readonly string[]): boolean {
	if (isLoopback(name)) return true;
	// An IP address cannot be a DNS name that was rebound.
	if (hosts.some((host) => WILDCARDS.includes(host)) && IP_ADDRESS.test(name)) return true;
	return hosts.some((host) => host.toLowerCase() === name || `[${host.toLowerCase()}]` === name);
}

/** Whether web pages of an origin may read responses. */
export function isAllowedOrigin(origin: string, { cors }: CallerRules): boolean {
	return cors.includes("*") || cors.includes(origin);
}
