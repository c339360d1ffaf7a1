import type { Fetch } from "../http/index.ts";
import { Call } from "./call.ts";
import { findCredentials } from "./credentials.ts";
import { Secrets } from "./secrets.ts";
import { type ResourceSpans, toResourceSpans, toSpan } from "./span.ts";
import { tapBody } from "./tap.ts";

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
		const end = (error?: unknown): void => {
			const secrets = new Secrets(findCredentials({ url, headers: new Headers(init?.headers ?? request?.headers) }));
			const exchange = call.record(error === undefined ? {} : { error });
			const span = toSpan(exchange, call.details(), { traceparent, secrets });
			// A service's error is an error of the span, although `fetch` takes it for a response.
			exporter([toResourceSpans([span], serviceName)]).catch(() => undefined);
		};
		let response: Response;
		try {
			response = await call.watch(fetch)(input, init);
		} catch (error) {
			end(error);
			throw error;
		}
		const failure = response.ok ? undefined : Object.assign(new Error(), { httpResponse: { status: response.status } });
		if (!response.body) {
			end(failure);
			return response;
		}
		return tapBody(response, { chunk: () => undefined, end: (error) => end(error ?? failure) });
	};
}
