import { checkFunction } from "../errors.ts";
import { type Fetch, openBody } from "../http/index.ts";
import { ObservedCall } from "./call.ts";
import { findCredentials } from "./read-request.ts";
import { Secrets } from "./secrets.ts";
import { type ResourceSpans, toResourceSpans, toSpan } from "./span.ts";

/** Exports finished spans, for instance to a collector. Its errors are ignored: a trace never fails a call. */
export type SpanExporter = (resourceSpans: ResourceSpans[]) => Promise<void>;

/** Options of `trace`. */
export interface TraceOptions {
	/** `service.name` of the spans. Default `modelhub`. */
	serviceName?: string | undefined;
	/** The parent span, as the header `traceparent`. */
	traceparent?: string | undefined;
	/** Clock, in milliseconds since 1970. Default `Date.now`. */
	now?: (() => number) | undefined;
}

/**
 * Returns a `fetch` that exports each request to a model as a span of OpenTelemetry's GenAI conventions when its
 * response has been read. Prompts and outputs are not exported.
 */
export function trace(fetch: Fetch, exporter: SpanExporter, options: TraceOptions = {}): Fetch {
	checkFunction("trace: fetch", fetch);
	const { serviceName = "modelhub", traceparent, now } = options;
	return async (input, init) => {
		const request = typeof input === "object" && "method" in input ? input : undefined;
		if ((init?.method ?? request?.method ?? "GET").toUpperCase() !== "POST") return fetch(input, init);
		const url = request?.url ?? String(input);
		const call = new ObservedCall({}, { now });
		let status = 0;
		let isReported = false;
		const report = (error?: unknown): void => {
			if (isReported) return;
			isReported = true;
			const secrets = new Secrets(findCredentials({ url, headers: new Headers(init?.headers ?? request?.headers) }));
			// A service's error is an error of the span, although it is a response for `fetch`.
			const failure = error ?? (status >= 400 ? Object.assign(new Error(), { httpResponse: { status } }) : undefined);
			const exchange = call.record(failure === undefined ? {} : { error: failure });
			const span = toSpan(exchange, call.details(), { traceparent, secrets });
			exporter([toResourceSpans([span], serviceName)]).catch(() => undefined);
		};
		const response = await call.watch(async (...args) => {
			const head = await fetch(...args);
			({ status } = head);
			return head;
		}, report)(input, init);
		// A missing body is never read.
		if (openBody(response).body === null) report();
		return response;
	};
}
