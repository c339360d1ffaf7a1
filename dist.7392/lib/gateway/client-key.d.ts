import type { GatewayRequest } from "./types.ts";
/** Whether the request brings the key: as bearer token, or as `x-api-key` or `api-key` like some clients. */
export declare function hasKey(request: GatewayRequest, key: string): boolean;
/** Compares in a time that depends on the given text alone. */
export declare function isSame(given: string, expected: string): boolean;
