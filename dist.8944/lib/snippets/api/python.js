import { isPythonName } from "../library/python-names.js";
import { code, lines, python } from "../library/snippet.js";
import { printPython } from "./print.js";
function pythonImports(token, ...statements) {
  const os = token && "variable" in token ? "import os" : void 0;
  return lines(...[os, ...statements].map((statement) => statement ? code(statement) : void 0));
}
function pythonCall(name, positional, named, writeFile) {
  let entries = "";
  for (const { content } of positional) entries += entryLine(content);
  const others = [];
  for (const [key, value] of Object.entries(named)) {
    if (isPythonName(key)) entries += entryLine(`${key}=${printPython(value, writeFile).content}`);
    else others.push([key, value]);
  }
  if (others.length > 0) entries += entryLine(`**${printPython(Object.fromEntries(others), writeFile).content}`);
  return code(`${name}(
${entries})`);
}
function entryLine(entry) {
  return `	${entry.includes("\n") ? entry.replaceAll("\n", "\n	") : entry},
`;
}
const CHAT_ARGUMENTS = "messages model frequency_penalty logit_bias logprobs max_tokens n presence_penalty response_format seed stop stream stream_options temperature tool_choice tools top_logprobs top_p".split(" ");
function chatArguments(args) {
  return withExtraBody(args, CHAT_ARGUMENTS);
}
function withExtraBody(args, names) {
  const [named, others] = split(args, (name) => names.includes(name));
  return Object.keys(others).length > 0 ? { ...named, extra_body: others } : named;
}
function split(members, fits) {
  const pick = (wanted) => Object.fromEntries(Object.entries(members).filter(([name]) => fits(name) === wanted));
  return [pick(true), pick(false)];
}
const PYTHON_CHUNKS = code(
  [
    "for chunk in stream:",
    "	if chunk.choices and chunk.choices[0].delta.content:",
    '		print(chunk.choices[0].delta.content, end="")'
  ].join("\n")
);
function readFilePython(file) {
  return python`
		with open(${file.name}, "rb") as file:
			${code(file.variable)} = base64.b64encode(file.read()).decode()
	`;
}
function pythonDataUrl({ type, variable }) {
  return `f"data:${type};base64,{${variable}}"`;
}
function pythonBase64({ variable }) {
  return variable;
}
export {
  PYTHON_CHUNKS,
  chatArguments,
  pythonBase64,
  pythonCall,
  pythonDataUrl,
  pythonImports,
  readFilePython,
  withExtraBody
};
