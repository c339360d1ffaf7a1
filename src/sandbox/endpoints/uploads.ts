import { readBytes, readFields, readForm } from "../body.ts";
import { missing, notFound } from "../failure.ts";
import { emptyResponse, jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkFileSize } from "./media.ts";

const OCTETS = "application/octet-stream";

/** Initiates an upload to fal.ai's storage: returns the URLs to upload to and to read from. */
export async function startFalUpload(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const type = fields.text("content_type") ?? OCTETS;
	const url = keepUpload(incoming, fields.text("file_name") ?? "file", type, new Uint8Array(0));
	return jsonResponse({ upload_url: url, file_url: url });
}

/** Takes a file in Replicate's form: a form with `content`. */
export async function uploadReplicateFile(incoming: IncomingCall): Promise<Response> {
	const { state, request } = incoming;
	const file = (await readForm(request)).get("content");
	if (file === null || typeof file === "string") throw missing("content");
	const bytes = new Uint8Array(await file.arrayBuffer());
	checkFileSize(bytes.length, "content");
	return jsonResponse(
		{
			id: state.createId(),
			name: file.name,
			content_type: file.type || OCTETS,
			size: bytes.length,
			metadata: {},
			created_at: new Date(state.now()).toISOString(),
			expires_at: null,
			urls: { get: keepUpload(incoming, file.name, file.type || OCTETS, bytes) },
		},
		201,
	);
}

/** Accepts the bytes of an initiated upload. */
export async function receiveUpload({ state, request }: IncomingCall, name: string): Promise<Response> {
	const announced = state.jobs.uploads.get(name);
	if (!announced) throw notFound("No such upload, or it has expired.");
	const bytes = await readBytes(request);
	checkFileSize(bytes.length, "file");
	state.jobs.uploads.set(name, { type: announced.type, read: async () => bytes });
	return emptyResponse(200);
}

/** Keeps a file under a new name. @returns its URL */
function keepUpload(
	{ state, fileUrl }: IncomingCall,
	fileName: string,
	type: string,
	bytes: Uint8Array<ArrayBuffer>,
): string {
	const [, extension = "bin"] = /\.([a-z0-9]{1,8})$/i.exec(fileName) ?? [];
	const name = `${state.createId()}.${extension}`;
	state.jobs.uploads.set(name, { type, read: async () => bytes });
	return fileUrl(name);
}
