import type { CanonicalRequest } from "./canonical.ts";
import type { Recording } from "./exchange.ts";
/**
 * Where a server answers recordings: it stands for many hosts, so requests are matched by their path alone.
 *
 * The host may stand in the path (`/@queue.fal.run/…`), also behind the path of a service, since clients put a poll's
 * path behind their base URL.
 */
export declare function toServedRequest(canonical: CanonicalRequest): CanonicalRequest;
/** The requests a recording answers there: its own path, and the one with or without the provider in front. */
export declare function servedPlaces(canonical: CanonicalRequest, { provider, routed }: Recording): CanonicalRequest[];
/**
 * A JSON response in which URLs that a recording answers lead to the server: a poll's and a download's must not go to
 * the real host.
 * @param origin the server's own URL, without a slash at the end
 */
export declare function redirectUrls(response: Response, origin: string, isRecorded: (path: string) => boolean): Promise<Response>;
