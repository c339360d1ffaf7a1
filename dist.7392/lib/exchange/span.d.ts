import type { CallDetails } from "./call.ts";
import type { Exchange } from "./exchange.ts";
import type { Secrets } from "./secrets.ts";
/** A value of OTLP's JSON form. */
export type AnyValue = {
    stringValue: string;
} | {
    intValue: string;
} | {
    doubleValue: number;
} | {
    boolValue: boolean;
} | {
    arrayValue: {
        values: AnyValue[];
    };
};
export interface KeyValue {
    key: string;
    value: AnyValue;
}
export interface Span {
    traceId: string;
    spanId: string;
    parentSpanId?: string;
    flags?: number;
    name: string;
    /** 3: a client. */
    kind: 3;
    startTimeUnixNano: string;
    endTimeUnixNano: string;
    attributes: KeyValue[];
    status: {
        code?: 2;
        message?: string;
    };
}
/** Input of an exporter: OTLP's `ResourceSpans` in its JSON form. */
export interface ResourceSpans {
    resource: {
        attributes: KeyValue[];
    };
    scopeSpans: {
        scope: {
            name: string;
            version: string;
        };
        spans: Span[];
    }[];
}
/** Messages of a call, for traces that hold content. */
export interface SpanContent {
    input: unknown;
    output: unknown;
}
export interface SpanOptions {
    /** The caller's own span, as the header `traceparent` tells it. */
    traceparent?: string | undefined;
    content?: SpanContent | undefined;
    secrets: Secrets;
}
/** The span of a call by the GenAI conventions. */
export declare function toSpan(exchange: Exchange, details: CallDetails, options: SpanOptions): Span;
/** Spans with the service they are of. */
export declare function toResourceSpans(spans: Span[], serviceName: string): ResourceSpans;
/** Trace and span of a `traceparent`; undefined where it has another form. */
export declare function parseTraceparent(header: string | undefined): {
    traceId: string;
    spanId: string;
    flags: number;
} | undefined;
