export type {
	Attempt,
	Bytes,
	Chunk,
	Exchange,
	ExchangeError,
	ExchangeRequest,
	ExchangeResponse,
	FormPart,
	Json,
	Parties,
	PriceSource,
	Recording,
	RequestBody,
	Usage,
} from "./exchange.ts";
export { createId } from "./exchange.ts";
export { ReplayMissError } from "./miss.ts";
export { createRecorder, type Recorder, type RecordOptions, record } from "./record.ts";
export { createReplayer, type Pace, type Replayer, type ReplayOptions, replay } from "./replay.ts";
export { Secrets } from "./secrets.ts";
export { SecretFoundError } from "./split-secret.ts";
export { type ExchangeStore, memoryStore } from "./store.ts";
