import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import type { InferInput } from "../input/args.ts";
import type { TargetOptions } from "../target/target.ts";

/** Options of `hub infer` and `hub chat` before any questions. */
export interface Wanted extends TargetOptions, InferInput {
	task?: string;
	pick?: boolean;
	format?: string;
	output?: string;
	dryRun?: boolean;
	curl?: boolean;
	snippet?: string;
}

/**
 * Whether a value is missing, and a user can be asked.
 * @throws UsageError for `--pick` without a terminal
 */
export function isSomethingMissing(words: readonly string[], options: Wanted, context: Context): boolean {
	if (!context.isInteractive) {
		if (!options.pick) return false;
		throw new UsageError(
			"--pick needs a terminal.",
			"Name task, model and provider: --task, --model, --provider.",
			"no-terminal",
		);
	}
	return Boolean(options.pick) || isInputMissing(words, options);
}

export function isTaskMissing({ task, model }: Wanted): boolean {
	return task === undefined && model === undefined;
}

/** Whether the answer is for a file or a program, so a conversation makes no sense. */
export function wantsResult({ json, schema, format, output, dryRun, curl, snippet }: Wanted): boolean {
	return [json, schema, format, output, dryRun, curl, snippet].some((value) => value !== undefined);
}

/** Whether there is no input. */
export function isInputMissing(words: readonly string[], options: Wanted): boolean {
	const { input, messages, image, file, table, source, sentence, tokenStdin, preset } = options;
	const given = [input, messages, image, file, table, source, sentence, tokenStdin, preset?.prompt];
	return words.length === 0 && given.every((value) => value === undefined);
}
