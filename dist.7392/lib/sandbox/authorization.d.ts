import type { Provider } from "../inference/index.ts";
/**
 * Returns the hub token of a request to hub or router.
 * @throws ServiceFailure 401 when it is needed and missing, or no valid hub token
 */
export declare function checkHubToken(request: Request, need: "optional" | "required"): string | undefined;
/**
 * Checks the provider's own key of a direct call: its scheme, and that it is no hub token.
 * @throws ServiceFailure 401
 */
export declare function checkProviderKey(request: Request, provider: Provider): void;
/** Follow-up requests (polls) need some key, on every route. */
export declare function checkAnyKey(request: Request): void;
