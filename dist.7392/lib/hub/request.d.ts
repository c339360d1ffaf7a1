import { InferenceClientHubApiError } from "../errors.ts";
import { type HubOptions } from "./options.ts";
export { cacheOf, type HubOptions, hubBase } from "./options.ts";
export { HUB_URL } from "./url.ts";
/**
 * Returns the URL of a model's record.
 * @throws InputError for a model id that leads away from the hub's models
 */
export declare function modelUrl(model: string, query: string, options: HubOptions): string;
/** Sends a GET to the hub. `withToken` says whether the caller's token is sent. */
export declare function getFromHub(url: string, options: HubOptions, withToken: boolean): Promise<Response>;
/**
 * Reads a response of the hub, also one that is an error.
 * @throws HubApiError when it is too large
 */
export declare function readHubText(response: Response, failure: string, url: string, options: HubOptions): Promise<string>;
/** Returns the error for an answer of the hub that cannot be used. */
export declare function hubError(message: string, url: string, response: Response, body: unknown, { accessToken }: HubOptions): InferenceClientHubApiError;
