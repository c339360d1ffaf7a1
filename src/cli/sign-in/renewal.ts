import { join } from "node:path";
import { isLoopback } from "../../http/callers.ts";
import { headerEntries } from "../../http/headers.ts";
import type { Fetch } from "../../http/index.ts";
import { HUB_URL } from "../../hub/url.ts";
import { withLock } from "../../node-lock.ts";
import { readConfig, type SignIn, storedToken, storeToken } from "../config/settings.ts";
import { readBearer } from "../config/token.ts";
import { makeConfigFolder, updateConfig } from "../config/write.ts";
import type { Context } from "../context.ts";
import { type IssuedTokens, OAuthRefusal, refreshTokens } from "./device-flow.ts";
import { currentHfToken, findHfToken, hfClient, replaceHfToken } from "./hf-tokens.ts";

/** A token that expires within this time is renewed: a day, in milliseconds. */
const MARGIN_MS = 24 * 3600 * 1000;
/** Pause after a network failure, in milliseconds. */
const PAUSE_MS = 300_000;
/** Maximum wait while another command renews the token. */
const PATIENCE_MS = 60_000;

/** A token that can be renewed, and where it is stored. */
interface Renewable {
	refreshToken: string;
	/** Milliseconds since 1970. */
	expiresAt: number;
	client: string;
	/** URL of the server that issued it. */
	hub: string;
	/** The command to run if it cannot be renewed. */
	remedy: string;
	/** The token that is stored there now: another command may have renewed it. */
	current(): string | undefined;
	store(next: IssuedTokens): Promise<void> | void;
}

type Looked = { renewable: Renewable | undefined; nextTry: number };

/** Renews tokens of sign-ins when requests use them. One for each run, which all its connections share. */
class Renewals {
	readonly #context: Context;
	readonly #fetch: Fetch;
	readonly #known = new Map<string, Looked>();
	/** Renewed token → its successor. */
	readonly #successors = new Map<string, string>();
	readonly #running = new Map<string, Promise<string>>();

	constructor(context: Context, fetch: Fetch) {
		this.#context = context;
		this.#fetch = fetch;
	}

