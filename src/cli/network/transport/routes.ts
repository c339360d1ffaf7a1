import { Agent, type RequestOptions } from "node:http";
import { bareHost, portOf, proxyHeaders } from "./request-parts.ts";

/** Settings for requests to an origin. */
export interface Route {
	agent: Agent;
	/** Request options that add to or replace those of its URL. */
	options(url: URL): RequestOptions;
}

/** The connections of a command, kept open between its requests. */
export interface Routes {
	/** @param proxy URL of the proxy; undefined to connect directly */
	find(url: URL, proxy: string | undefined): Promise<Route>;
	/** Closes all connections. */
	close(): void;
}

/**
 * Opens no connection yet.
 * @param direct request options of connections without a proxy
 */
export function createRoutes(direct: RequestOptions = {}): Routes {
	const agents = new Map<string, Agent>();
	const agentFor = async (key: string, create: () => Agent | Promise<Agent>): Promise<Agent> => {
		const agent = agents.get(key) ?? (await create());
		agents.set(key, agent);
		return agent;
	};
	return {
		async find(url, proxy) {
			const { protocol } = url;
			if (protocol === "http:" && proxy === undefined) {
				return { agent: await agentFor(protocol, () => new Agent({ keepAlive: true })), options: () => direct };
			}
			// Loads TLS, which plain requests do not need.
			const { createSecureAgent, createTunnelAgent } = await import("./secure.ts");
			if (proxy === undefined) return { agent: await agentFor(protocol, createSecureAgent), options: () => direct };
			const via = new URL(proxy);
			if (protocol === "https:") {
				const agent = await agentFor(`${protocol} ${proxy}`, () => createTunnelAgent(via));
				return { agent, options: () => ({}) };
			}
			const isSecure = via.protocol === "https:";
			const agent = await agentFor(`proxy ${via.protocol}`, () =>
				isSecure ? createSecureAgent() : new Agent({ keepAlive: true }),
			);
			return { agent, options: (target) => throughProxy(target, via) };
		},
		close() {
			for (const agent of agents.values()) agent.destroy();
		},
	};
}

/** A proxy gets plain requests with the whole URL of their target. */
function throughProxy(target: URL, proxy: URL): RequestOptions {
	return {
		protocol: proxy.protocol,
		hostname: bareHost(proxy),
		port: portOf(proxy),
		path: `${target.origin}${target.pathname}${target.search}`,
		headers: proxyHeaders(proxy, target.host),
	};
}
