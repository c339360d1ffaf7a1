import { GatewayError, invalid } from "./errors.js";
import { readBody } from "./read-body.js";
async function readForm({ request, services }) {
  if (!/^multipart\/form-data/i.test(request.headers.get("content-type") ?? "")) {
    throw new GatewayError(415, "Send the body as multipart/form-data.", { code: "unsupported_media_type" });
  }
  const { readForm: read } = services.options;
  if (read) return await read(request, services.maxBody);
  const body = await readBody(request, services.maxBody);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    return { form: await new Response(body, { headers }).formData(), close: () => void 0 };
  } catch {
    throw new GatewayError(400, "The form cannot be read.", { code: "invalid_form" });
  }
}
function takeFile(form, ...names) {
  const [param = "file"] = names;
  const found = names.flatMap((name) => form.getAll(name));
  if (found.length === 0) throw invalid(`The form has no ${param}.`, param, "missing_file");
  if (found.length > 1) throw invalid(`One ${param} at a time.`, param);
  const [file] = found;
  if (!file || typeof file === "string") throw invalid(`The field ${param} must be a file.`, param, "invalid_file");
  return file;
}
function formFields(form) {
  const fields = {};
  for (const [name, value] of form) {
    if (typeof value !== "string") continue;
    const parsed = TEXT_FIELDS.has(name) ? value : parseValue(value);
    const key = name.replace(/\[\]$/, "");
    if (key === name) fields[key] = parsed;
    else fields[key] = [...Array.isArray(fields[key]) ? fields[key] : [], parsed];
  }
  return fields;
}
const TEXT_FIELDS = /* @__PURE__ */ new Set(["model", "prompt", "inputs", "language", "size", "user", "provider"]);
function parseValue(text) {
  if (!/^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|[[{].*)$/is.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
export {
  formFields,
  readForm,
  takeFile
};
