import type { InferenceTask } from "../../inference/index.ts";
import { UsageError } from "../errors/usage.ts";

/** Values of `--format` for results. */
export const RESULT_FORMATS = ["text", "json", "ndjson", "table"] as const;

/** The form in which a result is printed. */
export type ResultFormat = (typeof RESULT_FORMATS)[number];

/** Tasks whose result has rows, or fields that make one. */
const TABLE_TASKS: ReadonlySet<InferenceTask> = new Set([
	"text-classification",
	"zero-shot-classification",
	"image-classification",
	"zero-shot-image-classification",
	"audio-classification",
	"token-classification",
	"feature-extraction",
	"sentence-similarity",
	"question-answering",
	"document-question-answering",
	"visual-question-answering",
	"table-question-answering",
	"fill-mask",
	"object-detection",
	"tabular-classification",
	"tabular-regression",
]);

/** @throws UsageError when the result of the task cannot have the form */
export function checkResultFormat(format: ResultFormat | undefined, task: InferenceTask): void {
	if (format === "table" && !TABLE_TASKS.has(task)) {
		throw new UsageError(
			`--format table is not for ${task}.`,
			"Its result has no rows; use text or json.",
			"option-inapplicable",
		);
	}
}
