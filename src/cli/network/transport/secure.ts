import { request as requestPlain } from "node:http";
import { Agent, type AgentOptions, request as requestSecure } from "node:https";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect } from "node:tls";
import { bareHost, portOf, proxyHeaders } from "./request-parts.ts";

const OPTIONS: AgentOptions = { keepAlive: true, ALPNProtocols: ["http/1.1"] };

/** Connects by TLS; later connections to a host resume its session. */
export function createSecureAgent(): Agent {
	return new Agent(OPTIONS);
}

type Connected = (error: Error | null, socket?: Duplex) => void;

/** Connects by TLS through a tunnel that the proxy opens. */
export class TunnelAgent extends Agent {
	private readonly proxy: URL;

	constructor(proxy: URL) {
		super(OPTIONS);
		this.proxy = proxy;
	}

	// Node accepts a socket that is provided later.
	override createConnection(options: ConnectionOptions, connected: Connected): undefined {
		const { host = "", port = 443 } = options;
		const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
		const isSecure = this.proxy.protocol === "https:";
		const request = (isSecure ? requestSecure : requestPlain)({
			method: "CONNECT",
			hostname: bareHost(this.proxy),
			port: portOf(this.proxy),
			path: target,
			headers: proxyHeaders(this.proxy, target),
			agent: false,
		});
		const refuse = (status: number | undefined): void =>
			connected(new Error(`the proxy answered ${status} to the request for a tunnel`));
		request.once("connect", ({ statusCode }, socket) => {
			if (statusCode === 200) return connected(null, connect({ ...options, socket }));
			socket.destroy();
			refuse(statusCode);
		});
		request.once("response", ({ statusCode }) => {
			request.destroy();
			refuse(statusCode);
		});
		request.once("error", connected);
		request.end();
		return undefined;
	}
}
