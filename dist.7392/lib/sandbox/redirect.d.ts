import type { Fetch } from "../http/index.ts";
/**
 * Wraps `fetch` so that requests to the hub, the router and the providers' own hosts reach a sandbox instead, whatever
 * client makes them. Other URLs pass unchanged.
 * @param origin the sandbox's URL, such as `http://127.0.0.1:8080`
 * @param fetch default: the global one
 */
export declare function redirectToSandbox(origin: string, fetch?: Fetch): Fetch;
