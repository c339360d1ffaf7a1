import { isRecord, omitUndefined, readMember } from "../base/json.ts";
import { version } from "../base/version.ts";
import type { CallDetails } from "./call.ts";
import type { Exchange } from "./exchange.ts";
import type { ToolUse } from "./log-record.ts";
import type { Secrets } from "./secrets.ts";

/** A value of OTLP's JSON form. */
export type AnyValue =
	| { stringValue: string }
	| { intValue: string }
	| { doubleValue: number }
	| { boolValue: boolean }
	| { arrayValue: { values: AnyValue[] } };

export interface KeyValue {
	key: string;
	value: AnyValue;
}

/** The trace and the parent of a span. */
interface SpanParent {
	traceId: string;
	spanId: string;
	flags?: number;
}

export interface Span extends SpanParent {
	parentSpanId?: string;
	name: string;
	/** 3: a client. */
	kind: 3;
	startTimeUnixNano: string;
	endTimeUnixNano: string;
	attributes: KeyValue[];
	status: { code?: 2; message?: string };
}

/** Input of an exporter: OTLP's `ResourceSpans` in its JSON form. */
export interface ResourceSpans {
	resource: { attributes: KeyValue[] };
	scopeSpans: { scope: { name: string; version: string }; spans: Span[] }[];
}

/** Messages of a call, for traces that hold content. */
export interface SpanContent {
	input: unknown;
	output: unknown;
}

export interface SpanOptions {
	/** The caller's span, from the header `traceparent`. */
	traceparent?: string | undefined;
	content?: SpanContent | undefined;
	secrets: Secrets;
}

const OPERATIONS: Readonly<Record<string, string>> = {
	conversational: "chat",
	"text-generation": "text_completion",
	"feature-extraction": "embeddings",
};

/** Returns the span of a call by the GenAI conventions. */
export function toSpan(exchange: Exchange, details: CallDetails, { traceparent, content, secrets }: SpanOptions): Span {
	const { task, model, provider, routed, host, key, error, attempts, usage, first_ms, finish_reason } = exchange;
	const operation = OPERATIONS[task ?? ""] ?? "generate_content";
	const { status = 0 } = attempts.at(-1) ?? {};
	const isTimed = first_ms !== null && readMember(details.request, "stream") === true;
	return makeSpan(parseTraceparent(traceparent), exchange.time, exchange.total_ms, secrets, {
		name: model ? `${operation} ${model}` : operation,
		attributes: {
			"gen_ai.operation.name": operation,
			"gen_ai.provider.name": provider ?? (routed ? "huggingface" : host),
			"gen_ai.request.model": model,
			...readParameters(details.request),
			"gen_ai.response.id": details.response.id,
			"gen_ai.response.model": details.response.model,
			"gen_ai.response.finish_reasons": finish_reason === null ? [] : [finish_reason],
			"gen_ai.response.time_to_first_chunk": isTimed ? double(first_ms / 1000) : null,
			"gen_ai.usage.input_tokens": int(usage?.input_tokens),
			"gen_ai.usage.output_tokens": int(usage?.output_tokens),
			"gen_ai.usage.cache_read.input_tokens": int(usage?.cached_tokens),
			...readServer(details.server),
			"hub.key": key,
			"error.type": error && String(error.status ?? (status >= 400 ? status : (error.code ?? error.name))),
			...readContent(content, finish_reason),
		},
	});
}

/** Returns the span of a tool's call, below that of the conversation. */
export function toToolSpan({ name, time, ms, failed }: ToolUse, { traceId, spanId }: Span, secrets: Secrets): Span {
	return makeSpan({ traceId, spanId }, time, ms, secrets, {
		name: `execute_tool ${name}`,
		attributes: {
			"gen_ai.operation.name": "execute_tool",
			"gen_ai.tool.name": name,
			"gen_ai.tool.type": "function",
			"error.type": failed && "tool_error",
		},
	});
}

/** @param time of its start, in ISO 8601 */
function makeSpan(
	parent: SpanParent | undefined,
	time: string,
	duration: number,
	secrets: Secrets,
	{ name, attributes }: { name: string; attributes: Attributes },
): Span {
	const started = Date.parse(time);
	// A number of nanoseconds would lose the last digits.
	const format = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);
	return {
		traceId: parent?.traceId ?? randomHex(16),
		spanId: randomHex(8),
		...omitUndefined({ parentSpanId: parent?.spanId, flags: parent?.flags }),
		name: secrets.cleanText(name),
		kind: 3,
		startTimeUnixNano: format(started),
		endTimeUnixNano: format(started + duration),
		attributes: secrets.cleanValue(toAttributes(attributes)),
		status: attributes["error.type"] === undefined ? {} : { code: 2 },
	};
}

/** Returns spans with their service. */
export function toResourceSpans(spans: Span[], serviceName: string): ResourceSpans {
	return {
		resource: {
			attributes: toAttributes({
				"service.name": serviceName,
				"telemetry.sdk.name": "modelhub",
				"telemetry.sdk.language": "nodejs",
				"telemetry.sdk.version": version,
			}),
		},
		scopeSpans: [{ scope: { name: "modelhub", version }, spans }],
	};
}

