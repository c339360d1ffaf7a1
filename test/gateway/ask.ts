import { createGateway, type Gateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";

/** A gateway whose hub, router and providers are the sandbox. */
export function sandboxGateway(options: GatewayOptions = {}): Gateway {
	return createGateway({ fetch: createSandbox(), token: "hf_sandbox", ...options });
}

/** Sends JSON to a gateway. */
export function post(
	gateway: Gateway,
	path: string,
	body: unknown,
	init: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return gateway(
		new Request(`http://localhost${path}`, {
			method: "POST",
			body: text,
			headers: { "content-type": "application/json", ...init.headers },
			...(init.signal ? { signal: init.signal } : {}),
		}),
	);
}

export function get(gateway: Gateway, path: string, headers: Record<string, string> = {}): Promise<Response> {
	return gateway(new Request(`http://localhost${path}`, { headers }));
}

/** The JSON values of a stream of events. */
export function readEvents(text: string): Record<string, unknown>[] {
	return text
		.split("\n")
		.filter((line) => line.startsWith("data: ") && line !== "data: [DONE]")
		.map((line) => JSON.parse(line.slice(6)) as Record<string, unknown>);
}
