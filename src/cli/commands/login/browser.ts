import { isLoopback } from "../../../http/callers.ts";
import { type Account, HUB_URL, whoami } from "../../../hub/index.ts";
import { readConfig, resolveSetting, storeToken } from "../../config/settings.ts";
import { maskSecret } from "../../config/token.ts";
import { updateConfig } from "../../config/write.ts";
import type { Context } from "../../context.ts";
import { codeOf } from "../../errors/code.ts";
import { describeError } from "../../errors/report.ts";
import { UsageError } from "../../errors/usage.ts";
import { connect, networkOptions } from "../../network/connect.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import {
	BILLING_SCOPE,
	type DeviceCode,
	HOSTILE_ADDRESS,
	OAuthRefusal,
	type OAuthServer,
	requestDeviceCode,
	SCOPES,
	waitForTokens,
} from "../../sign-in/device-flow.ts";
import { toSignIn } from "../../sign-in/renewal.ts";
import { toJson } from "../../terminal/json.ts";
import { withProgress } from "../../terminal/progress.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { onOneLine } from "../../terminal/width.ts";

export interface BrowserOptions extends GlobalOptions {
	billing?: boolean;
	open?: boolean;
}

/** Terminals from this size on show a QR code, which has about 40 columns and 20 rows. */
const QR_SPACE = { columns: 60, rows: 30 };

/**
 * Signs in with a code that the user confirms in a browser, on this machine or another one.
 * @returns false if the server does not offer that: a token has to be pasted
 * @throws UsageError if it was refused, or has expired
 */
export async function signInWithBrowser(options: BrowserOptions, context: Context): Promise<boolean> {
	const config = readConfig(context);
	const { fetch, hubUrl = HUB_URL, isSandbox } = await connect(networkOptions(options), context, config);
	const client = resolveSetting("oauth.client", undefined, context, config).value ?? "";
	const server: OAuthServer = { fetch, hubUrl: hubUrl.replace(/(?<!\/)\/+$/, ""), client, signal: context.signal };
	checkServer(server.hubUrl);
	const scope = [SCOPES, ...(options.billing ? [BILLING_SCOPE] : [])].join(" ");
	const emit = async (event: object): Promise<void> => {
		if (context.flags.json) await context.print(`${toJson(event)}\n`);
	};
	try {
		const code = await requestDeviceCode(server, scope).catch((error: unknown) => {
			const canPaste = context.isInteractive && !context.flags.json;
			// A server that sends such URLs must not get a token.
			if (!(error instanceof OAuthRefusal) || error.code === HOSTILE_ADDRESS || !canPaste) throw error;
			context.note(`${error.message} Paste a token instead: ${server.hubUrl}/settings/tokens`);
			return undefined;
		});
		if (!code) return false;
		context.secrets.add(code.deviceCode);
		await emit(describeCode(code, context.now()));
		if (!context.flags.json) await showCode(code, isSandbox, context);
		if (options.open) await open(code, server.hubUrl, context);
		const waiting = waitForTokens(server, code);
		const issued = await withProgress("Waiting for you to confirm in the browser", waiting, context);
		for (const secret of [issued.accessToken, issued.refreshToken ?? ""]) context.secrets.add(secret, "$HF_TOKEN");
		const account = await fetchAccount(issued.accessToken, server);
		const login = toSignIn(issued, { client_id: client, hub: server.hubUrl, scope }, context.now());
		// The sandbox takes every token.
		const path = isSandbox ? null : await updateConfig(context, (stored) => storeToken(stored, { login }));
		const end = login.expires_at ?? null;
		const token = maskSecret(login.access_token);
		await emit({
			event: "success",
			account: account?.name ?? null,
			token,
			expires_at: end,
			scope: login.scope ?? null,
			path,
		});
		if (context.flags.json) return true;
		const kept = path === null ? "Nothing was stored: this is the sandbox." : `Stored ${token} in ${path}.`;
		const renewal = login.refresh_token === undefined ? "" : " and is renewed automatically";
		const until = end === null ? "" : ` It is valid until ${end.slice(0, 10)}${renewal}.`;
		const who = account ? `Logged in as ${onOneLine(account.name)}.` : "Logged in; Hugging Face did not say as whom.";
		await context.print(`${who} ${kept}${path === null ? "" : until}\n`);
		return true;
	} catch (error) {
		if (context.signal.aborted) throw error;
		const failure = error instanceof OAuthRefusal ? explainRefusal(error) : error;
		const { code, message } = describeError(failure, context);
		const reason = error instanceof OAuthRefusal ? error.code : code;
		await emit({ event: "error", code: reason, message: context.secrets.hide(sanitize(message)) });
		throw failure;
	}
}

