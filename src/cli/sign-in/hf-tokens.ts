import { storedTokensFile, tokenFile } from "../config/token.ts";
import type { Context } from "../context.ts";
import { readSmallFile, tryReadSmallFile } from "../files/read-small.ts";
import { replaceFile } from "../files/replace-file.ts";
import type { IssuedTokens } from "./device-flow.ts";

/** A token of `hf auth login`, with its refresh token. */
export interface HfToken {
	/** Its name in the file. */
	name: string;
	refreshToken: string;
	/** Milliseconds since 1970. */
	expiresAt: number;
}

/** The public client of huggingface_hub, to which `hf auth login` has its tokens issued. */
const HF_CLIENT = "26be6b09-91c5-47da-9861-d2d2bb7a7e36";

export function hfClient(env: Context["env"]): string {
	return env["HF_DEVICE_CODE_OAUTH_CLIENT_ID"] || HF_CLIENT;
}

/** Finds the token that `hf` uses among those that can be renewed; undefined for one that was pasted. */
export function findHfToken(token: string, env: Context["env"]): HfToken | undefined {
	for (const [name, fields] of readSections(tryReadSmallFile(storedTokensFile(env)) ?? "")) {
		const { hf_token: value, refresh_token: refreshToken, expires_at: seconds = "" } = fields;
		if (value !== token || !refreshToken || !/^\d{1,12}$/.test(seconds)) continue;
		return { name, refreshToken, expiresAt: Number(seconds) * 1000 };
	}
	return undefined;
}

/** Returns the token that `hf` uses now. */
export function currentHfToken(env: Context["env"]): string {
	return (tryReadSmallFile(tokenFile(env)) ?? "").trim();
}

/**
 * Writes renewed tokens to where `hf` reads them; everything else in the files stays.
 * @param old the access token that was renewed
 * @param now milliseconds since 1970
 */
export function replaceHfToken(name: string, old: string, next: IssuedTokens, now: number, env: Context["env"]): void {
	const path = storedTokensFile(env);
	const seconds = next.expiresIn === undefined ? undefined : String(Math.floor(now / 1000) + next.expiresIn);
	const fields = { hf_token: next.accessToken, refresh_token: next.refreshToken, expires_at: seconds };
	// An unreadable file must fail: it would be written without its other entries.
	replaceFile(path, replaceFields(readSmallFile(path), name, fields), 0o600);
	if (currentHfToken(env) === old) replaceFile(tokenFile(env), next.accessToken, 0o600);
}

const SECTION = /^\[([^\]]+)\]\s*$/;
const FIELD = /^([^\s=:#;][^=:]*?)\s*[=:]\s*(.*)$/;

type TokenFields = Record<string, string>;

function readSections(text: string): Map<string, TokenFields> {
	const sections = new Map<string, TokenFields>();
	let current: TokenFields | undefined;
	for (const line of text.split(/\r?\n/)) {
		const [, section] = SECTION.exec(line) ?? [];
		const [, key, value = ""] = FIELD.exec(line) ?? [];
		if (section !== undefined) {
			current = Object.create(null) as TokenFields;
			sections.set(section, current);
		} else if (key !== undefined && current) current[key.toLowerCase()] = value.trim();
	}
	return sections;
}

/** Replaces fields of one section, line by line; a field without a new value is removed. */
function replaceFields(text: string, name: string, fields: Readonly<Record<string, string | undefined>>): string {
	let isInside = false;
	return text
		.split("\n")
		.flatMap((line) => {
			const [, section] = SECTION.exec(line.trimEnd()) ?? [];
			if (section !== undefined) isInside = section === name;
			const [, key = ""] = FIELD.exec(line.trimEnd()) ?? [];
			if (!isInside || section !== undefined || !Object.hasOwn(fields, key.toLowerCase())) return line;
			const value = fields[key.toLowerCase()];
			return value === undefined ? [] : `${key} = ${value}`;
		})
		.join("\n");
}
