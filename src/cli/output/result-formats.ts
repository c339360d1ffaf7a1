import { taskName } from "../../catalogue/aliases.ts";
import { type OutputKind, SIGNATURES } from "../../catalogue/signatures.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { inapplicable } from "../errors/usage.ts";

/** Values of `--format` for results. */
export const RESULT_FORMATS = ["text", "json", "ndjson", "table"] as const;

export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** Outputs with rows, or with fields that form one. */
const TABLE_OUTPUTS: readonly OutputKind[] = [
	"labels",
	"entities",
	"vectors",
	"similarities",
	"answer",
	"table-answer",
	"guesses",
	"boxes",
	"masks",
	"values",
];

/** @throws UsageError for `--format table` if the task's result has no rows */
export function checkTableFormat(task: InferenceTask): void {
	if (!TABLE_OUTPUTS.includes(SIGNATURES[task].output)) {
		throw inapplicable(
			`--format table does not apply to ${taskName(task)}.`,
			"Its result has no rows; use text or json.",
		);
	}
}
