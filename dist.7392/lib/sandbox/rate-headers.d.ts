import type { Bucket } from "./bucket.ts";
/** The requests and tokens of a service that are left. */
export interface Buckets {
    requests: Bucket;
    tokens: Bucket;
}
/** Returns the headers in which a service states its remaining limits. */
export declare function rateHeaders(service: string, buckets: Buckets): Record<string, string>;
