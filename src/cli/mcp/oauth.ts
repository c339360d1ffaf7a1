import { randomBytes } from "node:crypto";
import type { AuthProvider, OAuthClientProvider, StoredOAuthClientInformation } from "@modelcontextprotocol/client";
import { omitUndefined } from "../../base/json.ts";
import type { Fetch } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { readLifetime } from "../sign-in/device-flow.ts";
import { checkAddress, HostileMetadata } from "../sign-in/server-address.ts";
import { readLogins, type ServerLogin, withLogins } from "./login-store.ts";
import { type Loopback, openLoopback, type Redirected } from "./loopback.ts";
import { guardMetadata, type MetadataGuard } from "./oauth-metadata.ts";

/** A tool server requires a sign-in, which only a person can do. */
export class SignInNeeded extends Error {
	override readonly name = "SignInNeeded";
	readonly challenge: Challenge;

	constructor(challenge: Challenge) {
		super("the server requires a sign-in");
		this.challenge = challenge;
	}
}

/** The server's challenge in a refusal. */
export interface Challenge {
	scope?: string | undefined;
	resourceMetadataUrl?: URL | undefined;
}

/** What a sign-in needs besides the server. */
export interface SignInWays {
	fetch: Fetch;
	/** URL of the client metadata document of hub; undefined to register at each server. */
	clientDocument: string | undefined;
	/** Shows the URL to the person, and waits for the browser's redirect. */
	follow(url: URL, loopback: Loopback): Promise<Redirected>;
	now(): number;
}

/** A token that expires within this time is renewed first, in milliseconds. */
const MARGIN_MS = 60_000;

/**
 * Signs in at a tool server with the SDK: discovery, PKCE, and a redirect to a random port of this machine.
 * @param challenge the server's challenge; undefined if it refused no call
 * @throws HostileMetadata with the reason, before anything is opened or sent, if its documents cannot be trusted
 */
export async function signInToServer(
	serverUrl: string,
	challenge: Challenge | undefined,
	ways: SignInWays,
): Promise<ServerLogin> {
	const { auth } = await import("@modelcontextprotocol/client");
	const server = new URL(serverUrl);
	const guard = guardMetadata(ways.fetch, server);
	const state = randomBytes(32).toString("base64url");
	const loopback = await openLoopback(state);
	const flow = createFlow(server, guard, loopback.url, state, ways.clientDocument, challenge !== undefined);
	const options = { ...omitUndefined(challenge ?? {}), serverUrl, fetchFn: guard.fetch, forceReauthorization: true };
	try {
		if (challenge) checkChallenge(challenge, server);
		const started = await auth(flow.provider, options);
		const address = flow.address();
		if (started !== "REDIRECT" || !address) throw new Error("The server started no sign-in.");
		const { code, iss } = await ways.follow(address, loopback);
		await auth(flow.provider, { ...options, authorizationCode: code, ...(iss === undefined ? {} : { iss }) });
		return { ...flow.result(ways.now()), server: serverUrl };
	} catch (error) {
		guard.assertFine();
		throw error;
	} finally {
		loopback.close();
	}
}

/**
 * Gets the challenge of a server, by a call without a token: its scopes, and the URL of its documents.
 * @returns undefined if it does not refuse the call
 */
export async function fetchChallenge(serverUrl: string, fetch: Fetch): Promise<Challenge | undefined> {
	const response = await fetch(serverUrl, {
		method: "POST",
		headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
		body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
		redirect: "manual",
	});
	await response.body?.cancel();
	return response.status === 401 ? await readChallenge(response) : undefined;
}

async function readChallenge(response: Response): Promise<Challenge> {
	const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
	const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
	return { scope, resourceMetadataUrl };
}

/** Checks that the URL in a challenge belongs to the same server. */
function checkChallenge({ resourceMetadataUrl: url }: Challenge, server: URL): void {
	if (url && checkAddress(url.href, "resource_metadata", server).origin !== server.origin) {
		throw new HostileMetadata(`resource_metadata is at ${url.origin}, and the server at ${server.origin}.`);
	}
}

