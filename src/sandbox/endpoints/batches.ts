import { type Batch, type BatchLine, type BatchRow, runBatch } from "../batch-jobs.ts";
import { readFields } from "../body.ts";
import { describeFailure } from "../error-formats.ts";
import { invalid, notFound, ServiceFailure } from "../failure.ts";
import { behaviorOf } from "../model-behavior.ts";
import { openRequest } from "../request.ts";
import { jsonResponse } from "../responses.ts";
import type { Handler, IncomingCall } from "../types.ts";
import { describeBatch } from "./batch-forms.ts";
import { RowProblem, readRows } from "./batch-rows.ts";
import { saveFile } from "./files.ts";

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
	const isGood = ({ response }: BatchLine): boolean => response !== undefined && response.status < 400;
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
