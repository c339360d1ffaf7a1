import type { Incoming } from "./incoming.ts";
/** The JSON body of a request, and its text. */
export interface JsonBody {
    fields: Record<string, unknown>;
    text: string;
}
/** Reads a JSON object. @throws GatewayError 400, 413 or 415 */
export declare function readJson({ request, services }: Incoming): Promise<JsonBody>;
