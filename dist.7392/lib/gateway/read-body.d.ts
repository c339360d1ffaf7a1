import type { GatewayRequest } from "./types.ts";
/** Reads a body of limited size. @throws GatewayError 413 */
export declare function readBody(request: GatewayRequest, limit: number): Promise<Uint8Array<ArrayBuffer>>;
