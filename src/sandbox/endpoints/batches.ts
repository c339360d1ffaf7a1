import { isRecord } from "../../base/json.ts";
import { Fields, openRequest, parseObject, readFields, readForm } from "../body.ts";
import { describeFailure, invalid, missing, notFound, ServiceFailure } from "../failure.ts";
import { type Batch, type BatchFile, type BatchLine, type BatchRow, type BatchStatus, runBatch } from "../jobs.ts";
import { behaviorOf } from "../known-models.ts";
import { jsonResponse, textResponse } from "../responses.ts";
import type { Handler, IncomingCall } from "../types.ts";

/** Endpoints that a row may call; loaded when the first row does. */
const ENDPOINTS: Readonly<Record<string, () => Promise<Handler>>> = {
	"/v1/chat/completions": async () => (await import("./chat.ts")).answerChat,
	"/v1/completions": async () => (await import("./completions.ts")).answerCompletion,
	"/v1/embeddings": async () => (await import("./embeddings.ts")).answerEmbeddings,
};
const CHAT_ONLY = ["groq"];
const ONE_MODEL = ["deepinfra", "novita"];

/** Puts a batch into the queue. */
export async function createBatch(incoming: IncomingCall): Promise<Response> {
	const { state, service } = incoming;
	const fields = await readFields(incoming.request);
	const fileId = fields.requireText("input_file_id");
	const file = state.batches.files.get(fileId);
	if (!file) throw notFound(`No such File object: ${fileId}`, "file_not_found");
	const endpoint = fields.requireText("endpoint");
	const load = ENDPOINTS[endpoint];
	if (!load || (CHAT_ONLY.includes(service) && endpoint !== "/v1/chat/completions")) {
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
	try {
		const rows = readRows(file.text, ONE_MODEL.includes(service));
		batch.total = rows.length;
		const handle = await load();
		void runBatch(
			batch,
			rows,
			state.latency,
			(row) => answerRow(incoming, handle, row),
			(status) => finishBatch(incoming, batch, status),
		);
	} catch (error) {
		if (!(error instanceof RowProblem)) throw error;
		batch.status = "failed";
		batch.problem = error.problem;
	}
	return jsonResponse(described);
}

export function readBatch(incoming: IncomingCall): Response {
	const batch = findBatch(incoming);
	// A batch that is done at once would hide how a queue is waited for.
	const isEarly = batch.polls++ < incoming.state.pendingPolls;
	return jsonResponse(describeBatch(incoming.service, batch, isEarly ? "early" : "now"));
}

export function listBatches({ state, service, query }: IncomingCall): Response {
	const all = [...state.batches.batches.values()].reverse();
	const after = query.get("after");
	const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
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
	const batch = state.batches.batches.get(groups[0] ?? "");
	if (!batch) throw notFound(`No batch with id ${groups[0] ?? ""}.`);
	return batch;
}

async function answerRow(incoming: IncomingCall, handle: Handler, row: BatchRow): Promise<BatchLine | undefined> {
	if (behaviorOf(String(row.body["model"])) === "endless") return undefined;
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
function finishBatch(incoming: IncomingCall, batch: Batch, status: "completed" | "expired" | "cancelled"): void {
	const { state } = incoming;
	const write = (lines: readonly BatchLine[]): string =>
		lines
			.map(({ customId, response, error }) =>
				JSON.stringify({
					id: `batch_req_${state.createId()}`,
					custom_id: customId,
					response: response
						? { status_code: response.status, request_id: state.createId(), body: response.body }
						: null,
					error: error ?? null,
				}),
			)
			.map((line) => `${line}\n`)
			.join("");
	const good = batch.lines.filter(isGood);
	const bad = batch.lines.filter((line) => !isGood(line));
	if (good.length > 0)
		batch.outputFile = saveFile(incoming, `${batch.id}_output.jsonl`, "batch_output", write(good)).id;
	if (bad.length > 0) batch.errorFile = saveFile(incoming, `${batch.id}_error.jsonl`, "batch_output", write(bad)).id;
	batch.status = status;
	batch.ended = Math.floor(state.now() / 1000);
}

/** As it was created, as it is now, or as if it were still running. */
type Moment = "created" | "early" | "now";

/** Returns a batch in the form of a service: Together has its own form, Novita its own status names. */
function describeBatch(service: string, batch: Batch, moment: Moment): unknown {
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

const MAX_ROWS = 50_000;

/** A line of the input that makes the whole batch fail. */
class RowProblem extends Error {
	readonly problem: NonNullable<Batch["problem"]>;

	constructor(line: number, code: string, message: string) {
		super(message);
		this.problem = { line, code, message };
	}
}

/**
 * Returns the requests of an input file.
 * @throws RowProblem for the first line that cannot be read
 */
function readRows(text: string, oneModel: boolean): BatchRow[] {
	const ids = new Set<string>();
	const models = new Set<unknown>();
	const rows = text.split("\n").flatMap((line, index): BatchRow[] => {
		if (line.trim() === "") return [];
		const row = readRow(line, index + 1);
		if (ids.has(row.customId)) {
			throw new RowProblem(index + 1, "duplicate_custom_id", `The custom_id '${row.customId}' is used twice.`);
		}
		ids.add(row.customId);
		models.add(row.body["model"]);
		return [row];
	});
	if (rows.length === 0) throw new RowProblem(0, "empty_file", "The input file is empty.");
	if (rows.length > MAX_ROWS) {
		throw new RowProblem(MAX_ROWS + 1, "too_many_requests", `A batch has at most ${MAX_ROWS} requests.`);
	}
	if (oneModel && models.size > 1) throw new RowProblem(0, "mismatched_model", "All requests must use the same model.");
	return rows;
}

function readRow(line: string, number: number): BatchRow {
	let row: Fields;
	try {
		row = new Fields(parseObject(line));
	} catch {
		throw new RowProblem(number, "invalid_json_line", "This line is not a JSON object.");
	}
	const customId = row.get("custom_id");
	const body = row.get("body");
	if (typeof customId !== "string") throw new RowProblem(number, "missing_custom_id", "This line has no custom_id.");
	if (!isRecord(body)) throw new RowProblem(number, "missing_body", "This line has no body.");
	return { customId, body };
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

function findFile({ state, groups }: IncomingCall): BatchFile {
	const file = state.batches.files.get(groups[0] ?? "");
	if (!file) throw notFound(`No such File object: ${groups[0] ?? ""}`, "file_not_found");
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
