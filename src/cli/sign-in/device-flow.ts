import { isRecord, parseJson } from "../../base/json.ts";
import { InferenceClientProviderOutputError } from "../../errors.ts";
import { type Fetch, parseHttpUrl, readText, wait } from "../../http/index.ts";
import { isTokenText } from "../config/token.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { checkAddress, HostileMetadata } from "./server-address.ts";

/** Options of requests for tokens. */
export interface OAuthServer {
	fetch: Fetch;
	/** Its URL, without a slash at the end. */
	hubUrl: string;
	/** The client: the URL of a metadata document, or an id. */
	client: string;
	signal: AbortSignal;
}

/** What the user has to do: open `uri`, and type `userCode` there. */
export interface DeviceCode {
	deviceCode: string;
	userCode: string;
	uri: string;
	/** The same with the code in it; the server may leave it out. */
	completeUri: string | undefined;
	/** Seconds between two polls. */
	interval: number;
	/** Seconds for which the code is valid. */
	expiresIn: number;
}

/** What a server issues. */
export interface IssuedTokens {
	accessToken: string;
	refreshToken: string | undefined;
	/** Seconds; undefined if the server does not say. */
	expiresIn: number | undefined;
	scope: string | undefined;
}

/** An error of the server, by the code of the protocol: `access_denied`, `invalid_grant` … */
export class OAuthRefusal extends Error {
	override readonly name = "OAuthRefusal";
	readonly code: string;

	constructor(code: string, message: string) {
		super(message);
		this.code = code;
	}
}

/** Code of a refusal by hub itself: the server sent a URL that cannot be trusted. */
export const HOSTILE_ADDRESS = "hostile_address";

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** Scopes that a sign-in requests. */
export const SCOPES = "openid profile inference-api";
/** Scope to read plan and credit too. */
export const BILLING_SCOPE = "read-billing";

/** The standard's interval if the server names none; others are clamped to these limits, in seconds. */
const INTERVAL = { fallback: 5, least: 1, most: 60 };
/** Lifetime of a code in seconds: the server's value is clamped to these limits. */
const VALIDITY = { fallback: 900, least: 1, most: 3600 };
/** Seconds that `slow_down` adds to the interval, by the standard. */
const SLOW_DOWN = 5;
/** Maximum length of a code or token. */
const MAX_LENGTH = 16_384;
/** User codes are short; a longer one is an attack. */
const MAX_USER_CODE = 64;

/**
 * Starts a sign-in.
 * @throws OAuthRefusal if the server refuses, or answers with something else
 */
export async function requestDeviceCode(server: OAuthServer, scope: string): Promise<DeviceCode> {
	const fields = { client_id: server.client, scope };
	const { status, body } = await postForm(server, "oauth/device", fields).catch(refusePage);
	const deviceCode = textIn(body, "device_code");
	const userCode = sanitize(textIn(body, "user_code") ?? "").trim();
	if (status >= 400 || deviceCode === undefined || !isUserCode(userCode)) {
		throw readRefusal(status, body, "The server does not offer the sign-in with a code");
	}
	const uri = readAddress(body["verification_uri"], "verification_uri", server);
	const complete = body["verification_uri_complete"];
	const completeUri = complete === undefined ? undefined : readAddress(complete, "verification_uri_complete", server);
	if (completeUri !== undefined && completeUri.origin !== uri.origin) {
		throw refuseAddress("verification_uri_complete differs in origin from verification_uri.");
	}
	return {
		deviceCode,
		userCode,
		uri: uri.href,
		completeUri: completeUri?.href,
		interval: within(body["interval"], INTERVAL),
		expiresIn: within(body["expires_in"], VALIDITY),
	};
}

/**
 * Waits until the user has confirmed, or refused.
 * @throws OAuthRefusal with `access_denied`, `expired_token` or another code of the server
 */
export async function waitForTokens(server: OAuthServer, code: DeviceCode): Promise<IssuedTokens> {
	const end = performance.now() + code.expiresIn * 1000;
	let { interval } = code;
	while (performance.now() + interval * 1000 <= end) {
		await wait(interval * 1000, server.signal);
		const fields = { grant_type: DEVICE_GRANT, device_code: code.deviceCode, client_id: server.client };
		const answer = await postForm(server, "oauth/token", fields).catch((error: unknown) => {
			// A short network failure does not end a sign-in; only the expiry of the code does.
			server.signal.throwIfAborted();
			return error instanceof InferenceClientProviderOutputError ? refusePage(error) : undefined;
		});
		if (!answer || isBusy(answer.status)) continue;
		const tokens = readTokens(answer.body);
		if (tokens && answer.status < 400) return tokens;
		const problem = textIn(answer.body, "error");
		if (problem === "slow_down") interval += SLOW_DOWN;
		else if (problem !== "authorization_pending") {
			throw readRefusal(answer.status, answer.body, "The server refused");
		}
	}
	throw new OAuthRefusal("expired_token", "The code has expired.");
}

/**
 * Exchanges a refresh token for new tokens.
 * @throws OAuthRefusal if the server refuses; other errors if it cannot be reached
 */