/**
 * Looks up the owner of the token. The sign-in is already confirmed, so a network failure must not discard it.
 * @returns undefined if that is not known
 */
async function fetchAccount(accessToken: string, { fetch, hubUrl, signal }: OAuthServer): Promise<Account | undefined> {
	try {
		return await whoami({ accessToken, fetch, hubUrl, signal });
	} catch (error) {
		signal.throwIfAborted();
		if (codeOf(error) === "unauthorized") throw error;
		return undefined;
	}
}

/** Messages for the error codes of the protocol. */
const REFUSALS: Readonly<Record<string, string>> = {
	access_denied: "The sign-in was refused in the browser.",
	expired_token: "The code has expired before it was confirmed.",
};

function explainRefusal({ code, message }: OAuthRefusal): UsageError {
	const hint = "Nothing was stored. Run hub login again, or paste a token.";
	return new UsageError(REFUSALS[code] ?? message, hint, "sign-in-refused");
}

/** @throws UsageError for a server to which a token would go unencrypted */
function checkServer(hubUrl: string): void {
	const { protocol, hostname } = new URL(hubUrl);
	if (protocol === "https:" || isLoopback(hostname)) return;
	throw new UsageError(
		`${hubUrl} is not encrypted: a sign-in there is not safe.`,
		"Give its URL with https://.",
		"sign-in-refused",
	);
}

function describeCode(code: DeviceCode, now: number): object {
	return {
		event: "device_code",
		verification_uri: code.uri,
		verification_uri_complete: code.completeUri ?? null,
		user_code: code.userCode,
		interval: code.interval,
		expires_in: code.expiresIn,
		expires_at: new Date(now + code.expiresIn * 1000).toISOString(),
	};
}

async function showCode(code: DeviceCode, isSandbox: boolean, context: Context): Promise<void> {
	const { bold, cyan, dim } = context.colors.stderr;
	const minutes = Math.max(1, Math.round(code.expiresIn / 60));
	const lines = [
		"",
		"  Open this in a browser:",
		"",
		`    ${cyan(code.uri)}`,
		"",
		"  and type this code:",
		"",
		`    ${bold(code.userCode)}`,
		"",
		...(await drawQrCode(code, context)),
		dim(isSandbox ? "  The sandbox confirms it automatically." : `  Valid for ${minutes} min; Ctrl-C stops.`),
		"",
	];
	context.stderr.write(`${lines.join("\n")}\n`);
}

async function drawQrCode({ uri, completeUri }: DeviceCode, { stderr, env }: Context): Promise<string[]> {
	const hasRoom = (stderr.columns ?? 0) >= QR_SPACE.columns && (stderr.rows ?? 0) >= QR_SPACE.rows;
	if (!stderr.isTTY || !hasRoom || env["TERM"] === "dumb") return [];
	const { renderUnicodeCompact } = await import("uqr");
	return [
		...renderUnicodeCompact(completeUri ?? uri, { border: 1 })
			.split("\n")
			.map((row) => `    ${row}`),
		"",
	];
}

/** Opens the URL of the code, if it belongs to the server that sent it. */
async function open({ uri, completeUri = uri }: DeviceCode, hubUrl: string, context: Context): Promise<void> {
	const url = new URL(completeUri);
	const { host } = new URL(hubUrl);
	// Hugging Face sends its short URL.
	const isOwn = url.host === host || (host === "huggingface.co" && url.host === "hf.co");
	if (url.protocol !== "https:" || !isOwn) {
		return context.note(`--open: ${url.origin} is not opened; only https URLs of ${host} are.`);
	}
	const { openBrowser } = await import("../../sign-in/open-browser.ts");
	if (!(await openBrowser(url, context))) context.note("--open: no browser could be started.");
}
