export { type CallDetails, type CallFacts, type CallOptions, type EndFacts, ObservedCall } from "./call.ts";
export { SecretFoundError } from "./clean-response.ts";
export { BUNDLED_PRICES_DATE, type Cost, findCost, type Priced } from "./cost.ts";
export { CostLimit, type PricedCall } from "./cost-limit.ts";
export type {
	Attempt,
	CallIdentity,
	Chunk,
	Exchange,
	ExchangeError,
	ExchangeRequest,
	ExchangeResponse,
	FormPart,
	Json,
	PriceSource,
	RecordedBytes,
	Recording,
	RequestBody,
	Usage,
} from "./exchange.ts";
export { createId } from "./exchange.ts";
export { type LogDetails, type LogLevel, type LogRecord, type ToolUse, toLogRecord } from "./log-record.ts";
export { ReplayMissError } from "./miss.ts";
export { describeModel, describeOffers, type ModelFacts, readServerFacts } from "./model-facts.ts";
export { type Offer, readOffers } from "./offers.ts";
export { createRecorder, type KnownFacts, type Recorder, type RecordOptions, record } from "./record.ts";
export { type ExchangeStore, memoryStore } from "./recording.ts";
export { createReplayer, type Pace, type Replayer, type ReplayOptions, replay } from "./replay.ts";
export { Secrets } from "./secrets.ts";
export {
	parseTraceparent,
	type ResourceSpans,
	type Span,
	type SpanContent,
	toResourceSpans,
	toSpan,
	toToolSpan,
} from "./span.ts";
export { add, costOf, multiply, sum, type TokenPrice, toDecimal, toNumber } from "./token-price.ts";
export { type SpanExporter, type TraceOptions, trace } from "./trace.ts";
export { readCost, readUsage } from "./usage.ts";
