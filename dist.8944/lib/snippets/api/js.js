import { code } from "../library/snippet.js";
import { quote } from "../quote.js";
import { printJs } from "./print.js";
function jsFileImport(...names) {
  const used = names.filter((name) => name !== void 0);
  return used.length > 0 ? code(`import { ${used.join(", ")} } from "node:fs/promises";`) : void 0;
}
function jsCall(name, values, writeFile) {
  const entries = values.map((value) => printJs(value, writeFile).content);
  if (entries.length < 2) return code(`${name}(${entries.join("")})`);
  return code(`${name}(
${entries.map((entry) => `	${entry.replaceAll("\n", "\n	")},
`).join("")})`);
}
function jsBlob({ name, type }) {
  return `new Blob([await readFile(${quote(name)})], { type: "${type}" })`;
}
function readFileJs({ name, variable }) {
  return code(`const ${variable} = await readFile(${quote(name)}, "base64");`);
}
function jsDataUrl({ type, variable }) {
  return `\`data:${type};base64,\${${variable}}\``;
}
function jsBase64({ variable }) {
  return variable;
}
export {
  jsBase64,
  jsBlob,
  jsCall,
  jsDataUrl,
  jsFileImport,
  readFileJs
};
