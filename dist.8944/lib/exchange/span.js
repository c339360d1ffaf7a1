import { isRecord, readMember } from "../json.js";
import { version } from "../version.js";
const OPERATIONS = {
  conversational: "chat",
  "text-generation": "text_completion",
  "feature-extraction": "embeddings"
};
const PARAMETERS = [
  [["max_tokens", "max_completion_tokens", "max_new_tokens"], "max_tokens", "int"],
  [["temperature"], "temperature", "double"],
  [["top_p"], "top_p", "double"],
  [["seed"], "seed", "int"],
  [["frequency_penalty"], "frequency_penalty", "double"],
  [["presence_penalty"], "presence_penalty", "double"]
];
function toSpan(exchange, details, options) {
  const { secrets } = options;
  const operation = OPERATIONS[exchange.task ?? ""] ?? "generate_content";
  const started = Date.parse(exchange.time);
  const parent = parseTraceparent(options.traceparent);
  const { error } = exchange;
  const failed = exchange.attempts.at(-1);
  const errorType = error && String(error.status ?? (failed?.status && failed.status >= 400 ? failed.status : error.code ?? error.name));
  return {
    traceId: parent?.traceId ?? randomHex(16),
    spanId: randomHex(8),
    ...parent ? { parentSpanId: parent.spanId, flags: parent.flags } : {},
    name: secrets.cleanText(exchange.model ? "".concat(operation, " ").concat(exchange.model) : operation),
    kind: 3,
    startTimeUnixNano: toNanoseconds(started),
    endTimeUnixNano: toNanoseconds(started + exchange.total_ms),
    attributes: secrets.cleanValue([
      ...text("gen_ai.operation.name", operation),
      ...text("gen_ai.provider.name", exchange.provider ?? (exchange.routed ? "huggingface" : exchange.host)),
      ...text("gen_ai.request.model", exchange.model),
      ...readParameters(details.request),
      ...text("gen_ai.response.id", details.response.id),
      ...text("gen_ai.response.model", details.response.model),
      ...texts("gen_ai.response.finish_reasons", exchange.finish_reason === null ? [] : [exchange.finish_reason]),
      ...exchange.first_ms !== null && isStream(details.request) ? number("gen_ai.response.time_to_first_chunk", exchange.first_ms / 1e3, "double") : [],
      ...number("gen_ai.usage.input_tokens", exchange.usage?.input_tokens, "int"),
      ...number("gen_ai.usage.output_tokens", exchange.usage?.output_tokens, "int"),
      ...readServer(details.server),
      ...text("error.type", errorType ?? null),
      ...readContent(options.content)
    ]),
    status: errorType === void 0 ? {} : { code: 2 }
  };
}
function toResourceSpans(spans, serviceName) {
  return {
    resource: {
      attributes: [
        ...text("service.name", serviceName),
        ...text("telemetry.sdk.name", "modelhub"),
        ...text("telemetry.sdk.language", "nodejs"),
        ...text("telemetry.sdk.version", version)
      ]
    },
    scopeSpans: [{ scope: { name: "modelhub", version }, spans }]
  };
}
function readParameters(request) {
  const places = [request, readMember(request, "parameters")];
  const read = (names) => names.flatMap((name) => places.map((place) => readMember(place, name))).find((value) => value !== void 0);
  const stop = read(["stop", "stop_sequences"]);
  const stream = read(["stream"]);
  return [
    ...typeof stream === "boolean" ? [{ key: "gen_ai.request.stream", value: { boolValue: stream } }] : [],
    ...PARAMETERS.flatMap(([names, attribute, kind]) => number("gen_ai.request.".concat(attribute), read(names), kind)),
    ...texts(
      "gen_ai.request.stop_sequences",
      [stop].flat().filter((item) => typeof item === "string")
    )
  ];
}
function isStream(request) {
  return readMember(request, "stream") === true;
}
function readServer(server) {
  if (server === null) return [];
  const { hostname, port, protocol } = new URL(server);
  return [
    ...text("server.address", hostname.replace(/^\[|\]$/g, "")),
    ...number("server.port", Number(port) || (protocol === "https:" ? 443 : 80), "int")
  ];
}
function readContent(content) {
  if (!content) return [];
  const input = toMessages(content.input, "user");
  const output = toMessages(content.output, "assistant");
  return [
    ...text("gen_ai.input.messages", input && JSON.stringify(input)),
    ...text("gen_ai.output.messages", output && JSON.stringify(output))
  ];
}
function toMessages(value, role) {
  if (value === void 0 || value === null) return null;
  const messages = readMember(value, "messages");
  const choices = readMember(value, "choices");
  if (Array.isArray(messages)) return messages.map((message) => toMessage(message, role));
  if (Array.isArray(choices)) {
    return choices.map((choice) => ({
      ...toMessage(readMember(choice, "message") ?? choice, role),
      finish_reason: readMember(choice, "finish_reason") ?? "stop"
    }));
  }
  const content = typeof value === "string" ? value : JSON.stringify(readMember(value, "inputs") ?? value);
  return [{ role, parts: [{ type: "text", content }] }];
}
function toMessage(message, role) {
  const content = readMember(message, "content") ?? readMember(message, "text");
  const given = readMember(message, "role");
  return { role: typeof given === "string" ? given : role, parts: [...toParts(content), ...toToolCalls(message)] };
}
function toParts(content) {
  if (typeof content === "string") return [{ type: "text", content }];
  if (!Array.isArray(content)) return [];
  return content.map((part) => {
    const words = readMember(part, "text");
    return typeof words === "string" ? { type: "text", content: words } : { type: readMember(part, "type") ?? "unknown" };
  });
}
function toToolCalls(message) {
  const calls = readMember(message, "tool_calls");
  if (!Array.isArray(calls)) return [];
  return calls.filter(isRecord).map((call) => {
    const { name, arguments: args } = isRecord(call["function"]) ? call["function"] : {};
    return { type: "tool_call", id: call["id"] ?? null, name: name ?? "", arguments: args ?? null };
  });
}
function text(key, value) {
  return value === null || value === void 0 ? [] : [{ key, value: { stringValue: value } }];
}
function texts(key, values) {
  if (values.length === 0) return [];
  return [{ key, value: { arrayValue: { values: values.map((value) => ({ stringValue: value })) } } }];
}
function number(key, value, kind) {
  if (typeof value !== "number" || !Number.isFinite(value)) return [];
  if (kind === "int" && !Number.isInteger(value)) return [];
  return [{ key, value: kind === "int" ? { intValue: String(value) } : { doubleValue: value } }];
}
function parseTraceparent(header) {
  const [, traceId = "", spanId = "", flags = ""] = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(header?.trim() ?? "") ?? [];
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return void 0;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}
function toNanoseconds(milliseconds) {
  return String(BigInt(Math.round(milliseconds * 1e3)) * 1000n);
}
function randomHex(bytes) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}
export {
  parseTraceparent,
  toResourceSpans,
  toSpan
};
