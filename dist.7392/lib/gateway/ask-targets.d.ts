import type { Asked, Attempting, GatewayCall } from "./call.ts";
import type { Services } from "./services.ts";
import type { Target } from "./types.ts";
/**
 * Asks the targets in turn until one answers. Each is asked once; a rate limit that passes soon is waited for.
 * @param ask must end before anything is sent to the client
 * @throws GatewayError of the last target
 */
export declare function askTargets<Result>(services: Services, call: GatewayCall, targets: readonly Target[], ask: (attempting: Attempting) => Promise<Result>): Promise<Asked<Result>>;
