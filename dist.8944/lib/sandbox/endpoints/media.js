import { checkLength, Fields } from "../body.js";
import { invalid, missing, ServiceFailure } from "../failure.js";
import { isRecord } from "../is-record.js";
import { findStoredFile } from "../jobs.js";
import { LIMITS } from "../limits.js";
import { fromBase64, readDataUrl } from "../media/base64.js";
import { encodePng } from "../media/png.js";
import { readImage } from "../media/read-image.js";
const LARGEST = 2048;
const DEFAULT_IMAGE = { width: 1024, height: 1024 };
const DEFAULT_FILM = { width: 384, height: 224 };
const LARGEST_FILM = 352;
const MOST_FRAMES = 120;
const FRAMES_PER_SECOND = 12;
const NAMED_SIZES = {
  square_hd: { width: 1024, height: 1024 },
  square: { width: 512, height: 512 },
  portrait_4_3: { width: 768, height: 1024 },
  portrait_16_9: { width: 576, height: 1024 },
  landscape_4_3: { width: 1024, height: 768 },
  landscape_16_9: { width: 1024, height: 576 }
};
function storeFile({ state, fileUrl }, media) {
  const name = `${state.createId()}.${media.extension}`;
  state.jobs.files.set(name, { type: media.type, read: media.make });
  return fileUrl(name);
}
function readSize(fields) {
  for (const name of ["image_size", "size", "target_size"]) {
    const value = fields.get(name);
    if (value === void 0 || value === "auto") continue;
    if (isRecord(value)) return readSides(new Fields(value), name);
    const named = NAMED_SIZES[String(value)];
    if (named) return named;
    const [, width, height] = /^(\d+)\s*[x*]\s*(\d+)$/i.exec(String(value)) ?? [];
    if (width === void 0 || height === void 0)
      throw invalid(name, `Invalid value for '${name}': ${JSON.stringify(value)}.`);
    return readSides(new Fields({ width: Number(width), height: Number(height) }), name);
  }
  return readSides(fields, void 0);
}
function readSides(fields, parent) {
  const width = fields.integer("width", 1, LARGEST);
  const height = fields.integer("height", 1, LARGEST);
  if (width === void 0 && height === void 0) return void 0;
  if (parent !== void 0 && (width === void 0 || height === void 0)) throw missing(`${parent}.width`);
  return { width: width ?? height ?? 1, height: height ?? width ?? 1 };
}
function imageOf({ state }, prompt, fields) {
  checkLength("prompt", [prompt], LIMITS.mediaPromptCharacters);
  const size = readSize(fields) ?? DEFAULT_IMAGE;
  const seed = readSeed(state.seed, fields);
  return {
    type: "image/png",
    extension: "png",
    make: async () => encodePng((await import("../media/generate-image.js")).generateImage(prompt, { ...size, seed }), prompt)
  };
}
function editOf({ state }, image, prompt, model, fields) {
  checkLength("prompt", [prompt], LIMITS.mediaPromptCharacters);
  const size = readSize(fields);
  const seed = readSeed(state.seed, fields);
  const { pixels, info, opened } = image;
  return {
    type: "image/png",
    extension: "png",
    make: async () => {
      const { editImage } = await import("../media/edit-image.js");
      const target = size ?? (opened ? void 0 : { width: Math.min(info.width || 512, LARGEST), height: Math.min(info.height || 512, LARGEST) });
      return encodePng(editImage(pixels, prompt, { model, seed, ...target }), image.description);
    }
  };
}
function videoOf({ state }, prompt, image, fields) {
  const size = readSize(fields) ?? (image ? shrink(image.info) : DEFAULT_FILM);
  checkLength("prompt", [prompt], LIMITS.mediaPromptCharacters);
  const asked = fields.integer("num_frames", 1, 1e3) ?? 2 * FRAMES_PER_SECOND;
  const affordable = Math.max(1, Math.floor(LIMITS.videoPixels / (size.width * size.height)));
  const options = {
    // Films in this format have even sides.
    width: size.width + size.width % 2,
    height: size.height + size.height % 2,
    frames: Math.min(asked, MOST_FRAMES, affordable),
    framesPerSecond: FRAMES_PER_SECOND,
    seed: readSeed(state.seed, fields)
  };
  return {
    type: "video/mp4",
    extension: "mp4",
    make: async () => {
      const { animateImage, generateVideo } = await import("../media/generate-video.js");
      return image ? animateImage(image.pixels, options) : generateVideo(prompt, options);
    }
  };
}
function speechOf(text, voice) {
  checkLength("input", [text], LIMITS.mediaPromptCharacters);
  return {
    type: "audio/wav",
    extension: "wav",
    make: async () => {
      const [{ synthesizeSpeech }, { encodeWav }] = await Promise.all([
        import("../media/synthesize-speech.js"),
        import("../media/wav.js")
      ]);
      return encodeWav(synthesizeSpeech(text, voice));
    }
  };
}
function musicOf({ state }, prompt, fields) {
  checkLength("prompt", [prompt], LIMITS.mediaPromptCharacters);
  const seconds = fields.number("duration", 0.5, 60) ?? fields.number("seconds_total", 0.5, 60) ?? 6;
  const seed = readSeed(state.seed, fields);
  return {
    type: "audio/wav",
    extension: "wav",
    make: async () => {
      const [{ synthesizeMusic }, { encodeWav }] = await Promise.all([
        import("../media/synthesize-music.js"),
        import("../media/wav.js")
      ]);
      return encodeWav(synthesizeMusic(prompt, seconds, seed));
    }
  };
}
function readSeed(own, fields) {
  return `${own}/${fields.integer("seed") ?? ""}`;
}
function shrink({ width, height }) {
  const factor = Math.min(1, LARGEST_FILM / Math.max(width, height, 1));
  return { width: Math.max(2, Math.round(width * factor)), height: Math.max(2, Math.round(height * factor)) };
}
async function receiveFile({ state }, value, field) {
  if (value === void 0 || value === null) throw missing(field);
  if (typeof value !== "string") throw invalid(field, `Invalid type for '${field}': expected a string.`);
  if (/^https?:/.test(value)) {
    const stored = findStoredFile(state.jobs, value.split("/@files/")[1] ?? "");
    if (stored) return stored.read();
    throw invalid(field, `Could not download the file at ${value}: the sandbox has no network.`);
  }
  checkFileSize(value.length * 3 / 4, field);
  const bytes = value.startsWith("data:") ? readDataUrl(value)?.bytes : fromBase64(value);
  if (!bytes || bytes.length === 0) throw invalid(field, `Could not decode '${field}': expected a data URL or base64.`);
  return bytes;
}
async function receiveImage(incoming, value, field) {
  return openImage(await receiveFile(incoming, value, field), field);
}
async function openImage(bytes, field) {
  checkFileSize(bytes.length, field);
  const image = await readImage(bytes);
  if (!image) throw invalid(field, `Cannot identify image file in '${field}'.`);
  return image;
}
function checkFileSize(bytes, field) {
  if (bytes <= LIMITS.fileBytes) return;
  throw new ServiceFailure(413, `The file in '${field}' is larger than ${LIMITS.fileBytes / 1024 / 1024} MB.`, {
    code: "file_too_large",
    field: field.split(".")
  });
}
export {
  checkFileSize,
  editOf,
  imageOf,
  musicOf,
  openImage,
  receiveFile,
  receiveImage,
  speechOf,
  storeFile,
  videoOf
};
