import type { Fetch } from "../../http/index.ts";
import type { Context } from "../context.ts";
import { isLoopback } from "./proxy.ts";

/** Accepted by the sandbox, and by nobody else. */
export const SANDBOX_TOKEN = "hf_sandbox";

/** Starts the stand-in inside the command; it ends with it. Returns its address. */
export async function openSandbox(context: Context): Promise<string> {
	const { startSandbox } = await import("../../sandbox-server.ts");
	const { url, close } = await startSandbox({ port: 0 });
	context.defer(close);
	return url;
}

/** A `fetch` that never leaves the machine: a provider's own address becomes a path of the sandbox. */
export function viaSandbox(fetch: Fetch, sandbox: string): Fetch {
	return (input, init) => {
		const url = new URL(input instanceof Request ? input.url : input);
		return fetch(isLoopback(url.hostname) ? url.href : `${sandbox}/@${url.host}${url.pathname}${url.search}`, init);
	};
}
