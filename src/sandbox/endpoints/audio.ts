import { readFields, readForm } from "../body.ts";
import { invalid, missing } from "../failure.ts";
import { transcribe } from "../media/recordings.ts";
import { jsonResponse, namedEventResponse, textResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior } from "./jobs.ts";
import { readAudio, receiveFile, sendMedia, speechOf } from "./media.ts";

/** Speech as OpenAI defined it; always WAV. */
export async function answerSpeech(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const media = speechOf(fields.requireText("input"));
	fields.text("voice");
	fields.number("speed", 0.25, 4);
	checkBehavior(model);
	return sendMedia(media);
}

/** Transcription as OpenAI defined it: a form with a file; with `stream` the text comes in events. */
export async function answerTranscription(incoming: IncomingCall): Promise<Response> {
	const form = await readForm(incoming.request);
	const model = form.get("model");
	if (typeof model !== "string" || model === "") throw missing("model");
	const file = form.get("file");
	if (file === null) throw missing("file");
	const bytes =
		typeof file === "string" ? await receiveFile(incoming, file, "file") : new Uint8Array(await file.arrayBuffer());
	checkBehavior(model);
	const recording = await readAudio(bytes, "file");
	const { text, chunks } = transcribe(recording);
	if (String(form.get("stream")) === "true") return namedEventResponse(listDeltas(text), incoming.state.streamPause);
	const end = chunks.at(-1)?.timestamp[1] ?? 0;
	const format = form.get("response_format") ?? "json";
	if (format === "text") return textResponse(text);
	if (format === "srt") return textResponse(`1\n${formatTime(0, ",")} --> ${formatTime(end, ",")}\n${text}\n`);
	if (format === "vtt") return textResponse(`WEBVTT\n\n${formatTime(0, ".")} --> ${formatTime(end, ".")}\n${text}\n`);
	if (format !== "json" && format !== "verbose_json")
		throw invalid("response_format", `Invalid value: '${String(format)}'.`);
	const { service, state } = incoming;
	const granularities = [...form.getAll("timestamp_granularities[]"), ...form.getAll("timestamp_granularities")];
	const words = chunks.map(({ text: word, timestamp: [start, end] }) => ({ word, start, end }));
	const times = {
		task: "transcribe",
		language: "en",
		duration: recording.duration ?? 0,
		segments: [{ id: 0, start: 0, end, text }],
		...(granularities.includes("word") ? { words } : {}),
	};
	return jsonResponse({
		text,
		...(service === "groq" ? { x_groq: { id: `req_${state.createId()}` } } : {}),
		...(format === "verbose_json" || service === "deepinfra" ? times : {}),
	});
}

/** Returns the events of a streamed transcription: a piece for each word, then the whole text. */
function* listDeltas(text: string): Generator<Record<string, unknown>> {
	for (const delta of text.match(/\s*\S+|\s+$/g) ?? []) yield { type: "transcript.text.delta", delta };
	yield { type: "transcript.text.done", text };
}

/** Seconds as subtitles write them: `00:00:01,500`. */
function formatTime(seconds: number, point: string): string {
	return new Date(seconds * 1000).toISOString().slice(11, 23).replace(".", point);
}