/** One sign-in, in the interface of the SDK: only the result is stored. */
function createFlow(
	server: URL,
	guard: MetadataGuard,
	redirectUrl: string,
	state: string,
	clientDocument: string | undefined,
	isNeeded: boolean,
) {
	let client: StoredOAuthClientInformation | undefined;
	let issued: Tokens | undefined;
	let verifier = "";
	let discovered: DiscoveryState | undefined;
	let address: URL | undefined;
	const provider: OAuthClientProvider = {
		redirectUrl,
		clientMetadataUrl: clientDocument ?? "",
		clientMetadata: {
			client_name: "hub",
			redirect_uris: [redirectUrl],
			grant_types: ["authorization_code", "refresh_token"],
			response_types: ["code"],
			token_endpoint_auth_method: "none",
			application_type: "native",
		},
		state: () => state,
		codeVerifier: () => verifier,
		saveCodeVerifier: (given) => {
			verifier = given;
		},
		clientInformation: () => client,
		saveClientInformation: (given) => {
			client = given;
		},
		tokens: () => issued,
		saveTokens: (given) => {
			issued = given;
		},
		discoveryState: () => discovered,
		// Called after discovery, and before anything is registered, opened or exchanged.
		saveDiscoveryState: (given) => {
			guard.assertFine();
			const isKnown = given.resourceMetadata !== undefined || given.authorizationServerMetadata !== undefined;
			// The SDK would try the URLs of old servers, which have no documents.
			if (!isKnown && !isNeeded) throw new Error("The server requires none.");
			checkAddress(given.authorizationServerUrl, "authorization_servers", server);
			discovered = given;
		},
		redirectToAuthorization: (url) => {
			guard.assertFine();
			const issuer = discovered?.authorizationServerMetadata?.issuer ?? discovered?.authorizationServerUrl ?? "";
			if (checkAddress(url.href, "authorization_endpoint", server).origin !== new URL(issuer).origin) {
				throw new HostileMetadata("authorization_endpoint differs in origin from its issuer.");
			}
			address = url;
		},
	};
	return {
		provider,
		/** The URL to open in a browser. */
		address: () => address,
		result: (now: number): Omit<ServerLogin, "server"> => {
			if (!issued || !client) throw new Error("The server issued no token.");
			return {
				issuer: issued.issuer ?? "",
				client_id: client.client_id,
				...(client.client_secret === undefined ? {} : { client_secret: client.client_secret }),
				...describeTokens(issued, now),
			};
		},
	};
}

type Tokens = Parameters<OAuthClientProvider["saveTokens"]>[0];
type DiscoveryState = Parameters<NonNullable<OAuthClientProvider["saveDiscoveryState"]>>[0];

function describeTokens(
	{ access_token, refresh_token, expires_in, scope }: Tokens,
	now: number,
): Pick<ServerLogin, "access_token" | "refresh_token" | "expires_at" | "scope"> {
	const lifetime = readLifetime(expires_in);
	return {
		access_token,
		...(refresh_token === undefined ? {} : { refresh_token }),
		...(lifetime === undefined ? {} : { expires_at: new Date(now + lifetime * 1000).toISOString() }),
		...(scope === undefined ? {} : { scope }),
	};
}

