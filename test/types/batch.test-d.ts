/** Checked by the compiler alone: what `runBatch` takes and gives. */
import { type BatchRow, runBatch } from "../../src/batch/index.ts";
import type { FeatureExtractionOutput, TaskTypes } from "../../src/index.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only where the types are the same. */
function same<A, B>(_: Equal<A, B>): void {}

type Chat = TaskTypes["conversational"]["output"];

const rows = [{ id: "a", args: { messages: [] } }];

export async function outputs(): Promise<void> {
	for await (const { output } of runBatch({ task: "conversational", rows }))
		same<typeof output, Chat | undefined>(true);
	for await (const { output } of runBatch({ task: "chat", rows })) same<typeof output, Chat | undefined>(true);
	for await (const { output } of runBatch({ task: "embed", rows }))
		same<typeof output, FeatureExtractionOutput | undefined>(true);
	for await (const { output } of runBatch({ task: "depth", rows })) same<typeof output, unknown>(true);

	// A row may have a task of its own.
	const mixed = [{ id: "a", task: "embeddings" as const }, { id: "b" }];
	for await (const { output } of runBatch({ task: "chat", rows: mixed }))
		same<typeof output, Chat | FeatureExtractionOutput | undefined>(true);
	const any: BatchRow[] = [];
	for await (const { output } of runBatch({ task: "chat", rows: any })) same<typeof output, unknown>(true);
	const none: AsyncIterable<BatchRow<never>> = (async function* () {})();
	for await (const { output } of runBatch({ task: "chat", rows: none })) same<typeof output, Chat | undefined>(true);
}

export function refused(): void {
	// @ts-expect-error the task is missing
	runBatch({ rows });
	// @ts-expect-error no task has this name
	runBatch({ task: "chta", rows });
	// @ts-expect-error the rows are missing
	runBatch({ task: "chat" });
	// @ts-expect-error no task has this name
	runBatch({ task: "chat", rows: [{ id: "a", task: "chta" }] });
}
