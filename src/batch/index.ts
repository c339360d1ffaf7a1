export type { TaskName } from "../catalogue/signatures.ts";
export type { Failure, FailureKind } from "./failure.ts";
export { type JournalOptions, type JournalStore, openJournal } from "./journal.ts";
export { runBatch } from "./run-batch.ts";
export {
	type BatchOptions,
	type BatchOutput,
	type BatchResult,
	type BatchRow,
	BatchStopped,
	type BatchTarget,
	type FinishedCall,
	type Journal,
	type KnownAnswer,
	type LaneState,
	type PlannedCall,
	type ResultCache,
	type StartBatch,
	type StopReason,
	type TokenUsage,
} from "./types.ts";
