import type { Gateway, GatewayOptions } from "./types.ts";
/**
 * Makes a gateway: it answers requests in the form of the OpenAI API by calling providers through the library.
 *
 * ```ts
 * const gateway = createGateway({ token: process.env.HF_TOKEN, aliases: { fast: ["org/a:groq", "org/b:cerebras"] } });
 * const response = await gateway(new Request("http://localhost/v1/chat/completions", { method: "POST", body }));
 * ```
 * The returned function never throws: errors are responses.
 * @throws GatewayError for an alias that cannot be read
 */
export declare function createGateway(options?: GatewayOptions): Gateway;