function readParameters(request: unknown): Attributes {
	const places = [request, readMember(request, "parameters")];
	const read = (...names: string[]): unknown =>
		names.flatMap((name) => places.map((place) => readMember(place, name))).find((value) => value !== undefined);
	const stop = [read("stop", "stop_sequences")].flat().filter((item) => typeof item === "string");
	const stream = read("stream");
	return {
		"gen_ai.request.stream": typeof stream === "boolean" ? { boolValue: stream } : null,
		"gen_ai.request.max_tokens": int(read("max_tokens", "max_completion_tokens", "max_new_tokens")),
		"gen_ai.request.temperature": double(read("temperature")),
		"gen_ai.request.top_p": double(read("top_p")),
		"gen_ai.request.seed": int(read("seed")),
		"gen_ai.request.frequency_penalty": double(read("frequency_penalty")),
		"gen_ai.request.presence_penalty": double(read("presence_penalty")),
		"gen_ai.request.stop_sequences": stop,
	};
}

function readServer(server: string | null): Attributes {
	if (server === null) return {};
	const { hostname, port, protocol } = new URL(server);
	return {
		"server.address": hostname.replace(/^\[|\]$/g, ""),
		"server.port": int(Number(port) || (protocol === "https:" ? 443 : 80)),
	};
}

/** Converts messages to the form of the conventions: a role and typed parts. */
function readContent(content: SpanContent | undefined, finishReason: string | null): Attributes {
	if (!content) return {};
	const input = toMessages(content.input, "user");
	// Their schema requires a reason for each output; the text of a stream has none.
	const output = toMessages(content.output, "assistant")?.map((message) => ({
		finish_reason: finishReason ?? "stop",
		...message,
	}));
	return {
		"gen_ai.input.messages": input && JSON.stringify(input),
		"gen_ai.output.messages": output && JSON.stringify(output),
	};
}

function toMessages(value: unknown, role: string): object[] | null {
	if (value === undefined || value === null) return null;
	const messages = readMember(value, "messages");
	const choices = readMember(value, "choices");
	if (Array.isArray(messages)) return messages.map((message: unknown) => toMessage(message, role));
	if (Array.isArray(choices)) {
		return choices.map((choice: unknown) => ({
			...toMessage(readMember(choice, "message") ?? choice, role),
			finish_reason: readMember(choice, "finish_reason") ?? "stop",
		}));
	}
	const content = typeof value === "string" ? value : JSON.stringify(readMember(value, "inputs") ?? value);
	return [{ role, parts: [{ type: "text", content }] }];
}

function toMessage(message: unknown, role: string): object {
	const content = readMember(message, "content") ?? readMember(message, "text");
	const given = readMember(message, "role");
	return { role: typeof given === "string" ? given : role, parts: [...toParts(content), ...toToolCalls(message)] };
}

function toParts(content: unknown): object[] {
	if (typeof content === "string") return [{ type: "text", content }];
	if (!Array.isArray(content)) return [];
	return content.map((part: unknown) => {
		const words = readMember(part, "text");
		return typeof words === "string"
			? { type: "text", content: words }
			: { type: readMember(part, "type") ?? "unknown" };
	});
}

function toToolCalls(message: unknown): object[] {
	const calls = readMember(message, "tool_calls");
	if (!Array.isArray(calls)) return [];
	return calls.filter(isRecord).map(({ id = null, function: called }) => {
		const args = readMember(called, "arguments") ?? null;
		return { type: "tool_call", id, name: readMember(called, "name") ?? "", arguments: args };
	});
}

/** Name → value; those without a value, and empty lists, are left out. */
type Attributes = Readonly<Record<string, AnyValue | string | readonly string[] | null | undefined>>;

function toAttributes(attributes: Attributes): KeyValue[] {
	return Object.entries(attributes).flatMap(([key, value]) => {
		if (value === null || value === undefined) return [];
		if (typeof value === "string") return [{ key, value: { stringValue: value } }];
		if (!Array.isArray(value)) return [{ key, value: value as AnyValue }];
		const values = value.map((item: string) => ({ stringValue: item }));
		return values.length === 0 ? [] : [{ key, value: { arrayValue: { values } } }];
	});
}

function int(value: unknown): AnyValue | null {
	return Number.isInteger(value) ? { intValue: String(value) } : null;
}

function double(value: unknown): AnyValue | null {
	return typeof value === "number" && Number.isFinite(value) ? { doubleValue: value } : null;
}

/** Returns trace and span of a `traceparent`; undefined if it is invalid. */
export function parseTraceparent(header: string | undefined): SpanParent | undefined {
	const [, traceId = "", spanId = "", flags = ""] =
		/^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(header?.trim() ?? "") ?? [];
	if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return undefined;
	return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

function randomHex(bytes: number): string {
	const values = crypto.getRandomValues(new Uint8Array(bytes));
	return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}
