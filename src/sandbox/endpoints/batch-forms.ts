import type { Batch, BatchLine, BatchStatus } from "../batch-jobs.ts";

/** As it was created, as it is now, or as if it were still running. */
type Moment = "created" | "early" | "now";

/** Returns a batch in the form of a service: Together has its own form, Novita its own status names. */
export function describeBatch(service: string, batch: Batch, moment: Moment): unknown {
	const isOver = moment === "now" && batch.ended !== undefined;
	const status: BatchStatus =
		moment === "created"
			? "validating"
			: moment === "early" && batch.status !== "failed" && batch.status !== "cancelling"
				? "in_progress"
				: batch.status;
	if (service === "together") return describeTogether(batch, status, isOver, moment);
	return {
		id: batch.id,
		object: "batch",
		endpoint: batch.endpoint,
		errors: batch.problem ? { object: "list", data: [{ ...batch.problem, param: null }] } : null,
		input_file_id: batch.inputFile,
		completion_window: batch.window,
		status: service === "novita" ? (NOVITA[status] ?? status.toUpperCase()) : status,
		output_file_id: (isOver && batch.outputFile) || null,
		error_file_id: (isOver && batch.errorFile) || null,
		created_at: batch.created,
		in_progress_at: status === "validating" ? null : batch.created,
		expires_at: batch.created + secondsOf(batch.window),
		completed_at: isOver && status === "completed" ? batch.ended : null,
		failed_at: status === "failed" ? batch.created : null,
		expired_at: isOver && status === "expired" ? batch.ended : null,
		cancelled_at: isOver && status === "cancelled" ? batch.ended : null,
		request_counts: {
			total: moment === "created" ? 0 : batch.total,
			completed: batch.lines.filter(isGood).length,
			failed: batch.lines.filter((line) => !isGood(line)).length,
		},
		metadata: batch.metadata,
	};
}

const NOVITA: { readonly [Status in BatchStatus]?: string } = { in_progress: "PROGRESS" };

function describeTogether(batch: Batch, status: BatchStatus, isOver: boolean, moment: Moment): unknown {
	const job = {
		id: batch.id,
		user_id: "sandbox",
		input_file_id: batch.inputFile,
		file_size_bytes: 0,
		status: status.toUpperCase(),
		job_deadline: new Date((batch.created + secondsOf(batch.window)) * 1000).toISOString(),
		created_at: new Date(batch.created * 1000).toISOString(),
		endpoint: batch.endpoint,
		progress: batch.total === 0 ? 0 : Math.round((100 * batch.lines.length) / batch.total),
		model_id: "",
		...(isOver && batch.outputFile ? { output_file_id: batch.outputFile } : {}),
		...(isOver && batch.errorFile ? { error_file_id: batch.errorFile } : {}),
		...(batch.problem ? { error: `line ${batch.problem.line}: ${batch.problem.message}` } : {}),
		...(batch.ended === undefined ? {} : { completed_at: new Date(batch.ended * 1000).toISOString() }),
		...(batch.metadata ? { metadata: batch.metadata } : {}),
	};
	return moment === "created" ? { job, warning: "" } : job;
}

function isGood({ response }: BatchLine): boolean {
	return response !== undefined && response.status < 400;
}

/** `24h`, `7d` in seconds. */
function secondsOf(window: string): number {
	return Number.parseInt(window, 10) * (window.endsWith("d") ? 86_400 : 3600);
}
