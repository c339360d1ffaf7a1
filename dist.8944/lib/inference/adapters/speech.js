import { isBytes } from "../../base64.js";
import { InferenceClientInputError } from "../../errors.js";
import { getPath, isRecord } from "../../json.js";
import { readInput } from "./input.js";
import { isFile } from "./media.js";
import { flat, omit } from "./payload.js";
import { isString, malformed } from "./shape.js";
function transcriptions(error, { route = "v1/audio/transcriptions", refused, passes = () => false }) {
  return {
    route: () => route,
    encode: async (args, transport) => {
      const value = recording(args);
      if (passes(value)) return { ...omit(args, "data"), inputs: String(value) };
      const input = await readInput(value, transport);
      if (!isBytes(input)) throw new InferenceClientInputError(refused);
      return { ...omit(args, "data"), inputs: input };
    },
    payload: (call) => {
      const file = recording(call.args);
      if (isBytes(file)) return transcriptionForm(call, file instanceof Blob ? file : new Blob([file]));
      if (isString(file)) return transcriptionForm(call, file);
      throw new InferenceClientInputError(refused);
    },
    parse: ({ data }) => {
      const text = getPath(data, "text");
      if (!isString(text)) throw malformed(error, data);
      return { text, ...readSegments(data) };
    }
  };
}
function speech(error, {
  route = "v1/audio/speech",
  extra = () => ({})
} = {}) {
  return {
    route: () => route,
    payload: (call) => ({ ...flat(call.args), ...extra(call), input: call.args.inputs, model: call.model }),
    parse: ({ data }) => {
      if (!isFile(data)) throw malformed(error, data);
      return data;
    }
  };
}
function recording(args) {
  return args.data ?? args.inputs;
}
const EXTENSIONS = {
  "audio/mpeg": "mp3",
  "audio/mp3": "mp3",
  "audio/mp4": "mp4",
  "audio/m4a": "m4a",
  "audio/x-m4a": "m4a",
  "audio/flac": "flac",
  "audio/x-flac": "flac",
  "audio/ogg": "ogg",
  "audio/webm": "webm"
};
function transcriptionForm({ args, model }, file) {
  const form = new FormData();
  if (file instanceof Blob) form.append("file", file, `audio.${EXTENSIONS[mediaType(file)] ?? "wav"}`);
  else form.append("file", file);
  for (const [name, value] of Object.entries({ ...flat(omit(args, "data")), model })) {
    if (value === void 0 || value === null) continue;
    form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return form;
}
function mediaType(blob) {
  return (blob.type.split(";")[0] ?? "").trim().toLowerCase();
}
function readSegments(data) {
  const segments = getPath(data, "segments");
  return Array.isArray(segments) ? { chunks: chunksOf(segments, ({ start, end }) => [start, end]) } : {};
}
function chunksOf(items, timestampOf) {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item) => {
    if (!isRecord(item) || !isString(item["text"])) return [];
    const timestamp = timestampOf(item);
    return Array.isArray(timestamp) ? [{ text: item["text"], timestamp }] : [];
  });
}
export {
  chunksOf,
  mediaType,
  recording,
  speech,
  transcriptions
};