export async function refreshTokens(server: OAuthServer, refreshToken: string): Promise<IssuedTokens> {
	const fields = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: server.client };
	const { status, body } = await postForm(server, "oauth/token", fields);
	const tokens = readTokens(body);
	if (tokens && status < 400) return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
	// Only an error code of the protocol is final: a proxy's error may be temporary.
	if (isBusy(status) || textIn(body, "error") === undefined) throw new Error(`The server returned ${status}.`);
	throw readRefusal(status, body, "The server refused the renewal");
}

/**
 * Revokes tokens if the server supports it.
 * @returns whether it did
 */
export async function revokeTokens(server: OAuthServer, tokens: readonly string[]): Promise<boolean> {
	const { fetch, hubUrl, client, signal } = server;
	const response = await fetch(`${hubUrl}/.well-known/openid-configuration`, { signal, redirect: "manual" });
	const metadata = parseJson(await readText(response));
	const endpoint = isRecord(metadata) ? parseHttpUrl(metadata["revocation_endpoint"]) : undefined;
	// The document may not send tokens anywhere else.
	if (!response.ok || endpoint?.origin !== new URL(hubUrl).origin) return false;
	const path = endpoint.href.slice(endpoint.origin.length + 1);
	const base = { ...server, hubUrl: endpoint.origin };
	for (const token of tokens) {
		const { status } = await postForm(base, path, { token, client_id: client });
		if (status >= 400) return false;
	}
	return true;
}

interface OAuthAnswer {
	status: number;
	body: Record<string, unknown>;
}

/** Whether a status is temporary. */
const isBusy = (status: number): boolean => status >= 500 || status === 429 || status === 408;

async function postForm(
	{ fetch, hubUrl, signal }: OAuthServer,
	path: string,
	fields: Readonly<Record<string, string>>,
): Promise<OAuthAnswer> {
	const response = await fetch(`${hubUrl}/${path}`, {
		method: "POST",
		headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
		body: new URLSearchParams(fields).toString(),
		// A code or a token goes to this server only.
		redirect: "manual",
		signal,
	});
	const body = parseJson(await readText(response, { jsonBytes: 2 ** 20 }));
	return {
		status: response.status >= 300 && response.status < 400 ? 400 : response.status,
		body: isRecord(body) ? body : {},
	};
}

/** A page in place of JSON, from a server without this flow or from a proxy. */
function refusePage(error: unknown): never {
	if (!(error instanceof InferenceClientProviderOutputError)) throw error;
	throw new OAuthRefusal("no_json", error.message);
}

function readTokens(body: Record<string, unknown>): IssuedTokens | undefined {
	const accessToken = textIn(body, "access_token");
	if (accessToken === undefined || !isTokenText(accessToken)) return undefined;
	const refreshToken = textIn(body, "refresh_token");
	return {
		accessToken,
		refreshToken: refreshToken !== undefined && isTokenText(refreshToken) ? refreshToken : undefined,
		expiresIn: readLifetime(body["expires_in"]),
		scope: textIn(body, "scope"),
	};
}

/** Ten years, in seconds: dates far beyond cannot be formatted. */
const MAX_LIFETIME = 315_360_000;

/** Returns the lifetime of a token in seconds, from its server; undefined if it is not a number. */
export function readLifetime(value: unknown): number | undefined {
	const seconds = Number(value);
	return seconds > 0 ? Math.min(MAX_LIFETIME, Math.floor(seconds)) : undefined;
}

function readRefusal(status: number, body: Record<string, unknown>, what: string): OAuthRefusal {
	const code = /^\w{1,64}$/.exec(textIn(body, "error") ?? "")?.[0] ?? `http_${status}`;
	const description = sanitize(textIn(body, "error_description") ?? "").slice(0, 300);
	const shown = code.startsWith("http_") ? `HTTP ${status}, not in the form of the protocol` : code;
	const detail = [shown, description].filter(Boolean).join(": ");
	return new OAuthRefusal(code, `${what} (${detail}).`);
}

/** Reads a URL to show, to draw as a QR code, and to open if the user wants. */
function readAddress(value: unknown, name: string, { hubUrl }: OAuthServer): URL {
	try {
		return checkAddress(value, name, new URL(hubUrl));
	} catch (error) {
		if (!(error instanceof HostileMetadata)) throw error;
		throw refuseAddress(error.message);
	}
}

function refuseAddress(reason: string): OAuthRefusal {
	return new OAuthRefusal(HOSTILE_ADDRESS, `The server sent a URL that cannot be trusted: ${reason}`);
}

function isUserCode(text: string): boolean {
	return /^[\x20-\x7e]+$/.test(text) && text.length <= MAX_USER_CODE;
}

function textIn(body: Record<string, unknown>, name: string): string | undefined {
	const value = body[name];
	return typeof value === "string" && value !== "" && value.length <= MAX_LENGTH ? value : undefined;
}

function within(value: unknown, { fallback, least, most }: typeof INTERVAL): number {
	const number = typeof value === "number" && Number.isFinite(value) ? value : fallback;
	return Math.min(most, Math.max(least, number));
}
