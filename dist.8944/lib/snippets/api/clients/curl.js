import { quoteShell } from "../../quote.js";
import { printJson, printJsonLine } from "../print.js";
import { findFile } from "../request.js";
import { shellAuthorization } from "../token.js";
function writeCurl(plan) {
  const { request, template } = plan;
  if (!request) return void 0;
  const { url } = request;
  const start = ["curl"];
  if (template === "conversationalStream") start.push("--no-buffer");
  if (/[[\]{}]/.test(url)) start.push("--globoff");
  const [data, ...below] = writeBody(plan, request);
  const options = [...writeHeaders(plan, request), data];
  return [[[...start, quoteShell(url)].join(" "), ...options].join(" \\\n	"), ...below].join("\n");
}
function writeHeaders({ billTo, template, token }, { body, scheme }) {
  const method = template.startsWith("conversational") ? [] : ["-X POST"];
  const type = body.kind === "json" ? "application/json" : body.kind === "file" ? body.file.type : void 0;
  return [
    ...method,
    `-H ${shellAuthorization(scheme, token)}`,
    ...type === void 0 ? [] : [`-H 'Content-Type: ${type}'`],
    ...billTo === void 0 ? [] : [`-H ${quoteShell(`X-HF-Bill-To: ${billTo}`)}`]
  ];
}
function writeBody({ template }, { bareBase64, body }) {
  if (body.kind === "file") return [`--data-binary @${quoteShell(body.file.name)}`];
  if (body.kind === "form") {
    const fields = body.fields.map(
      ([name, value2]) => typeof value2 === "string" ? `--form-string ${quoteShell(`${name}=${value2}`)}` : `-F ${quoteShell(`${name}=@"${value2.name.replace(/["\\]/g, "\\$&")}"`)}`
    );
    return [fields.join(" \\\n	")];
  }
  const isChat = template.startsWith("conversational");
  const value = isChat ? { ...body.value, stream: template === "conversationalStream" } : body.value;
  const file = findFile(value);
  if (file) return ["-d @- <<JSON", writeDocument(value, file, bareBase64), "JSON"];
  const json = template === "zeroShotClassification" ? printJsonLine(value) : printJson(value);
  return [`-d '${json.replaceAll("\n", "\n	").replaceAll("'", "'\\''")}'`];
}
function writeDocument(value, file, bareBase64) {
  const mark = "\0";
  const json = printJson(value, () => mark).replace(/[\\$`]/g, "\\$&");
  const base64 = `$(base64 < ${quoteShell(file.name)} | tr -d '\\n')`;
  return json.replaceAll(mark, () => `"${bareBase64 ? "" : `data:${file.type};base64,`}${base64}"`);
}
export {
  writeCurl
};
