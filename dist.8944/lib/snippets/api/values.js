import { Code } from "../library/snippet.js";
class FileInput extends Blob {
  name;
  /** @param name its extension tells the media type */
  constructor(name) {
    const extension = /[^.]*$/.exec(name.toLowerCase())?.[0] ?? "";
    super([], { type: MEDIA_TYPES[extension] ?? "application/octet-stream" });
    this.name = name;
  }
  /** The variable that holds its content. */
  get variable() {
    return this.type.startsWith("audio/") ? "audio" : "image";
  }
}
const MEDIA_TYPES = {
  flac: "audio/flac",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  wav: "audio/wav",
  webm: "audio/webm",
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp"
};
function isMembers(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof FileInput) && !(value instanceof Code);
}
function toValue(given) {
  const text = JSON.stringify(given);
  return text === void 0 ? void 0 : JSON.parse(text);
}
function toMembers(given) {
  const value = toValue(given);
  return isMembers(value) ? value : {};
}
function present(members) {
  return Object.fromEntries(
    Object.entries(members).filter((entry) => entry[1] !== void 0)
  );
}
export {
  FileInput,
  isMembers,
  present,
  toMembers,
  toValue
};
