import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasFields, isText, orMissing } from "../../base/check-fields.ts";
import { parseJson, readMember } from "../../base/json.ts";
import { withLock } from "../../node-lock.ts";
import { hubFolder } from "../config/folders.ts";
import { STORED_TOKENS, type StoredTokens } from "../config/settings.ts";
import { makeConfigFolder } from "../config/write.ts";
import type { Context } from "../context.ts";
import { readSmallFile } from "../files/read-small.ts";
import { replaceFile } from "../files/replace-file.ts";

/** A sign-in at a tool server, bound to its issuer. */
export interface ServerLogin extends StoredTokens {
	/** URL of the server. */
	server: string;
	/** The authorization server. */
	issuer: string;
	client_secret?: string;
}

const LOGIN = { ...STORED_TOKENS, server: isText, issuer: isText, client_secret: orMissing(isText) };
const isLogin = hasFields(LOGIN) as (value: unknown) => value is ServerLogin;

const PATIENCE_MS = 60_000;

/** Path of the file with the sign-ins, which only its owner may read. */
function loginsPath(env: Context["env"]): string {
	return join(hubFolder("config", env), "mcp-logins.json");
}

/** Returns the sign-ins at a server, the newest first. */
export function readLogins(server: string, env: Context["env"]): ServerLogin[] {
	try {
		return readAll(env).filter((login) => isAt(login, server));
	} catch {
		return [];
	}
}

const isAt = (login: unknown, server: string): login is ServerLogin => isLogin(login) && login.server === server;

/**
 * Returns all entries, right or wrong, so that a change of one does not lose entries of a later version.
 * @throws for a file that cannot be read
 */
function readAll(env: Context["env"]): unknown[] {
	const path = loginsPath(env);
	const logins = existsSync(path) ? readMember(parseJson(readSmallFile(path)), "logins") : [];
	return Array.isArray(logins) ? logins : [];
}

/** Runs work that changes the sign-ins, one process at a time; it gets what is stored now. */
export async function withLogins<Result>(
	context: Context,
	work: (store: LoginStore) => Promise<Result>,
): Promise<Result> {
	const folder = makeConfigFolder(context.env);
	const options = { shown: "the sign-ins at tool servers", patience: PATIENCE_MS, signal: context.signal };
	return await withLock(join(folder, "mcp-logins"), options, async (lock) => {
		const write = (logins: readonly unknown[]): void => {
			lock.assertHeld();
			replaceFile(loginsPath(context.env), `${JSON.stringify({ logins }, undefined, "\t")}\n`, 0o600);
		};
		return await work({
			find: (server) => readLogins(server, context.env)[0],
			save: (login) => {
				const others = readAll(context.env).filter(
					(other) => !isAt(other, login.server) || other.issuer !== login.issuer,
				);
				write([login, ...others]);
			},
			remove: (server) => write(readAll(context.env).filter((login) => !isAt(login, server))),
		});
	});
}

interface LoginStore {
	find(server: string): ServerLogin | undefined;
	/** Replaces the sign-in at the same server with the same issuer. */
	save(login: ServerLogin): void;
	remove(server: string): void;
}
