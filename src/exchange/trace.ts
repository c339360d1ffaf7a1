import { type Fetch, openBody } from "../http/index.ts";
import { Call } from "./call.ts";
import { findCredentials } from "./credentials.ts";
import { Secrets } from "./secrets.ts";
import { type ResourceSpans, toResourceSpans, toSpan } from "./span.ts";

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
export function trace(fetch: Fetch, exporter: SpanExporter, options: TraceOptions = {}): Fetch {
	const { serviceName = "modelhub", traceparent, now } = options;
	return async (input, init) => {
		const request = typeof input === "object" && "method" in input ? input : undefined;
		if ((init?.method ?? request?.method ?? "GET").toUpperCase() !== "POST") return fetch(input, init);
		const url = request?.url ?? String(input);
		const call = new Call({}, { now });
		let status = 0;
		let isTold = false;
		const tell = (error?: unknown): void => {
			if (isTold) return;
			isTold = true;
			const secrets = new Secrets(findCredentials({ url, headers: new Headers(init?.headers ?? request?.headers) }));
			// A service's error is an error of the span, although `fetch` takes it for a response.
			const failure = error ?? (status >= 400 ? Object.assign(new Error(), { httpResponse: { status } }) : undefined);
			const exchange = call.record(failure === undefined ? {} : { error: failure });
			const span = toSpan(exchange, call.details(), { traceparent, secrets });
			exporter([toResourceSpans([span], serviceName)]).catch(() => undefined);
		};
		const response = await call.watch(async (...args) => {
			const head = await fetch(...args);
			({ status } = head);
			return head;
		}, tell)(input, init);
		// Nobody reads a body that is not there.
		if (openBody(response).body === null) tell();
		return response;
	};
}