/** Adds the stored token to requests to a server, renewed if it has expired; never prompts the user. */
export function storedSignIn(serverUrl: string, fetch: Fetch, context: Context): AuthProvider {
	const hide = (login: ServerLogin | undefined): void => {
		for (const secret of [login?.access_token, login?.refresh_token, login?.client_secret]) {
			if (secret !== undefined) context.secrets.add(secret);
		}
	};
	let current = readLogins(serverUrl, context.env)[0];
	hide(current);
	const renew = async (challenge: Challenge): Promise<void> => {
		const before = current;
		if (!before) throw new SignInNeeded(challenge);
		const next = await withLogins(context, async (store) => {
			const stored = store.find(serverUrl);
			// Another process has renewed it, or the person has signed in again.
			if (stored && stored.access_token !== before.access_token) return stored;
			const renewed = stored && (await refreshLogin(stored, fetch, context));
			if (renewed) store.save(renewed);
			return renewed;
		});
		if (!next) throw new SignInNeeded(challenge);
		hide(next);
		current = next;
	};
	return {
		token: async () => {
			const end = current?.expires_at;
			if (end !== undefined && current?.refresh_token !== undefined && Date.parse(end) - context.now() < MARGIN_MS) {
				await renew({});
			}
			return current?.access_token;
		},
		onUnauthorized: async ({ response }) => await renew(await readChallenge(response)),
	};
}

/** Renews a sign-in at its issuer; undefined if that is no longer possible. */
async function refreshLogin(
	login: ServerLogin,
	fetch: Fetch,
	{ now, signal }: Context,
): Promise<ServerLogin | undefined> {
	const { refresh_token: refreshToken, client_id, client_secret } = login;
	if (refreshToken === undefined) return undefined;
	const { discoverOAuthServerInfo, refreshAuthorization } = await import("@modelcontextprotocol/client");
	const guard = guardMetadata(fetch, new URL(login.server));
	try {
		const found = await discoverOAuthServerInfo(login.server, { fetchFn: guard.fetch });
		guard.assertFine();
		const { authorizationServerUrl: url, authorizationServerMetadata: metadata, resourceMetadata } = found;
		if ((metadata?.issuer ?? url) !== login.issuer) return undefined;
		const tokens = await refreshAuthorization(url, {
			...(metadata === undefined ? {} : { metadata }),
			clientInformation: { client_id, ...(client_secret === undefined ? {} : { client_secret }) },
			refreshToken,
			...(resourceMetadata === undefined ? {} : { resource: resourceMetadata.resource }),
			fetchFn: guard.fetch,
		});
		return { ...login, ...describeTokens({ refresh_token: refreshToken, ...tokens }, now()) };
	} catch {
		signal.throwIfAborted();
		return undefined;
	}
}

/**
 * Ends the sign-ins at a server: revokes them if its documents name a URL for that, and removes them.
 * @returns how many there were, and whether all of them are revoked
 */
export async function signOutOfServer(
	serverUrl: string,
	fetch: Fetch,
	context: Context,
): Promise<{ count: number; isRevoked: boolean }> {
	const logins = readLogins(serverUrl, context.env);
	if (logins.length === 0) return { count: 0, isRevoked: false };
	const results = await Promise.all(logins.map((login) => revokeLogin(login, fetch, context).catch(() => false)));
	context.signal.throwIfAborted();
	await withLogins(context, async (store) => store.remove(serverUrl));
	return { count: logins.length, isRevoked: results.every(Boolean) };
}

async function revokeLogin(login: ServerLogin, fetch: Fetch, { secrets }: Context): Promise<boolean> {
	const { discoverOAuthServerInfo } = await import("@modelcontextprotocol/client");
	const guard = guardMetadata(fetch, new URL(login.server));
	const { authorizationServerMetadata: metadata } = await discoverOAuthServerInfo(login.server, {
		fetchFn: guard.fetch,
	});
	guard.assertFine();
	const endpoint: unknown = metadata && "revocation_endpoint" in metadata ? metadata.revocation_endpoint : undefined;
	if (typeof endpoint !== "string" || metadata?.issuer !== login.issuer) return false;
	for (const token of [login.refresh_token, login.access_token]) {
		if (token === undefined) continue;
		secrets.add(token);
		const form = new URLSearchParams({ token, client_id: login.client_id });
		if (login.client_secret !== undefined) form.set("client_secret", login.client_secret);
		const headers = { "content-type": "application/x-www-form-urlencoded" };
		if (!(await guard.fetch(endpoint, { method: "POST", headers, body: form.toString() })).ok) return false;
	}
	return true;
}
