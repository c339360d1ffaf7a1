import type { Offer } from "../exchange/index.ts";
import { type Fetch } from "../http/index.ts";
import type { CallOptions } from "../inference/index.ts";
import { Breaker } from "./breaker.ts";
import { CallBook } from "./call-book.ts";
import { Lanes } from "./lanes.ts";
import { Metrics } from "./metrics.ts";
import { ModelList } from "./model-list.ts";
import { TargetBook } from "./targets.ts";
import type { GatewayOptions } from "./types.ts";
/** Objects that the parts of a gateway share. */
export interface Services {
    options: GatewayOptions;
    fetch: Fetch;
    /** Of every call. */
    callOptions: CallOptions;
    token(provider: string | undefined): string | undefined;
    offers(): readonly Offer[] | undefined;
    /** Whether a URL is the hub's. */
    isHub(url: string): boolean;
    wait: number;
    firstTokenTimeout: number;
    maxBody: number;
    now(): number;
    targets: TargetBook;
    models: ModelList;
    lanes: Lanes;
    breaker: Breaker;
    metrics: Metrics;
    calls: CallBook;
    /** Text without any known secret. */
    clean(text: string): string;
}
/** @throws GatewayError for an alias that cannot be read */
export declare function createServices(options: GatewayOptions): Services;
