import type { Prepared } from "./prepare.ts";
import type { Scope } from "./scope.ts";
import type { ResponseInfo } from "./types.ts";
/**
 * Sends the main request of a call and reports the head of its response.
 * @throws ProviderApiError when the status is not a success
 */
export declare function sendPrepared({ target, helper, request }: Prepared, options: Scope["options"], streaming: boolean, onResponse: (response: ResponseInfo) => void): Promise<Response>;
