import { readFields, readForm } from "../body.ts";
import { invalid, missing } from "../failure.ts";
import { type Recording, readRecording, transcribe } from "../media/analyze-audio.ts";
import { bytesResponse, jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehaviour } from "./behaviour.ts";
import { checkFileSize, receiveFile, speechOf } from "./media.ts";

/** Speech as OpenAI defined it; always WAV. */
export async function answerSpeech(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const media = speechOf(fields.requireText("input"), fields.text("voice") ?? model);
	fields.number("speed", 0.25, 4);
	checkBehaviour(model);
	return bytesResponse(await media.make(), media.type);
}

/** Transcription as OpenAI defined it: a form with a file. */
export async function answerTranscription(incoming: IncomingCall): Promise<Response> {
	const form = await readForm(incoming.request);
	const model = form.get("model");
	if (typeof model !== "string" || model === "") throw missing("model");
	const file = form.get("file");
	if (file === null) throw missing("file");
	const bytes =
		typeof file === "string" ? await receiveFile(incoming, file, "file") : new Uint8Array(await file.arrayBuffer());
	checkBehaviour(model);
	const recording = openRecording(bytes, "file");
	const { text, chunks } = transcribe(recording);
	const format = form.get("response_format") ?? "json";
	if (format === "text") return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } });
	if (format !== "json" && format !== "verbose_json")
		throw invalid("response_format", `Invalid value: '${String(format)}'.`);
	const wantsTimes = format === "verbose_json" || incoming.provider?.id === "deepinfra";
	return jsonResponse({
		text,
		...(wantsTimes
			? {
					task: "transcribe",
					language: "en",
					duration: recording.duration ?? 0,
					segments: chunks.map((chunk, id) => ({
						id,
						start: chunk.timestamp[0],
						end: chunk.timestamp[1],
						text: chunk.text,
					})),
				}
			: {}),
	});
}

/** @throws ServiceFailure when the bytes are no sound */
export function openRecording(bytes: Uint8Array, field: string): Recording {
	checkFileSize(bytes.length, field);
	const recording = readRecording(bytes);
	if (!recording) throw invalid(field, `Could not decode '${field}' as audio.`);
	return recording;
}
