import { isRecord, textOf } from "../../base/json.ts";
import { openRequest, parseObject, readFields, readForm } from "../body.ts";
import { describeFailure, invalid, missing, notFound, ServiceFailure } from "../failure.ts";
import { type Batch, type BatchFile, type BatchLine, type BatchRow, type BatchStatus, runBatch } from "../jobs.ts";
import { behaviorOf } from "../known-models.ts";
import { jsonResponse, textResponse } from "../responses.ts";
import type { Handler, IncomingCall } from "../types.ts";

/** Endpoints that a row may call; loaded when the first row does. */
const ENDPOINTS: ReadonlyMap<string, () => Promise<Handler>> = new Map([
	["/v1/chat/completions", async () => (await import("./chat.ts")).answerChat],
	["/v1/completions", async () => (await import("./completions.ts")).answerCompletion],
	["/v1/embeddings", async () => (await import("./embeddings.ts")).answerEmbeddings],
]);
/** Services whose batches have one model. */
const ONE_MODEL = ["deepinfra", "novita"];

/** Puts a batch into the queue. */
export async function createBatch(incoming: IncomingCall): Promise<Response> {
	const { state, service } = incoming;
	const fields = await readFields(incoming.request);
	const fileId = fields.requireText("input_file_id");
	const file = findFile(incoming, [fileId]);
	const endpoint = fields.requireText("endpoint");
	const load = ENDPOINTS.get(endpoint);
	if (!load || (service === "groq" && endpoint !== "/v1/chat/completions")) {
		throw invalid("endpoint", `Invalid value: '${endpoint}'.`);
	}
	const window = fields.text("completion_window") ?? "24h";
	if (!/^\d+[hd]$/.test(window)) throw invalid("completion_window", `Invalid value: '${window}'.`);
	const batch: Batch = {
		id: `batch_${state.createId()}`,
		inputFile: fileId,
		endpoint,
		window,
		metadata: fields.object("metadata") ?? null,
		created: Math.floor(state.now() / 1000),
		status: "validating",
		polls: 0,
		total: 0,
		lines: [],
	};
	state.batches.batches.set(batch.id, batch);
	const described = describeBatch(service, batch, "created");
	const rows = readRows(file.text, ONE_MODEL.includes(service));
	if ("problem" in rows) {
		batch.status = "failed";
		batch.problem = rows.problem;
	} else {
		batch.total = rows.length;
		const handle = await load();
		const ended = runBatch(batch, rows, state.latency, (row) => answerRow(incoming, handle, row));
		void ended.then((status) => finishBatch(incoming, batch, status));
	}
	return jsonResponse(described);
}

export function readBatch(incoming: IncomingCall): Response {
	const batch = findBatch(incoming);
	// A batch that is done immediately would hide the waiting for a queue.
	const isEarly = batch.polls++ < incoming.state.pendingPolls;
	return jsonResponse(describeBatch(incoming.service, batch, isEarly ? "early" : "now"));
}

export function listBatches({ state, service, query }: IncomingCall): Response {
	const all = [...state.batches.batches.values()].reverse();
	const start = all.findIndex(({ id }) => id === query.get("after")) + 1;
	const limit = Math.max(1, Number(query.get("limit")) || 20);
	const data = all.slice(start, start + limit).map((batch) => describeBatch(service, batch, "now"));
	if (service === "together") return jsonResponse(data);
	return jsonResponse({ object: "list", data, has_more: start + limit < all.length });
}

export function cancelBatch(incoming: IncomingCall): Response {
	const batch = findBatch(incoming);
	if (batch.ended === undefined && batch.status !== "failed") batch.status = "cancelling";
	return jsonResponse(describeBatch(incoming.service, batch, "now"));
}

function findBatch({ state, groups }: IncomingCall): Batch {
	const [id = ""] = groups;
	const batch = state.batches.batches.get(id);
	if (!batch) throw notFound(`No batch with id ${id}.`);
	return batch;
}

async function answerRow(incoming: IncomingCall, handle: Handler, row: BatchRow): Promise<BatchLine | undefined> {
	if (behaviorOf(textOf(row.body["model"])) === "endless") return undefined;
	const request = openRequest(incoming.request.url, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ...row.body, stream: false }),
	});
	try {
		const response = await handle({ ...incoming, request, groups: [] });
		return { customId: row.customId, response: { status: response.status, body: await response.json() } };
	} catch (error) {
		const failure = error instanceof ServiceFailure ? error : new ServiceFailure(500, String(error));
		return { customId: row.customId, response: describeFailure(incoming.service, failure) };
	}
}

/** Writes the output file and, where rows failed, the error file. */
function finishBatch(incoming: IncomingCall, batch: Batch, status: BatchStatus): void {
	const { state } = incoming;
	const save = (name: string, lines: readonly BatchLine[]): string | undefined => {
		if (lines.length === 0) return undefined;
		const texts = lines.map(({ customId, response, error = null }) => {
			const id = `batch_req_${state.createId()}`;
			const answer = response
				? { status_code: response.status, request_id: state.createId(), body: response.body }
				: null;
			return `${JSON.stringify({ id, custom_id: customId, response: answer, error })}\n`;
		});
		return saveFile(incoming, `${batch.id}_${name}.jsonl`, "batch_output", texts.join("")).id;
	};
	const bad = batch.lines.filter((line) => !isGood(line));
	batch.outputFile = save("output", batch.lines.filter(isGood));
	batch.errorFile = save("error", bad);
	batch.status = status;
	batch.ended = Math.floor(state.now() / 1000);
}

/** As it was created, as it is now, or as if it were still running. */
type Moment = "created" | "early" | "now";

