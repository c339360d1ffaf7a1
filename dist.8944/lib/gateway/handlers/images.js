import { encodeBase64 } from "../../base64.js";
import { invalid } from "../errors.js";
import { sumUsage } from "../merge-exchanges.js";
import { passOn } from "../pass-on.js";
import { readCount } from "../read-count.js";
import { formFields, readForm, takeFile } from "../read-form.js";
import { readJson } from "../read-json.js";
import { withSession } from "../session.js";
import { answerJson, askTask, readFile, toOpenAiUsage } from "./ask-task.js";
const MOST = 10;
const HANDLED = ["prompt", "n", "size", "response_format", "image", "image[]", "mask", "seed"];
async function answerImages(incoming) {
  const { fields, text } = await readJson(incoming);
  const prompt = readPrompt(fields);
  const size = readSize(fields["size"]);
  const parameters = { ...passOn(fields, ...HANDLED), ...size };
  return await withSession(
    incoming,
    { task: "text-to-image", model: fields["model"], text },
    (session) => makeImages(incoming.services, session, fields, (seed) => ({
      inputs: prompt,
      parameters: { ...parameters, ...seed }
    }))
  );
}
async function answerImageEdits(incoming) {
  const { form, close } = await readForm(incoming);
  try {
    const fields = formFields(form);
    const image = takeFile(form, "image", "image[]");
    if (form.has("mask")) throw invalid("Masks are not supported.", "mask", "unsupported_parameter");
    const prompt = readPrompt(fields);
    const size = readSize(fields["size"]);
    const parameters = { ...passOn(fields, ...HANDLED), prompt, ...size ? { target_size: size } : {} };
    const text = JSON.stringify({ ...fields, image: `[${image.type}, ${image.size} bytes]` });
    return await withSession(
      incoming,
      { task: "image-to-image", model: fields["model"], text },
      (session) => makeImages(incoming.services, session, fields, (seed) => ({
        inputs: image,
        parameters: { ...parameters, ...seed }
      }))
    );
  } finally {
    await close();
  }
}
async function makeImages(services, session, fields, toArgs) {
  const count = readCount(fields, "n", MOST);
  const format = readFormat(fields["response_format"]);
  const { seed } = fields;
  const numbers = Array.from({ length: count }, (_, index) => typeof seed === "number" ? { seed: seed + index } : {});
  const answers = await Promise.all(
    numbers.map((number) => askTask(services, session, toArgs(number), readFile, { outputType: "blob" }))
  );
  const data = await Promise.all(
    answers.map(async ({ output }) => {
      const base64 = await encodeBase64(output);
      const url = `data:${output.type || "image/png"};base64,${base64}`;
      return { ...format === "url" ? {} : { b64_json: base64 }, ...format === "b64_json" ? {} : { url } };
    })
  );
  const usage = sumUsage(answers.map(({ exchange }) => exchange));
  const value = {
    created: Math.floor(session.started / 1e3),
    data,
    ...usage ? { usage: toOpenAiUsage(usage) } : {}
  };
  return answerJson(session, answers, value, services.clean);
}
function readPrompt({ prompt }) {
  if (typeof prompt !== "string" || prompt === "") throw invalid("The prompt is missing.", "prompt");
  return prompt;
}
function readFormat(format) {
  if (format === void 0 || format === null) return void 0;
  if (format === "b64_json" || format === "url") return format;
  throw invalid("response_format must be b64_json or url.", "response_format");
}
function readSize(size) {
  if (size === void 0 || size === null || size === "auto") return void 0;
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(String(size)) ?? [];
  if (!Number(width) || !Number(height)) throw invalid("size must be WIDTHxHEIGHT in pixels, or auto.", "size");
  return { width: Number(width), height: Number(height) };
}
export {
  answerImageEdits,
  answerImages
};
