import type { Context } from "../context.ts";
import type { Config } from "./read.ts";
import { searchToken } from "./token.ts";

/** Variables that hold keys, whether this command uses them or not. */
const KEY_VARIABLE = /(_API_KEY|_API_TOKEN|_KEY|_TOKEN|_PAT|_SECRET|_PASSWORD)$|^(HF_TOKEN|HUB_TOKEN)$/;
/** Variables whose URLs may hold a password. */
const URL_VARIABLE = /^(https?|all)_proxy$|_URL$|_ENDPOINT$/i;

/** Every secret this machine knows of: none of them may be written to a recording, the log or a trace. */
export function knownSecrets(
	given: { header?: Record<string, string> | undefined; token?: string | undefined },
	env: Context["env"],
	config: Config,
): string[] {
	const token = searchToken({ given: given.token }, { env }, config)?.value;
	const variables = Object.entries(env).flatMap(([name, value]) => {
		if (value === undefined) return [];
		if (KEY_VARIABLE.test(name)) return [value.trim()];
		return URL_VARIABLE.test(name) ? passwordOf(value) : [];
	});
	return [
		token ?? "",
		given.token ?? "",
		config.token ?? "",
		...Object.values(config.keys ?? {}),
		...Object.values(given.header ?? {}).flatMap((value) => [value, value.replace(/^\S+ /, "")]),
		...variables,
	].filter(Boolean);
}

function passwordOf(href: string): string[] {
	const password = /^(?:[a-z][\w+.-]*:\/\/)?[^/?#:@]*:([^/?#]*)@/i.exec(href)?.[1];
	return password ? [password, decode(password)] : [];
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
