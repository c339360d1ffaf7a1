import type { BatchFile } from "../batch-jobs.ts";
import { readForm } from "../body.ts";
import { invalid, missing, notFound } from "../failure.ts";
import { jsonResponse, textResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";

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
export function saveFile({ state }: IncomingCall, name: string, purpose: string, text: string): BatchFile {
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
