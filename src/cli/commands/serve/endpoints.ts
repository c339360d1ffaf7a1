import type { Endpoint } from "../../../gateway/index.ts";
import { isTokenText, keyVariable } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { wrongValue } from "../../errors/usage.ts";
import { isNearHost } from "../../network/public-hosts.ts";
import { PROVIDER_NAMES } from "../../options/provider.ts";
import type { ServeCommandOptions } from "./options.ts";

/**
 * Returns the endpoints of a gateway: those of `--endpoint`, then those of the file. The key of an endpoint on the command line is in
 * the variable that a provider of its name would have: `GPU_API_KEY`.
 * @throws UsageError for a name that is taken, an invalid URL, and one without encryption outside private networks
 */
export async function readEndpoints(
	given: readonly string[],
	file: ServeCommandOptions["file"],
	context: Context,
): Promise<Record<string, Endpoint>> {
	const endpoints: Record<string, Endpoint> = Object.create(null);
	for (const text of given) {
		const equals = text.indexOf("=");
		if (equals < 1) throw wrongValue(`--endpoint "${text}" is not valid.`, "Write NAME=URL.");
		const name = text.slice(0, equals);
		endpoints[name] = { url: text.slice(equals + 1), key: findEndpointKey(name, keyVariable(name), context) };
	}
	for (const [name, endpoint] of Object.entries(file?.endpoints ?? {})) endpoints[name] ??= endpoint;
	for (const [name, endpoint] of Object.entries(endpoints)) {
		checkName(name);
		await checkUrl(name, endpoint.url);
	}
	return endpoints;
}

/**
 * Returns the key of an endpoint.
 * @returns undefined where the variable is not set
 * @throws UsageError if it cannot be sent in a header
 */
export function findEndpointKey(name: string, variable: string, { env, secrets }: Context): string | undefined {
	const key = env[variable]?.trim();
	if (!key) return undefined;
	secrets.add(key, `$${variable}`);
	if (isTokenText(key)) return key;
	throw wrongValue(`${variable}: the key of ${name} must be one line of printable characters without spaces.`);
}

function checkName(name: string): void {
	if (!/^[a-z][a-z0-9_-]{0,63}$/i.test(name)) {
		const hint = "Begin with a letter; use letters, digits, hyphens and underscores.";
		throw wrongValue(`"${name}" cannot be the name of an endpoint.`, hint);
	}
	if (PROVIDER_NAMES.includes(name.toLowerCase())) {
		throw wrongValue(`"${name}" cannot be the name of an endpoint: it is a provider.`, "Choose another name.");
	}
}

async function checkUrl(name: string, text: string): Promise<void> {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "") {
		throw wrongValue(`The URL of the endpoint ${name} must start with http:// or https://.`);
	}
	if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
		throw wrongValue(`The URL of the endpoint ${name} must have no password, query or fragment.`);
	}
	if (url.protocol === "https:" || (await isNearHost(url))) return;
	const hint = "Without encryption only this machine and private networks can be called: use https.";
	throw wrongValue(`The endpoint ${name} would send keys and prompts over http to ${url.hostname}.`, hint);
}

/** Returns the names of the endpoints of a gateway. */
export function endpointNames({ endpoint = [], file }: Pick<ServeCommandOptions, "endpoint" | "file">): string[] {
	return [...endpoint.map((text) => text.split("=", 1).join("")), ...Object.keys(file?.endpoints ?? {})];
}
