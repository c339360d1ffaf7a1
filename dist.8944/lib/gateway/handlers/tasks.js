import { decodeDataUrl, encodeBase64 } from "../../base64.js";
import { closestWord, findTask, SIGNATURES, TASK_NAMES, validateTaskInput } from "../../catalogue/index.js";
import { isRecord } from "../../json.js";
import { GatewayError, invalid } from "../errors.js";
import { passOn } from "../pass-on.js";
import { formFields, readForm } from "../read-form.js";
import { readJson } from "../read-json.js";
import { withSession } from "../session.js";
import { answerJson, askTask } from "./ask-task.js";
async function answerTask(incoming) {
  const { services, groups } = incoming;
  const task = readTask(groups[0] ?? "");
  const { fields, close } = await readFields(incoming);
  try {
    const args = passOn(fields, "stream");
    refuseForeignFiles(task, args);
    const input = task === "conversational" ? args : decodeFiles(args);
    await checkInput(task, input);
    const { model, provider } = fields;
    const wanted = { task, model, provider, text: JSON.stringify(fields, describeFile) };
    return await withSession(incoming, wanted, async (session) => {
      const answer = await askTask(services, session, input, (output) => output);
      return answerJson(session, [answer], await describeBlob(answer.output), services.clean);
    });
  } finally {
    await close();
  }
}
function readTask(word) {
  const task = findTask(word);
  if (task && task !== "other") return task === "image-text-to-text" ? "conversational" : task;
  const guess = closestWord(word, TASK_NAMES);
  const hint = guess ? ` Did you mean ${guess}?` : "";
  throw new GatewayError(404, `Unknown task "${word}".${hint}`, { code: "unknown_task" });
}
async function readFields(incoming) {
  if (!/^multipart\//i.test(incoming.request.headers.get("content-type") ?? "")) {
    const { fields: fields2 } = await readJson(incoming);
    return { fields: fields2, close: () => void 0 };
  }
  const { form, close } = await readForm(incoming);
  const fields = formFields(form);
  for (const [name, value] of form) {
    if (typeof value === "string") {
      if (FILE_FIELDS.has(name)) {
        await close();
        throw invalid(`The field ${name} must be a file.`, name, "invalid_file");
      }
      continue;
    }
    const key = FILE_FIELDS.has(name) ? "inputs" : name;
    const before = fields[key];
    fields[key] = name === "image" && isRecord(before) ? { ...before, image: value } : value;
  }
  return { fields, close };
}
const FILE_FIELDS = /* @__PURE__ */ new Set(["file", "image", "audio", "video"]);
const FILE_INPUTS = /* @__PURE__ */ new Set(["image", "image-prompt", "prompt-image", "audio", "video"]);
function refuseForeignFiles(task, { inputs }) {
  const { input } = SIGNATURES[task];
  const isQuestion = input === "image-question" || input === "document-question";
  const file = isQuestion && isRecord(inputs) ? inputs["image"] : inputs;
  if (!isQuestion && !FILE_INPUTS.has(input)) return;
  if (typeof file !== "string" || decodeDataUrl(file)) return;
  throw invalid("The input must be a data URL or a file of a form, not a path or a URL.", "inputs", "invalid_file");
}
function decodeFiles(value) {
  if (typeof value === "string") return /^data:[^,]*;base64,/i.test(value) ? decodeDataUrl(value) ?? value : value;
  if (Array.isArray(value)) return value.map(decodeFiles);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, decodeFiles(item)]));
}
async function checkInput(task, args) {
  if (task === "conversational") {
    if (!Array.isArray(args["messages"])) throw invalid("messages must be a list of messages.", "messages");
    return;
  }
  const { input } = SIGNATURES[task];
  const canLack = input === "prompt-image" || input === "other";
  if (args.inputs === void 0 && !canLack) throw invalid("The field inputs is missing.", "inputs", "missing_input");
  const { errors } = await validateTaskInput(task, args);
  const [first] = errors;
  if (first) throw invalid(errors.map(({ message }) => message).join(" "), first.path ?? null);
}
async function describeBlob(result) {
  if (!(result instanceof Blob)) return result;
  return { type: result.type, size: result.size, data: await encodeBase64(result) };
}
function describeFile(_name, value) {
  return value instanceof Blob ? `[${value.type}, ${value.size} bytes]` : value;
}
export {
  answerTask
};
