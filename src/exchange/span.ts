import { isRecord, readMember } from "../base/json.ts";
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

/** Name in the body → attribute, and whether it is a whole number. */
const PARAMETERS: readonly [names: string[], attribute: string, kind: "int" | "double"][] = [
	[["max_tokens", "max_completion_tokens", "max_new_tokens"], "max_tokens", "int"],
	[["temperature"], "temperature", "double"],
	[["top_p"], "top_p", "double"],
	[["seed"], "seed", "int"],
	[["frequency_penalty"], "frequency_penalty", "double"],
	[["presence_penalty"], "presence_penalty", "double"],
];

/** Returns the span of a call by the GenAI conventions. */
export function toSpan(exchange: Exchange, details: CallDetails, options: SpanOptions): Span {
	const { secrets } = options;
	const operation = OPERATIONS[exchange.task ?? ""] ?? "generate_content";
	const parent = parseTraceparent(options.traceparent);
	const { error } = exchange;
	const failed = exchange.attempts.at(-1);
	const errorType =
		error &&
		String(error.status ?? (failed?.status && failed.status >= 400 ? failed.status : (error.code ?? error.name)));
	return {
		traceId: parent?.traceId ?? randomHex(16),
		spanId: randomHex(8),
		...(parent ? { parentSpanId: parent.spanId, flags: parent.flags } : {}),
		name: secrets.cleanText(exchange.model ? `${operation} ${exchange.model}` : operation),
		kind: 3,
		...times(exchange.time, exchange.total_ms),
		attributes: secrets.cleanValue([
			...text("gen_ai.operation.name", operation),
			...text("gen_ai.provider.name", exchange.provider ?? (exchange.routed ? "huggingface" : exchange.host)),
			...text("gen_ai.request.model", exchange.model),
			...readParameters(details.request),
			...text("gen_ai.response.id", details.response.id),
			...text("gen_ai.response.model", details.response.model),
			...texts("gen_ai.response.finish_reasons", exchange.finish_reason === null ? [] : [exchange.finish_reason]),
			...(exchange.first_ms !== null && isStream(details.request)
				? number("gen_ai.response.time_to_first_chunk", exchange.first_ms / 1000, "double")
				: []),
			...number("gen_ai.usage.input_tokens", exchange.usage?.input_tokens, "int"),
			...number("gen_ai.usage.output_tokens", exchange.usage?.output_tokens, "int"),
			...readServer(details.server),
			...text("error.type", errorType ?? null),
			...readContent(options.content, exchange.finish_reason),
		]),
		status: errorType === undefined ? {} : { code: 2 },
	};
}

/** Returns the span of a tool's call, below that of the conversation. */
export function toToolSpan({ name, time, ms, failed }: ToolUse, parent: Span, secrets: Secrets): Span {
	return {
		traceId: parent.traceId,
		spanId: randomHex(8),
		parentSpanId: parent.spanId,
		name: secrets.cleanText(`execute_tool ${name}`),
		kind: 3,
		...times(time, ms),
		attributes: secrets.cleanValue([
			...text("gen_ai.operation.name", "execute_tool"),
			...text("gen_ai.tool.name", name),
			...text("gen_ai.tool.type", "function"),
			...text("error.type", failed ? "tool_error" : null),
		]),
		status: failed ? { code: 2 } : {},
	};
}

/** Returns spans with their service. */
export function toResourceSpans(spans: Span[], serviceName: string): ResourceSpans {
	return {
		resource: {
			attributes: [
				...text("service.name", serviceName),
				...text("telemetry.sdk.name", "modelhub"),
				...text("telemetry.sdk.language", "nodejs"),
				...text("telemetry.sdk.version", version),
			],
		},
		scopeSpans: [{ scope: { name: "modelhub", version }, spans }],
	};
}

function readParameters(request: unknown): KeyValue[] {
	const places = [request, readMember(request, "parameters")];
	const read = (names: readonly string[]): unknown =>
		names.flatMap((name) => places.map((place) => readMember(place, name))).find((value) => value !== undefined);
	const stop = read(["stop", "stop_sequences"]);
	const stream = read(["stream"]);
	return [
		...(typeof stream === "boolean" ? [{ key: "gen_ai.request.stream", value: { boolValue: stream } }] : []),
		...PARAMETERS.flatMap(([names, attribute, kind]) => number(`gen_ai.request.${attribute}`, read(names), kind)),
		...texts(
			"gen_ai.request.stop_sequences",
			[stop].flat().filter((item) => typeof item === "string"),
		),
	];
}

function isStream(request: unknown): boolean {
	return readMember(request, "stream") === true;
}

function readServer(server: string | null): KeyValue[] {
	if (server === null) return [];
	const { hostname, port, protocol } = new URL(server);
	return [
		...text("server.address", hostname.replace(/^\[|\]$/g, "")),
		...number("server.port", Number(port) || (protocol === "https:" ? 443 : 80), "int"),
	];
}

/** Converts messages to the form of the conventions: a role and typed parts. */
function readContent(content: SpanContent | undefined, finishReason: string | null): KeyValue[] {
	if (!content) return [];
	const input = toMessages(content.input, "user");
	// Their schema demands a reason of each output; the text of a stream has none of its own.
	const output = toMessages(content.output, "assistant")?.map((message) => ({
		finish_reason: finishReason ?? "stop",
		...message,
	}));
	return [
		...text("gen_ai.input.messages", input && JSON.stringify(input)),
		...text("gen_ai.output.messages", output && JSON.stringify(output)),
	];
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
	return calls.filter(isRecord).map((call) => {
		const { name, arguments: args } = (isRecord(call["function"]) ? call["function"] : {}) as Record<string, unknown>;
		return { type: "tool_call", id: call["id"] ?? null, name: name ?? "", arguments: args ?? null };
	});
}

function text(key: string, value: string | null | undefined): KeyValue[] {
	return value === null || value === undefined ? [] : [{ key, value: { stringValue: value } }];
}

function texts(key: string, values: readonly string[]): KeyValue[] {
	if (values.length === 0) return [];
	return [{ key, value: { arrayValue: { values: values.map((value) => ({ stringValue: value })) } } }];
}

function number(key: string, value: unknown, kind: "int" | "double"): KeyValue[] {
	if (typeof value !== "number" || !Number.isFinite(value)) return [];
	if (kind === "int" && !Number.isInteger(value)) return [];
	return [{ key, value: kind === "int" ? { intValue: String(value) } : { doubleValue: value } }];
}

/** Returns trace and span of a `traceparent`; undefined if it is invalid. */
export function parseTraceparent(
	header: string | undefined,
): { traceId: string; spanId: string; flags: number } | undefined {
	const [, traceId = "", spanId = "", flags = ""] =
		/^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(header?.trim() ?? "") ?? [];
	if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return undefined;
	return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

function times(time: string, duration: number): Pick<Span, "startTimeUnixNano" | "endTimeUnixNano"> {
	const started = Date.parse(time);
	// A number of nanoseconds would lose the last digits.
	const format = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);
	return { startTimeUnixNano: format(started), endTimeUnixNano: format(started + duration) };
}

function randomHex(bytes: number): string {
	const values = crypto.getRandomValues(new Uint8Array(bytes));
	return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}
