import type { InferenceTask } from "../../../inference/index.ts";
import { UsageError } from "../../errors/usage.ts";
import type { InferInput } from "../../input/args.ts";
import type { AccountOptions } from "../../network/account.ts";
import type { Target, TargetOptions } from "../../network/target.ts";
import { checkTask, servedTask } from "../../options/task.ts";
import type { ResultFormat } from "../../output/result-formats.ts";
import type { PreviewChoice } from "../../terminal/graphics/choices.ts";

/** Options of `hub infer`. */
export interface InferOptions extends TargetOptions, InferInput, Pick<AccountOptions, "log"> {
	task?: string;
	stream?: boolean;
	format?: ResultFormat;
	preview?: PreviewChoice;
	output?: string;
	force?: boolean;
	dryRun?: boolean;
	curl?: boolean;
	stats?: boolean;
	raw?: boolean;
	pick?: boolean;
	/** Which of several inputs it is, from 1; part of the names of files. */
	number?: number;
}

/** @throws UsageError when options contradict each other */
export function checkOptions({ json, schema, format }: InferOptions): void {
	if (json && (format === "text" || format === "table")) {
		throw new UsageError(`--json and --format ${format} cannot be combined.`, undefined, "option-conflict");
	}
	if (schema !== undefined && format === "ndjson") {
		throw new UsageError(
			"--schema and --format ndjson cannot be combined.",
			"The answer can be checked only as a whole.",
			"option-conflict",
		);
	}
}

/** The task of `--task`; a bare prompt is a chat. Undefined leaves it to the model. */
export function readTask({ task, model }: InferOptions): InferenceTask | undefined {
	if (task === undefined) return model === undefined ? "conversational" : undefined;
	return servedTask(checkTask(task));
}

/** Chat streams unless the whole answer is asked for or must be checked; other text streams when asked to. */
export function isStreamed({ task }: Target, { stream, format, json, schema, output }: InferOptions): boolean {
	if (task !== "conversational" && task !== "text-generation") return false;
	if (format === "ndjson") return true;
	if (json || format === "json" || schema !== undefined || (output !== undefined && output !== "-")) return false;
	return stream ?? task === "conversational";
}
