import { readFields, readForm } from "../body.js";
import { invalid, missing } from "../failure.js";
import { readRecording, transcribe } from "../media/analyze-audio.js";
import { bytesResponse, jsonResponse, namedEventResponse } from "../responses.js";
import { checkBehavior } from "./behavior.js";
import { checkFileSize, receiveFile, speechOf } from "./media.js";
async function answerSpeech(incoming) {
  const fields = await readFields(incoming.request);
  const model = fields.requireText("model");
  const media = speechOf(fields.requireText("input"), fields.text("voice") ?? model);
  fields.number("speed", 0.25, 4);
  checkBehavior(model);
  return bytesResponse(await media.make(), media.type);
}
async function answerTranscription(incoming) {
  const form = await readForm(incoming.request);
  const model = form.get("model");
  if (typeof model !== "string" || model === "") throw missing("model");
  const file = form.get("file");
  if (file === null) throw missing("file");
  const bytes = typeof file === "string" ? await receiveFile(incoming, file, "file") : new Uint8Array(await file.arrayBuffer());
  checkBehavior(model);
  const recording = openRecording(bytes, "file");
  const { text, chunks } = transcribe(recording);
  if (String(form.get("stream")) === "true") return namedEventResponse(listDeltas(text), incoming.state.streamPause);
  const format = form.get("response_format") ?? "json";
  const subtitles = SUBTITLES[String(format)];
  if (format === "text" || subtitles) {
    const body = subtitles ? subtitles(chunks) : text;
    return new Response(body, { headers: { "content-type": "text/plain; charset=utf-8" } });
  }
  if (format !== "json" && format !== "verbose_json")
    throw invalid("response_format", `Invalid value: '${String(format)}'.`);
  const wantsTimes = format === "verbose_json" || incoming.provider?.id === "deepinfra";
  return jsonResponse({
    text,
    ...incoming.provider?.id === "groq" ? { x_groq: { id: `req_${incoming.state.createId()}` } } : {},
    ...wantsTimes ? describeTimes(recording, chunks, wantsWords(form)) : {}
  });
}
function describeTimes(recording, chunks, words) {
  return {
    task: "transcribe",
    language: "en",
    duration: recording.duration ?? 0,
    segments: chunks.map(({ text, timestamp: [start, end] }, id) => ({ id, start, end, text })),
    ...words ? { words: chunks.map(({ text, timestamp: [start, end] }) => ({ word: text.trim(), start, end })) } : {}
  };
}
function wantsWords(form) {
  return [...form.getAll("timestamp_granularities[]"), ...form.getAll("timestamp_granularities")].includes("word");
}
function* listDeltas(text) {
  for (const delta of text.match(/\s*\S+|\s+$/g) ?? []) yield { type: "transcript.text.delta", delta };
  yield { type: "transcript.text.done", text };
}
const SUBTITLES = {
  srt: (chunks) => chunks.map((chunk, index) => `${index + 1}
${cue(chunk, ",")}`).join("\n"),
  vtt: (chunks) => `WEBVTT

${chunks.map((chunk) => cue(chunk, ".")).join("\n")}`
};
function cue({ text, timestamp: [start, end] }, separator) {
  const clock = (seconds) => new Date(seconds * 1e3).toISOString().slice(11, 23).replace(".", separator);
  return `${clock(start)} --> ${clock(end)}
${text.trim()}
`;
}
function openRecording(bytes, field) {
  checkFileSize(bytes.length, field);
  const recording = readRecording(bytes);
  if (!recording) throw invalid(field, `Could not decode '${field}' as audio.`);
  return recording;
}
export {
  answerSpeech,
  answerTranscription,
  openRecording
};
