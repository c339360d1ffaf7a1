import { type Fetch } from "./retry.ts";
/**
 * Returns a `fetch` that follows redirects only where nothing of the request reaches a third party.
 *
 * - A request with a body or with headers stays at its origin.
 * - A GET may go on to another https origin, without any of its headers.
 * - https never becomes http.
 *
 * A redirect that is not followed is returned as the response. Browsers hide redirects from programs: there, a request
 * with a body fails at the first one.
 */
export declare function guardRedirects(fetch: Fetch): Fetch;
/** Whether a response is a redirect that was not followed. */
export declare function isRefusedRedirect(response: Response): boolean;