	/** Returns the token to send in place of one: usually the same. */
	fresh(token: string, started: SignIn | undefined): string | Promise<string> {
		const successor = this.#successors.get(token);
		if (successor !== undefined) return this.fresh(successor, started);
		let looked = this.#known.get(token);
		if (!looked) {
			looked = { renewable: findRenewable(token, started, this.#context), nextTry: 0 };
			this.#known.set(token, looked);
		}
		const { renewable, nextTry } = looked;
		const now = this.#context.now();
		if (!renewable || renewable.expiresAt - now > MARGIN_MS || now < nextTry) return token;
		const running = this.#running.get(token) ?? this.#renew(token, renewable, looked);
		this.#running.set(token, running);
		return running;
	}

	async #renew(token: string, renewable: Renewable, looked: Looked): Promise<string> {
		const context = this.#context;
		try {
			const lock = join(makeConfigFolder(context.env), "login");
			const options = { shown: "the sign-in", patience: PATIENCE_MS, signal: context.signal };
			const next = await withLock(lock, options, async () => {
				const current = renewable.current();
				if (current !== token) return current ?? token;
				context.secrets.add(renewable.refreshToken, "$HF_REFRESH_TOKEN");
				const { client, hub } = renewable;
				const server = { fetch: this.#fetch, hubUrl: hub, client, signal: context.signal };
				const issued = await refreshTokens(server, renewable.refreshToken);
				for (const secret of [issued.accessToken, issued.refreshToken]) {
					if (secret !== undefined) context.secrets.add(secret, "$HF_TOKEN");
				}
				await renewable.store(issued);
				return issued.accessToken;
			});
			context.secrets.add(next, "$HF_TOKEN");
			if (next !== token) this.#successors.set(token, next);
			return next;
		} catch (error) {
			context.signal.throwIfAborted();
			this.#explain(error, renewable, looked);
			return token;
		} finally {
			this.#running.delete(token);
		}
	}

	/** The token may be valid for some hours, so the command continues with it. */
	#explain(error: unknown, { expiresAt, remedy }: Renewable, looked: Looked): void {
		const context = this.#context;
		const isRefused = error instanceof OAuthRefusal;
		looked.nextTry = isRefused ? Number.POSITIVE_INFINITY : context.now() + PAUSE_MS;
		const hasEnded = expiresAt <= context.now();
		const end = hasEnded
			? "has ended"
			: `ends at ${new Date(expiresAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;
		if (isRefused) context.warn(`Your sign-in ${end} and cannot be renewed. Sign in again: ${remedy}`);
		else if (hasEnded) context.note(`Your sign-in ${end} and could not be renewed now: ${describe(error)}`);
	}
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Finds out whether a token can be renewed: it is that of `hub login`, or the one that `hf` uses.
 * @param started the sign-in that was stored when the command began: another command may have renewed it since
 */
function findRenewable(token: string, started: SignIn | undefined, context: Context): Renewable | undefined {
	const { env } = context;
	const login = [readConfig(context).login, started].find((one) => one?.access_token === token);
	if (login) {
		const { refresh_token: refreshToken, expires_at: end } = login;
		if (refreshToken === undefined || end === undefined || !mayReceive(login.hub)) return undefined;
		return {
			refreshToken,
			expiresAt: Date.parse(end),
			client: login.client_id,
			hub: login.hub,
			remedy: "hub login",
			current: () => storedToken(readConfig(context)),
			store: async (next) => {
				const renewed = toSignIn(next, login, context.now());
				await updateConfig(context, (stored) => {
					// A token that was stored meanwhile is newer, and is kept.
					if (storedToken(stored) === token) storeToken(stored, { login: renewed });
				});
			},
		};
	}
	if (currentHfToken(env) !== token) return undefined;
	const found = findHfToken(token, env);
	// `hf` uses the same server for its renewals.
	const hub = (env["HF_ENDPOINT"] || HUB_URL).replace(/(?<!\/)\/+$/, "");
	if (!found || !mayReceive(hub)) return undefined;
	return {
		...found,
		client: hfClient(env),
		hub,
		remedy: "hf auth login",
		current: () => currentHfToken(env),
		store: (next) => replaceHfToken(found.name, token, next, context.now(), env),
	};
}

/** Tokens are sent encrypted, or to this machine. */
function mayReceive(hub: string): boolean {
	const url = URL.canParse(hub) ? new URL(hub) : undefined;
	return url?.protocol === "https:" || (url !== undefined && isLoopback(url.hostname));
}

/** The form in which the tokens of a sign-in are stored. */
export function toSignIn(issued: IssuedTokens, from: Pick<SignIn, "client_id" | "hub" | "scope">, now: number): SignIn {
	const { accessToken, refreshToken, expiresIn, scope = from.scope } = issued;
	return {
		access_token: accessToken,
		...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
		...(expiresIn === undefined ? {} : { expires_at: new Date(now + expiresIn * 1000).toISOString() }),
		...(scope === undefined ? {} : { scope }),
		client_id: from.client_id,
		hub: from.hub,
	};
}

const RUNS = new WeakMap<AbortSignal, Renewals>();

/**
 * Returns a function that puts a new token into a request whose token is about to expire.
 * @param openFetch makes the `fetch` for the renewal itself
 * @param started the sign-in that was stored when the command began
 */
export function createRenewal(
	openFetch: () => Fetch,
	context: Context,
	started: SignIn | undefined,
): (init: RequestInit) => Promise<RequestInit> {
	return async (init) => {
		const token = readBearer(init.headers);
		if (token === undefined) return init;
		const renewals = RUNS.get(context.signal) ?? new Renewals(context, openFetch());
		RUNS.set(context.signal, renewals);
		const next = await renewals.fresh(token, started);
		return next === token ? init : { ...init, headers: replaceBearer(init.headers, next) };
	};
}

function replaceBearer(headers: RequestInit["headers"], token: string): Record<string, string> {
	return Object.fromEntries(
		headerEntries(headers).map(([name, value]) => {
			return [name, name.toLowerCase() === "authorization" ? `Bearer ${token}` : value];
		}),
	);
}
