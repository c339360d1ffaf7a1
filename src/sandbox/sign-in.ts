import { readBytes } from "./body.ts";
import { jsonResponse, textResponse } from "./responses.ts";
import type { IncomingCall } from "./types.ts";

/** Seconds for which a code is valid, between two polls, and for which a token is valid: 30 days. */
const CODE_SECONDS = 900;
const INTERVAL_SECONDS = 1;
const TOKEN_SECONDS = 30 * 24 * 3600;

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
/** The URL of a metadata document, or the id of a registered client. */
const CLIENT = /^(?:https?:\/\/\S+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** Letters that are not mixed up when they are typed. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/**
 * Answers the device flow (RFC 8628), renewal and revocation. No confirmation is needed: the first poll is pending, and a
 * later one gets the token. A client whose URL contains `denied` or `expired` gets that outcome; one that is neither
 * an address nor a UUID is unknown.
 */
export async function answerSignIn(incoming: IncomingCall): Promise<Response> {
	const { request, path, hubUrl } = incoming;
	if (path === ".well-known/openid-configuration") {
		return jsonResponse({
			issuer: hubUrl("").replace(/\/$/, ""),
			device_authorization_endpoint: hubUrl("oauth/device"),
			token_endpoint: hubUrl("oauth/token"),
			revocation_endpoint: hubUrl("oauth/revoke"),
			grant_types_supported: [DEVICE_GRANT, "refresh_token"],
		});
	}
	if (request.method === "GET" && path === "oauth/device") {
		return textResponse("This is the sandbox: it confirms every code automatically, a second after it is shown.\n");
	}
	if (request.method !== "POST") return refuse("invalid_request", "Send a form with POST.");
	const form = new URLSearchParams(new TextDecoder().decode(await readBytes(request)));
	if (path === "oauth/device") return startSignIn(form, incoming);
	if (path === "oauth/token") return answerGrant(form, incoming);
	if (path !== "oauth/revoke") return jsonResponse({ error: "Not Found" }, 404);
	const token = form.get("token") ?? "";
	if (token !== "") incoming.state.endedTokens.set(token, true);
	return jsonResponse({});
}

function startSignIn(form: URLSearchParams, { state, hubUrl }: IncomingCall): Response {
	const client = form.get("client_id") ?? "";
	if (!CLIENT.test(client)) return refuse("invalid_client", "The client is not known here.", 401);
	const code = state.createId() + state.createId();
	const now = state.now();
	const scope = form.get("scope") ?? "openid profile";
	state.deviceCodes.set(code, { client, scope, issuedAt: now, polledAt: now });
	const letters = [...code].slice(0, 8).map((digit) => LETTERS[Number.parseInt(digit, 16)] ?? "");
	const userCode = `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
	return jsonResponse({
		device_code: code,
		user_code: userCode,
		verification_uri: hubUrl("oauth/device"),
		verification_uri_complete: hubUrl(`oauth/device?user_code=${userCode}`),
		expires_in: CODE_SECONDS,
		interval: INTERVAL_SECONDS,
	});
}

function answerGrant(form: URLSearchParams, incoming: IncomingCall): Response {
	const { state } = incoming;
	if (form.get("grant_type") === "refresh_token") {
		const given = form.get("refresh_token") ?? "";
		const isKnown = /^hf_sandbox_refresh_\w+$/.test(given) && state.endedTokens.get(given) === undefined;
		if (!isKnown || /invalid|expired|revoked/.test(given)) return refuse("invalid_grant", "The token is not valid.");
		// Each is valid for one renewal.
		state.endedTokens.set(given, true);
		return issue(form.get("scope") ?? "openid profile inference-api", incoming);
	}
	if (form.get("grant_type") !== DEVICE_GRANT) return refuse("unsupported_grant_type", "Use the device flow.");
	const code = form.get("device_code") ?? "";
	const known = state.deviceCodes.get(code);
	const now = state.now();
	if (!known || known.client !== form.get("client_id")) return refuse("invalid_grant", "The code is not known.");
	if (/expired/.test(known.client) || now - known.issuedAt > CODE_SECONDS * 1000) {
		return refuse("expired_token", "The code has expired.");
	}
	if (/denied/.test(known.client)) return refuse("access_denied", "The request was denied.");
	const isFirst = known.polledAt === known.issuedAt;
	// Timers may fire some milliseconds early.
	const isEarly = now - known.polledAt < INTERVAL_SECONDS * 1000 - 50;
	state.deviceCodes.set(code, { ...known, polledAt: now });
	if (isEarly) return refuse("slow_down", "Polls come too often.");
	if (isFirst) return refuse("authorization_pending", "The code has not been confirmed yet.");
	state.deviceCodes.delete(code);
	return issue(known.scope, incoming);
}

function issue(scope: string, { state }: IncomingCall): Response {
	return jsonResponse({
		access_token: `hf_sandbox_oauth_${state.createId()}`,
		refresh_token: `hf_sandbox_refresh_${state.createId()}`,
		token_type: "bearer",
		expires_in: TOKEN_SECONDS,
		scope,
	});
}

const refuse = (error: string, description: string, status = 400): Response =>
	jsonResponse({ error, error_description: description }, status);