/** Returns a batch in the form of a service: Together has its own form, Novita its own status names. */
function describeBatch(service: string, batch: Batch, moment: Moment): unknown {
	const isOver = moment === "now" && batch.ended !== undefined;
	const isEarly = moment === "early" && batch.status !== "failed" && batch.status !== "cancelling";
	const status: BatchStatus = moment === "created" ? "validating" : isEarly ? "in_progress" : batch.status;
	if (service === "together") {
		const job = describeTogether(batch, status, isOver);
		return moment === "created" ? { job, warning: "" } : job;
	}
	const endedAs = (name: BatchStatus) => (isOver && status === name ? batch.ended : null);
	return {
		id: batch.id,
		object: "batch",
		endpoint: batch.endpoint,
		errors: batch.problem ? { object: "list", data: [{ ...batch.problem, param: null }] } : null,
		input_file_id: batch.inputFile,
		completion_window: batch.window,
		status: service === "novita" ? (status === "in_progress" ? "PROGRESS" : status.toUpperCase()) : status,
		output_file_id: (isOver && batch.outputFile) || null,
		error_file_id: (isOver && batch.errorFile) || null,
		created_at: batch.created,
		in_progress_at: status === "validating" ? null : batch.created,
		expires_at: batch.created + secondsOf(batch.window),
		completed_at: endedAs("completed"),
		failed_at: status === "failed" ? batch.created : null,
		expired_at: endedAs("expired"),
		cancelled_at: endedAs("cancelled"),
		request_counts: {
			total: moment === "created" ? 0 : batch.total,
			completed: batch.lines.filter(isGood).length,
			failed: batch.lines.filter((line) => !isGood(line)).length,
		},
		metadata: batch.metadata,
	};
}

function describeTogether(batch: Batch, status: BatchStatus, isOver: boolean): unknown {
	return {
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
}

function isGood({ response }: BatchLine): boolean {
	return response !== undefined && response.status < 400;
}

/** `24h`, `7d` in seconds. */
function secondsOf(window: string): number {
	return Number.parseInt(window, 10) * (window.endsWith("d") ? 86_400 : 3600);
}

const MAX_ROWS = 50_000;

/** Returns the requests of an input file, or the first problem, which makes the whole batch fail. */
function readRows(text: string, oneModel: boolean): BatchRow[] | { problem: NonNullable<Batch["problem"]> } {
	const fail = (line: number, code: string, message: string) => ({ problem: { line, code, message } });
	const rows: BatchRow[] = [];
	const ids = new Set<string>();
	for (const [index, line] of text.split("\n").entries()) {
		if (line.trim() === "") continue;
		let row: Record<string, unknown>;
		try {
			row = parseObject(line);
		} catch {
			return fail(index + 1, "invalid_json_line", "This line is not a JSON object.");
		}
		const { custom_id: customId, body } = row;
		if (typeof customId !== "string") return fail(index + 1, "missing_custom_id", "This line has no custom_id.");
		if (!isRecord(body)) return fail(index + 1, "missing_body", "This line has no body.");
		if (ids.has(customId)) return fail(index + 1, "duplicate_custom_id", `The custom_id '${customId}' is used twice.`);
		ids.add(customId);
		rows.push({ customId, body });
	}
	if (rows.length === 0) return fail(0, "empty_file", "The input file is empty.");
	if (rows.length > MAX_ROWS)
		return fail(MAX_ROWS + 1, "too_many_requests", `A batch has at most ${MAX_ROWS} requests.`);
	const isMixed = oneModel && new Set(rows.map(({ body }) => body["model"])).size > 1;
	return isMixed ? fail(0, "mismatched_model", "All requests must use the same model.") : rows;
}

/** Takes a file as OpenAI defined it: a form with `file` and `purpose`. */
export async function uploadFile(incoming: IncomingCall): Promise<Response> {
	const form = await readForm(incoming.request);
	const purpose = form.get("purpose");
	if (typeof purpose !== "string") throw missing("purpose");
	if (incoming.service === "together" && purpose !== "batch-api") {
		throw invalid("purpose", `Invalid value: '${purpose}'. Supported values are: 'batch-api'.`);
	}
	const file = form.get("file");
	if (file === null || typeof file === "string") throw missing("file");
	return jsonResponse(describe(saveFile(incoming, file.name, purpose, await file.text())));
}

/** Stores a text as a file. */
function saveFile({ state }: IncomingCall, name: string, purpose: string, text: string): BatchFile {
	const file = { id: `file-${state.createId()}`, name, purpose, created: Math.floor(state.now() / 1000), text };
	state.batches.files.set(file.id, file);
	return file;
}

export function listFiles({ state }: IncomingCall): Response {
	return jsonResponse({ object: "list", data: [...state.batches.files.values()].map(describe), has_more: false });
}

export function readFile(incoming: IncomingCall): Response {
	return jsonResponse(describe(findFile(incoming)));
}

export function readFileContent(incoming: IncomingCall): Response {
	return textResponse(findFile(incoming).text, "application/octet-stream");
}

export function deleteFile(incoming: IncomingCall): Response {
	const { id } = findFile(incoming);
	incoming.state.batches.files.delete(id);
	return jsonResponse({ id, object: "file", deleted: true });
}

function findFile({ state, groups }: IncomingCall, [id = ""] = groups): BatchFile {
	const file = state.batches.files.get(id);
	if (!file) throw notFound(`No such File object: ${id}`, "file_not_found");
	return file;
}

function describe({ id, name, purpose, created, text }: BatchFile): Record<string, unknown> {
	return {
		id,
		object: "file",
		bytes: new TextEncoder().encode(text).length,
		created_at: created,
		filename: name,
		purpose,
		status: "processed",
	};
}
