import { isLoopback } from "../../http/callers.ts";
import { parseSetting } from "../config/settings.ts";
import type { Context } from "../context.ts";

/**
 * Returns the proxy for a URL; undefined to connect directly.
 * Loopback never goes through a proxy, which could not reach this machine's own services.
 * @param given URL from the command line; overrides the environment
 * @param stored URL from the configuration; used where the environment names none
 */
export function findProxy(url: URL, env: Context["env"], given?: string, stored?: string): string | undefined {
	if (isLoopback(url.hostname)) return undefined;
	if (given) return withScheme(given);
	if (isExcluded(url, readVariable(env, "NO_PROXY"))) return undefined;
	const own = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
	const name = [own, "ALL_PROXY"].find((candidate) => readVariable(env, candidate));
	const proxy = name ? parseSetting("proxy", readVariable(env, name) ?? "", name) : stored;
	return proxy ? withScheme(proxy) : undefined;
}

/** Lowercase wins, as in curl; an empty value counts as unset. */
function readVariable(env: Context["env"], name: string): string | undefined {
	return env[name.toLowerCase()] || env[name] || undefined;
}

function isExcluded(url: URL, list: string | undefined): boolean {
	const entries = (list ?? "").split(/[\s,]+/).filter(Boolean);
	return entries.some((entry) => {
		if (entry === "*") return true;
		const [, host = "", port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
		if (port && port !== (url.port || (url.protocol === "https:" ? "443" : "80"))) return false;
		const suffix = host.replace(/^\*?\./, "").toLowerCase();
		return url.hostname === suffix || url.hostname.endsWith(`.${suffix}`);
	});
}

function withScheme(proxy: string): string {
	return proxy.includes("://") ? proxy : `http://${proxy}`;
}
