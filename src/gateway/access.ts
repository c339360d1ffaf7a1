import { memoize, RecentMap } from "../base/memoize.ts";
import { type CallerRules, findCallerProblem, isAllowedOrigin } from "../http/callers.ts";
import { GatewayError } from "./errors.ts";
import type { GatewayOptions, GatewayRequest, NamedKey } from "./types.ts";

/**
 * Makes the check of callers: it throws GatewayError 403 for a host or the web page of an origin that is not allowed.
 * @param server the command that serves the requests
 */
export function createCallerCheck(rules: CallerRules, server = "hub serve"): (request: GatewayRequest) => void {
	const findHostProblem = memoize((host) => findCallerProblem({ host, origin: null }, rules) ?? null);
	return ({ headers, url }) => {
		const host = headers.get("host") ?? new URL(url).host;
		const origin = headers.get("origin");
		const problem = origin === null ? findHostProblem(host) : findCallerProblem({ host, origin }, rules);
		if (!problem) return;
		const { kind, value } = problem;
		const advice = server === "hub serve" ? ` --cors ${value} allows it.` : "";
		const message =
			kind === "host"
				? `${server} does not accept requests for the host "${value}".`
				: `Web pages from ${value} may not call this server.${advice}`;
		throw new GatewayError(403, message, { code: `${kind}_not_allowed` });
	};
}

/** The headers that let the page of an allowed origin read the response. */
export function corsHeaders(request: GatewayRequest, rules: CallerRules): Record<string, string> {
	const origin = request.headers.get("origin");
	if (origin === null || !isAllowedOrigin(origin, rules)) return {};
	return {
		"access-control-allow-origin": origin,
		"access-control-allow-methods": "GET, POST, DELETE, OPTIONS",
		"access-control-allow-headers":
			request.headers.get("access-control-request-headers") ?? "authorization, content-type",
		"access-control-expose-headers":
			"x-hub-provider, x-hub-model, x-hub-attempts, x-hub-cost, x-hub-cached, x-hub-notice, x-hub-estimate, x-request-id, retry-after",
		"access-control-max-age": "600",
		vary: "origin",
	};
}

/**
 * Checks the key of a request.
 * @returns the named key that was sent; undefined for the owner's, and where none is needed
 * @throws GatewayError 401
 */
export function checkKey(
	request: GatewayRequest,
	{ key, keys = [] }: Pick<GatewayOptions, "key" | "keys">,
	server = "hub serve",
): NamedKey | undefined {
	if (key === undefined || hasKey(request, key)) return undefined;
	const given = readKey(request);
	const named = given === null ? undefined : findKey(given, keys);
	if (named) return named;
	throw refuseKey(given, server);
}

/** The same for keys of which the gateway may have only the hash. */
export async function checkHashedKey(
	request: GatewayRequest,
	{ key, keys = [] }: Pick<GatewayOptions, "key" | "keys">,
): Promise<NamedKey | undefined> {
	if (key === undefined || hasKey(request, key)) return undefined;
	const given = readKey(request);
	const named = given === null ? undefined : findKey(given, keys, await hashKey(given));
	if (named) return named;
	throw refuseKey(given, "hub serve");
}

/** All are compared, so that the duration does not reveal which key is similar. */
function findKey(given: string, keys: readonly NamedKey[], hash = ""): NamedKey | undefined {
	const [named] = keys.filter(({ key, sha256 }) =>
		key === undefined ? hash !== "" && equalsInConstantTime(hash, sha256 ?? "") : equalsInConstantTime(given, key),
	);
	return named;
}

const hashes = new RecentMap<string>(1000);
/** Longer texts cannot be keys. */
const MAX_KEY_LENGTH = 1000;

/** Returns the SHA-256 of a key, in hexadecimal digits. */
export async function hashKey(key: string): Promise<string> {
	if (key.length > MAX_KEY_LENGTH) return "";
	const known = hashes.get(key);
	if (known !== undefined) return known;
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
	const hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
	hashes.set(key, hash);
	return hash;
}

function refuseKey(given: string | null, server: string): GatewayError {
	const message =
		given === null
			? `The key is missing: send the one that ${server} printed as Authorization: Bearer KEY.`
			: `Wrong key: send the one that this ${server} printed.`;
	return new GatewayError(401, message, { code: "invalid_api_key", headers: { "www-authenticate": "Bearer" } });
}

export function hasKey(request: GatewayRequest, key: string): boolean {
	const given = readKey(request);
	return given !== null && equalsInConstantTime(given, key);
}

/** Returns the key in a request: a bearer token, or `x-api-key` or `api-key`, as some clients send it. */
function readKey({ headers }: GatewayRequest): string | null {
	const bearer = /^bearer\s+(.*)$/i.exec(headers.get("authorization") ?? "")?.[1]?.trim();
	return bearer ?? headers.get("x-api-key") ?? headers.get("api-key");
}

/** Compares in constant time: the duration depends only on the given text. */
export function equalsInConstantTime(given: string, expected: string): boolean {
	let difference = given.length ^ expected.length;
	for (let index = 0; index < given.length; index++) {
		difference |= given.charCodeAt(index) ^ expected.charCodeAt(index % Math.max(1, expected.length));
	}
	return difference === 0;
}
