import { Fields, readFields, readForm } from "../body.js";
import { invalid, missing } from "../failure.js";
import { toBase64, toDataUrl } from "../media/base64.js";
import { bytesResponse, jsonResponse } from "../responses.js";
import { checkBehavior } from "./behavior.js";
import { editOf, imageOf, openImage, receiveImage, storeFile } from "./media.js";
const MOST_IMAGES = 10;
async function answerImages(incoming) {
  const fields = await readFields(incoming.request);
  const model = fields.requireText("model");
  const input = firstOf(fields.get("image_url") ?? fields.get("reference_images"));
  const prompt = input === void 0 ? fields.requireText("prompt") : fields.text("prompt") ?? "";
  fields.integer("steps", 1, 200);
  const given = input === void 0 ? void 0 : await receiveImage(incoming, input, "image_url");
  return respond(incoming, model, prompt, given, fields);
}
async function answerImageEdit(incoming) {
  const form = await readForm(incoming.request);
  const fields = readDigits([...form].filter(([, value]) => typeof value === "string"));
  const model = fields.requireText("model");
  const prompt = fields.requireText("prompt");
  const file = form.get("image") ?? form.get("image[]");
  if (file === null) throw missing("image");
  const image = typeof file === "string" ? await receiveImage(incoming, file, "image") : await openImage(new Uint8Array(await file.arrayBuffer()), "image");
  return respond(incoming, model, prompt, image, fields);
}
function readDigits(entries) {
  return new Fields(
    Object.fromEntries(
      [...entries].map(([name, value]) => [
        name,
        typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value
      ])
    )
  );
}
async function respond(incoming, model, prompt, image, fields) {
  const format = readFormat(incoming, model, fields);
  const count = fields.integer("n", 1, MOST_IMAGES) ?? 1;
  checkBehavior(model);
  const data = [];
  for (let index = 0; index < count; index++) {
    const own = vary(fields, index);
    const media = image ? editOf(incoming, image, prompt, model, own) : imageOf(incoming, prompt, own);
    data.push({ index, ...await deliver(incoming, media, format) });
  }
  return jsonResponse({
    id: incoming.state.createId(),
    object: "list",
    created: Math.floor(incoming.state.now() / 1e3),
    model,
    data
  });
}
async function answerHyperbolicImages(incoming) {
  const fields = await readFields(incoming.request);
  const model = fields.requireText("model_name");
  const prompt = fields.requireText("prompt");
  checkBehavior(model);
  const image = toBase64(await imageOf(incoming, prompt, fields).make());
  return jsonResponse({
    images: [{ index: 0, image, random_seed: fields.integer("seed") ?? incoming.state.seed }],
    inference_time: 0.1
  });
}
async function answerDeepinfraImages(incoming) {
  const [model = ""] = incoming.groups;
  const fields = readDigits(Object.entries((await readFields(incoming.request)).all));
  const prompt = fields.requireText("prompt");
  const count = fields.integer("num_images", 1, MOST_IMAGES) ?? 1;
  checkBehavior(model);
  const images = [];
  for (let index = 0; index < count; index++) {
    const media = imageOf(incoming, prompt, vary(fields, index));
    images.push(toDataUrl(await media.make(), media.type));
  }
  return jsonResponse({ images, nsfw_content_detected: images.map(() => false), seed: fields.get("seed") ?? 0 });
}
async function answerFireworksImage(incoming) {
  const [model = ""] = incoming.groups;
  const fields = readDigits(Object.entries((await readFields(incoming.request)).all));
  checkBehavior(model);
  const media = imageOf(incoming, fields.requireText("prompt"), fields);
  return bytesResponse(await media.make(), media.type);
}
function vary(fields, index) {
  return index === 0 ? fields : new Fields({ ...fields.all, seed: (fields.integer("seed") ?? 0) + index });
}
async function deliver(incoming, media, format) {
  if (format === "url") return { url: storeFile(incoming, media) };
  return { b64_json: toBase64(await media.make()) };
}
function readFormat({ provider }, model, fields) {
  const isInline = provider?.id === "nscale" || model.startsWith("gpt-image");
  const format = fields.text("response_format") ?? (isInline ? "b64_json" : "url");
  if (format === "b64_json" || format === "base64" && provider?.id === "together") return "base64";
  if (format === "url" && provider?.id !== "nscale") return "url";
  throw invalid("response_format", `Invalid value for 'response_format': '${format}'.`);
}
function firstOf(value) {
  return Array.isArray(value) ? value[0] : value;
}
export {
  answerDeepinfraImages,
  answerFireworksImage,
  answerHyperbolicImages,
  answerImageEdit,
  answerImages
};
