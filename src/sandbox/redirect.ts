import type { Fetch } from "../http/index.ts";
import { toSandboxUrl } from "./urls.ts";

/**
 * Wraps `fetch` so that requests to the hub, the router and the providers' own hosts reach a sandbox instead, whatever
 * client makes them. Other URLs pass unchanged.
 * @param origin the sandbox's URL, such as `http://127.0.0.1:8080`
 * @param fetch default: the global one
 */
export function redirectToSandbox(origin: string, fetch?: Fetch): Fetch {
	return (input, init) => {
		const send = fetch ?? globalThis.fetch;
		if (input instanceof Request) return send(new Request(toSandboxUrl(input.url, origin), input), init);
		return send(toSandboxUrl(String(input), origin), init);
	};
}
