import { type CallerRules } from "../http/callers.ts";
import type { GatewayRequest } from "./types.ts";
/** Makes the check of callers: it throws GatewayError 403 for a host or the web page of an origin that is not allowed. */
export declare function createCallerCheck(rules: CallerRules): (request: GatewayRequest) => void;
/** The headers by which browsers let the page of an allowed origin read the answer. */
export declare function corsHeaders(request: GatewayRequest, rules: CallerRules): Record<string, string>;
/** @throws GatewayError 401 */
export declare function checkKey(request: GatewayRequest, key: string | undefined): void;
