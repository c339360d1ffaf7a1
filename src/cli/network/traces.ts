import type { Span } from "../../exchange/span.ts";
import { decodeUri } from "../../http/url.ts";
import type { Context } from "../context.ts";

export interface TraceSettings {
	url: string;
	headers: Record<string, string>;
	serviceName: string;
	traceparent: string | undefined;
	hasContent: boolean;
}

/** Maximum wait for the collector when the command ends, in milliseconds. */
const SEND_TIMEOUT_MS = 1000;
/** Long runs send spans after this many, or after this time in milliseconds. */
const BATCH = { spans: 100, delay: 5000 };

/** Settings from OpenTelemetry's variables; undefined if traces are off. */
export function readTraceSettings(env: Context["env"]): TraceSettings | undefined {
	if (env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return undefined;
	const own = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
	const shared = env["OTEL_EXPORTER_OTLP_ENDPOINT"];
	if (!own && !shared) return undefined;
	const capture = env["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"]?.toUpperCase();
	return {
		url: own || `${shared?.replace(/(?<!\/)\/+$/, "")}/v1/traces`,
		headers: {
			...readHeaders(env["OTEL_EXPORTER_OTLP_HEADERS"]),
			...readHeaders(env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"]),
		},
		serviceName: env["OTEL_SERVICE_NAME"] || "hub",
		traceparent: env["TRACEPARENT"],
		hasContent: capture === "SPAN_ONLY" || capture === "SPAN_AND_EVENT",
	};
}

/** `key=value` pairs separated by commas, the values percent-encoded. */
function readHeaders(text = ""): Record<string, string> {
	return Object.fromEntries(
		text.split(",").flatMap((pair) => {
			const at = pair.indexOf("=");
			const name = pair.slice(0, at).trim();
			return at > 0 && /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? [[name, decodeUri(pair.slice(at + 1).trim())]] : [];
		}),
	);
}

/** One per command; it sends remaining spans at the end. */
const queues = new WeakMap<Context, (span: Span) => void>();

/** Sends the spans of a command to the collector, in batches; failures are printed only with `--debug`. */
export function openSpanQueue(settings: TraceSettings, context: Context): (span: Span) => void {
	const known = queues.get(context);
	if (known) return known;
	const waiting: Span[] = [];
	let timer: ReturnType<typeof setTimeout> | undefined;
	const underway = new Set<Promise<void>>();
	const flush = (): void => {
		clearTimeout(timer);
		timer = undefined;
		const spans = waiting.splice(0);
		if (spans.length === 0) return;
		const sending = send(settings, spans, context).finally(() => underway.delete(sending));
		underway.add(sending);
	};
	const queue = (span: Span): void => {
		waiting.push(span);
		if (waiting.length >= BATCH.spans) flush();
		else timer ??= setTimeout(flush, BATCH.delay).unref();
	};
	context.defer(async () => {
		flush();
		await Promise.all(underway);
	});
	queues.set(context, queue);
	return queue;
}

async function send({ url, headers, serviceName }: TraceSettings, spans: Span[], context: Context): Promise<void> {
	try {
		const { toResourceSpans } = await import("../../exchange/span.ts");
		const response = await globalThis.fetch(url, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body: JSON.stringify({ resourceSpans: [toResourceSpans(spans, serviceName)] }),
			signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
			redirect: "error",
		});
		await response.body?.cancel();
		if (!response.ok && context.flags.debug) context.warn(`The collector refused the traces: HTTP ${response.status}`);
	} catch (error) {
		if (context.flags.debug)
			context.warn(`The traces were not sent: ${error instanceof Error ? error.message : error}`);
	}
}
