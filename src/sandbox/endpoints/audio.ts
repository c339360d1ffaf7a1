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
	const format = form.get("response_format") ?? "json";
	const subtitles = SUBTITLES.get(String(format));
	if (format === "text" || subtitles) return textResponse(subtitles?.(chunks) ?? text);
	if (format !== "json" && format !== "verbose_json")
		throw invalid("response_format", `Invalid value: '${String(format)}'.`);
	const { service, state } = incoming;
	const granularities = [...form.getAll("timestamp_granularities[]"), ...form.getAll("timestamp_granularities")];
	const words = chunks.map(({ text, timestamp: [start, end] }) => ({ word: text.trim(), start, end }));
	const times = {
		task: "transcribe",
		language: "en",
		duration: recording.duration ?? 0,
		segments: chunks.map(({ text, timestamp: [start, end] }, id) => ({ id, start, end, text })),
		...(granularities.includes("word") ? { words } : {}),
	};
	return jsonResponse({
		text,
		...(service === "groq" ? { x_groq: { id: `req_${state.createId()}` } } : {}),
		...(format === "verbose_json" || service === "deepinfra" ? times : {}),
	});
}

type Chunks = ReturnType<typeof transcribe>["chunks"];

/** Returns the events of a streamed transcription: a piece for each word, then the whole text. */
function* listDeltas(text: string): Generator<Record<string, unknown>> {
	for (const delta of text.match(/\s*\S+|\s+$/g) ?? []) yield { type: "transcript.text.delta", delta };
	yield { type: "transcript.text.done", text };
}

const SUBTITLES: ReadonlyMap<string, (chunks: Chunks) => string> = new Map([
	["srt", (chunks) => chunks.map((chunk, index) => `${index + 1}\n${cue(chunk, ",")}`).join("\n")],
	["vtt", (chunks) => `WEBVTT\n\n${chunks.map((chunk) => cue(chunk, ".")).join("\n")}`],
]);

function cue({ text, timestamp: [start, end] }: Chunks[number], separator: string): string {
	const clock = (seconds: number): string =>
		new Date(seconds * 1000).toISOString().slice(11, 23).replace(".", separator);
	return `${clock(start)} --> ${clock(end)}\n${text.trim()}\n`;
}
