import type { InferenceTask } from "../inference/index.ts";
import type { Services } from "./services.ts";
import type { GatewayRequest } from "./types.ts";
/** A request of a client on its way through a handler. */
export interface Incoming {
    services: Services;
    request: GatewayRequest;
    url: URL;
    /** Path of the route, such as `/v1/chat/completions`. */
    route: string;
    /** Groups of the route's path, decoded. */
    groups: readonly string[];
    /** Who asks. */
    client: string;
}
/** A client's request to a model. */
export interface Wanted {
    task: InferenceTask;
    model: unknown;
    /** Id of a provider beside the model; only the route of tasks has it. */
    provider?: unknown;
    isStream?: boolean;
    /** The request as the page shows it. */
    text: string;
}
