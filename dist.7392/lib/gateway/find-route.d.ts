import { type Route } from "./routes.ts";
import type { GatewayRequest } from "./types.ts";
/** The route of a request. @throws GatewayError 404 or 405 */
export declare function findRoute(request: GatewayRequest, url: URL): {
    route: Route;
    groups: readonly string[];
};
