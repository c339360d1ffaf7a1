import { isDeeperThan, isRecord, parseJson } from "../../base/json.ts";
import { type Fetch, readText } from "../../http/index.ts";
import { isPublicHost } from "../network/public-hosts.ts";
import { checkAddress, HostileMetadata } from "../sign-in/server-address.ts";

const MAX_DOCUMENT_BYTES = 2 ** 20;
const MAX_LEVELS = 16;
const MAX_SERVERS = 16;
/** URLs for requests, besides the one that a person opens. */
const ENDPOINTS = ["token_endpoint", "registration_endpoint", "revocation_endpoint"];

/** Checks a URL of a document: that of a public server must not point to a private network or to cloud metadata. */
function checkEndpoint(value: unknown, name: string, server: URL): URL {
	const url = checkAddress(value, name, server);
	if (isPublicHost(server) && !isPublicHost(url)) {
		throw new HostileMetadata(`${name} points to a private network, and the server is elsewhere.`);
	}
	return url;
}

/**
 * Checks a document about a protected resource or an authorization server, as it was sent.
 * @throws HostileMetadata with the reason
 */
function checkDocument(document: unknown, server: URL): void {
	if (!isRecord(document) || isDeeperThan(document, MAX_LEVELS))
		throw new HostileMetadata("The document is not an object.");
	const { resource, authorization_servers: servers, issuer, authorization_endpoint: endpoint } = document;
	if (resource !== undefined && checkEndpoint(resource, "resource", server).origin !== server.origin) {
		throw new HostileMetadata(`resource is of another server than ${server.origin}.`);
	}
	if (servers !== undefined) {
		if (!Array.isArray(servers) || servers.length > MAX_SERVERS) {
			throw new HostileMetadata("authorization_servers is not a list with at least one server.");
		}
		for (const one of servers) checkEndpoint(one, "authorization_servers", server);
	}
	const methods = document["code_challenge_methods_supported"];
	if (methods !== undefined && !(Array.isArray(methods) && methods.includes("S256"))) {
		throw new HostileMetadata("The server does not support PKCE with S256.");
	}
	const isServer = [endpoint, ...ENDPOINTS.map((name) => document[name])].some((value) => value !== undefined);
	if (!isServer && issuer === undefined) return;
	const from = checkEndpoint(issuer, "issuer", server);
	if (from.search !== "") throw new HostileMetadata("issuer has a query.");
	if (endpoint !== undefined && checkEndpoint(endpoint, "authorization_endpoint", server).origin !== from.origin) {
		throw new HostileMetadata("authorization_endpoint differs in origin from its issuer.");
	}
	for (const name of ENDPOINTS) if (document[name] !== undefined) checkEndpoint(document[name], name, server);
}

/** The `fetch` of a sign-in, and the problem that it found. */
export interface MetadataGuard {
	fetch(input: string | URL, init?: RequestInit): Promise<Response>;
	/** Throws the problem: the SDK would continue with another document. */
	assertFine(): void;
}

/**
 * Wraps the `fetch` of a sign-in: it calls only checked URLs, follows no redirect, and returns documents only after they
 * were checked. After the first that is refused it sends nothing more.
 */
export function guardMetadata(fetch: Fetch, server: URL): MetadataGuard {
	let refused: HostileMetadata | undefined;
	const assertFine = (): void => {
		if (refused) throw refused;
	};
	const send = async (input: string | URL, init?: RequestInit): Promise<Response> => {
		checkEndpoint(String(input), "A URL", server);
		const response = await fetch(String(input), { ...init, redirect: "manual" });
		if (response.status >= 300 && response.status < 400) {
			throw new HostileMetadata(`${new URL(input).origin} redirects a request of a sign-in, which is not followed.`);
		}
		const text = await readText(response, { jsonBytes: MAX_DOCUMENT_BYTES });
		const isDocument = response.ok && (init?.method ?? "GET") === "GET";
		if (isDocument) checkDocument(parseJson(text), server);
		return new Response(response.status === 204 ? null : text, {
			status: response.status,
			headers: [...response.headers],
		});
	};
	return {
		assertFine,
		fetch: async (input, init) => {
			assertFine();
			try {
				return await send(input, init);
			} catch (error) {
				if (error instanceof HostileMetadata) refused = error;
				throw error;
			}
		},
	};
}
