import { isLoopback } from "../../http/callers.ts";
import { HUB_URL } from "../../hub/url.ts";
import { ROUTER_URL } from "../../inference/providers/router.ts";
import { type Config, isOpenUrl, OPEN_URL, resolveSetting, showSetting } from "../config/settings.ts";
import type { Token } from "../config/token.ts";
import type { Context } from "../context.ts";
import { conflict, optionConflict, wrongValue } from "../errors/usage.ts";

/** Dedicated endpoints of Hugging Face: each has its own subdomain of this host. */
const ENDPOINT_HOSTS = ".endpoints.huggingface.cloud";

/**
 * Returns the token if it may go to a URL; else undefined, with a note. A token that was passed explicitly for this
 * call goes everywhere. One from the environment, the configuration or the file of other tools goes to this machine
 * and, encrypted, to Hugging Face, the router and the hosts the user trusts.
 */
export function tokenFor(
	token: Token | undefined,
	url: string | undefined,
	context: Context,
	config: Config,
): Token | undefined {
	if (!token || url === undefined || token.isExplicit) return token;
	const problem = findProblem(new URL(url), context, config);
	if (problem === undefined) return token;
	context.note(`The token from ${token.source} is not sent to ${new URL(url).origin}${problem}`);
	return undefined;
}

function findProblem(url: URL, context: Context, config: Config): string | undefined {
	const { protocol, hostname, host } = url;
	if (isLoopback(hostname)) return undefined;
	if (protocol !== "https:") {
		return ", which is not encrypted. Give it with --token to send it anyway; endpoint.trust takes https only.";
	}
	if (namedHosts(context, config).some((named) => matches(named, url))) return undefined;
	return `. Give it with --token, or trust the host: hub config set endpoint.trust ${host}`;
}

function namedHosts(context: Context, config: Config): string[] {
	const stored = (name: "hub" | "router" | "endpoint.trust"): string =>
		resolveSetting(name, undefined, context, config).value ?? "";
	const urls = [HUB_URL, ROUTER_URL, stored("hub"), stored("router")].filter(Boolean);
	return [...urls.map((url) => new URL(url).host), ...stored("endpoint.trust").split(",")];
}

/** Whether a URL is at a host that was named: `host` is the host at its usual port, `host:8443` at that port. */
function matches(named: string, { host, hostname }: URL): boolean {
	return named.toLowerCase() === host || (hostname.endsWith(ENDPOINT_HOSTS) && host === hostname);
}

/**
 * Checks the URL of an endpoint and returns it.
 * @throws UsageError if it cannot be called, or a provider is named too: an endpoint is its own provider
 */
export function checkEndpoint(
	endpoint: string,
	{ provider, direct, sandbox }: { provider?: string; direct?: boolean | undefined; sandbox?: boolean },
): string {
	if (sandbox) throw optionConflict("--sandbox", "--endpoint", "The sandbox calls nothing; leave one of them out.");
	if (provider !== undefined || direct) {
		throw conflict(
			`--endpoint and --${direct ? "direct" : "provider"} cannot be combined.`,
			"An endpoint is its own provider.",
		);
	}
	if (!isOpenUrl(endpoint)) {
		throw wrongValue(
			`--endpoint must be ${OPEN_URL}, got "${showSetting(endpoint)}".`,
			endpoint.includes("@") ? "Send a password with --header 'Authorization: Basic …'." : undefined,
		);
	}
	return endpoint;
}
