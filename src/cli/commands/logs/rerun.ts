import { isRecord } from "../../../base/json.ts";
import type { LogRecord } from "../../../exchange/log-record.ts";
import type { Args } from "../../../inference/index.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { lacksFile, restoreContent } from "../../network/call-recorder.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";

/**
 * Runs a call again, with the same provider, model and arguments.
 * @throws UsageError if its arguments were not logged
 */
export async function rerun(record: LogRecord, options: LogsOptions, context: Context): Promise<void> {
	const args = record.arguments;
	if (!isRecord(args) || record.task === null) {
		throw new UsageError(
			`The arguments of ${record.id} were not logged.`,
			"Calls can be run again if they were made with --log=content, or with hub config set log content.",
		);
	}
	if (lacksFile(args)) throw new UsageError(`A file of ${record.id} was too large to be kept.`);
	const provider = options.provider ?? (options.model === undefined ? placeOf(record) : undefined);
	const model = options.model ?? record.model ?? undefined;
	const given = {
		...options,
		task: record.task,
		...(model === undefined ? {} : { model }),
		...(provider === undefined ? {} : { provider }),
		...(record.endpoint === undefined ? {} : { endpoint: record.endpoint }),
		...(record.sandbox ? { sandbox: true } : {}),
		// A completion object came whole: its server may not support streams.
		...(isRecord(record.output) ? { stream: false } : {}),
	};
	const { runInfer } = await import("../infer/run.ts");
	await runInfer([], given, context, restoreContent(args) as Args);
}

/** Returns the provider that served the call, if the caller named one. */
function placeOf({ provider, host, endpoint, sandbox }: LogRecord): string | undefined {
	const isOwn = provider !== null && endpoint === undefined && !sandbox && host !== "router.huggingface.co";
	return isOwn ? provider : undefined;
}

/** Options of `hub logs`. */
export interface LogsOptions extends GlobalOptions {
	number?: number;
	search?: string;
	model?: string;
	provider?: string;
	task?: string;
	since?: string;
	failed?: boolean;
	content?: boolean;
	before?: string;
}
