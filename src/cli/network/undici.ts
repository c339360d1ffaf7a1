import type { Fetch } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { findProxy } from "./proxy.ts";

/** Returns Node's `fetch` with undici's connections: proxies, and no time limits of their own. */
export function viaUndici(
	context: Context,
	options: { proxy?: string | undefined; storedProxy?: string | undefined },
): Fetch {
	type Undici = typeof import("undici");
	const dispatchers = new Map<string, InstanceType<Undici["Agent"]> | InstanceType<Undici["ProxyAgent"]>>();
	context.defer(async () => {
		for (const dispatcher of dispatchers.values()) await dispatcher.destroy();
	});
	return async (input, init) => {
		const url = new URL(input instanceof Request ? input.url : input);
		const proxy = findProxy(url, context.env, options.proxy, options.storedProxy);
		const key = proxy ? `${proxy} ${url.protocol}` : "";
		let dispatcher = dispatchers.get(key);
		if (!dispatcher) {
			const { default: undici } = await import("undici");
			// The limits are ours alone (see `timeout`); undici's own would end a slow answer after five minutes.
			const unlimited = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 30_000 } };
			dispatcher = proxy
				? new undici.ProxyAgent({ ...unlimited, uri: proxy, proxyTunnel: url.protocol === "https:" })
				: new undici.Agent(unlimited);
			dispatchers.set(key, dispatcher);
		}
		// Node's fetch takes a dispatcher of a newer undici; its type is not part of the standard's.
		return globalThis.fetch(input, { ...init, dispatcher } as RequestInit);
	};
}
