function describeBatch(service, batch, moment) {
  const isOver = moment === "now" && batch.ended !== void 0;
  const status = moment === "created" ? "validating" : moment === "early" && batch.status !== "failed" && batch.status !== "cancelling" ? "in_progress" : batch.status;
  if (service === "together") return describeTogether(batch, status, isOver, moment);
  return {
    id: batch.id,
    object: "batch",
    endpoint: batch.endpoint,
    errors: batch.problem ? { object: "list", data: [{ ...batch.problem, param: null }] } : null,
    input_file_id: batch.inputFile,
    completion_window: batch.window,
    status: service === "novita" ? NOVITA[status] ?? status.toUpperCase() : status,
    output_file_id: isOver && batch.outputFile || null,
    error_file_id: isOver && batch.errorFile || null,
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
      failed: batch.lines.filter((line) => !isGood(line)).length
    },
    metadata: batch.metadata
  };
}
const NOVITA = { in_progress: "PROGRESS" };
function describeTogether(batch, status, isOver, moment) {
  const job = {
    id: batch.id,
    user_id: "sandbox",
    input_file_id: batch.inputFile,
    file_size_bytes: 0,
    status: status.toUpperCase(),
    job_deadline: new Date((batch.created + secondsOf(batch.window)) * 1e3).toISOString(),
    created_at: new Date(batch.created * 1e3).toISOString(),
    endpoint: batch.endpoint,
    progress: batch.total === 0 ? 0 : Math.round(100 * batch.lines.length / batch.total),
    model_id: "",
    ...isOver && batch.outputFile ? { output_file_id: batch.outputFile } : {},
    ...isOver && batch.errorFile ? { error_file_id: batch.errorFile } : {},
    ...batch.problem ? { error: `line ${batch.problem.line}: ${batch.problem.message}` } : {},
    ...batch.ended === void 0 ? {} : { completed_at: new Date(batch.ended * 1e3).toISOString() },
    ...batch.metadata ? { metadata: batch.metadata } : {}
  };
  return moment === "created" ? { job, warning: "" } : job;
}
function isGood({ response }) {
  return response !== void 0 && response.status < 400;
}
function secondsOf(window) {
  return Number.parseInt(window, 10) * (window.endsWith("d") ? 86400 : 3600);
}
export {
  describeBatch
};
