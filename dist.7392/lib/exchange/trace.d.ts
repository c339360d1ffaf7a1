import type { Fetch } from "../http/index.ts";
import { type ResourceSpans } from "./span.ts";
/** Takes finished spans, such as to a collector. What it rejects with is ignored: a trace never fails a call. */
export type SpanExporter = (resourceSpans: ResourceSpans[]) => Promise<void>;
/** What `trace` takes besides a `fetch`. */
export interface TraceOptions {
    /** `service.name` of the spans. Default `modelhub`. */
    serviceName?: string | undefined;
    /** The span to which these belong, as the header `traceparent` tells it. */
    traceparent?: string | undefined;
    /** Clock, in milliseconds since 1970. Default `Date.now`. */
    now?: (() => number) | undefined;
}
/**
 * A `fetch` that tells an exporter of each request to a model, as a span of OpenTelemetry's GenAI conventions, when its
 * response has been read. Prompts and outputs are not told.
 */
export declare function trace(fetch: Fetch, exporter: SpanExporter, options?: TraceOptions): Fetch;
