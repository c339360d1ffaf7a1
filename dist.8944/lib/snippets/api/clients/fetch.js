import { code, js, lines, paragraphs } from "../../library/snippet.js";
import { quote } from "../../quote.js";
import { answerOf } from "../answers.js";
import { jsBase64, jsBlob, jsDataUrl, jsFileImport, readFileJs } from "../js.js";
import { printJs } from "../print.js";
import { findFile } from "../request.js";
import { jsAuthorization } from "../token.js";
import { present } from "../values.js";
const FAILURE = `\`\${response.status}: \${await response.text()}\``;
function writeFetch(plan) {
  const { request, template } = plan;
  if (!request) return void 0;
  const answer = answerOf(template);
  const isMedia = isMediaAnswer(answer);
  return paragraphs(
    jsFileImport(readsFile(request.body) ? "readFile" : void 0, isMedia ? "writeFile" : void 0),
    prepareBody(request.body),
    js`
			const response = await fetch(${request.url}, {
				method: "POST",
				headers: ${printJs(makeHeaders(plan, request))},
				body: ${writeBody(request)},
			});
			if (!response.ok) throw new Error(${code(FAILURE)});
		`,
    isMedia ? readMedia(answer) : code("console.log(JSON.stringify(await response.json()));")
  ).content;
}
function isMediaAnswer(answer) {
  return answer === "image" || answer === "video" || answer === "audio";
}
function readsFile(body) {
  return body.kind !== "json" || findFile(body.value) !== void 0;
}
function makeHeaders({ billTo, token }, { body, scheme }) {
  return present({
    Authorization: jsAuthorization(scheme, token),
    "Content-Type": { json: "application/json", file: body.kind === "file" ? body.file.type : "", form: void 0 }[body.kind],
    "X-HF-Bill-To": billTo
  });
}
function prepareBody(body) {
  if (body.kind === "form") {
    const fields = body.fields.map(
      ([name, value]) => typeof value === "string" ? js`form.append(${name}, ${value});` : js`form.append(${name}, ${code(jsBlob(value))}, ${value.name});`
    );
    return lines(code("const form = new FormData();"), ...fields);
  }
  const file = body.kind === "json" ? findFile(body.value) : void 0;
  return file && readFileJs(file);
}
function writeBody({ bareBase64, body }) {
  if (body.kind === "form") return code("form");
  if (body.kind === "file") return code(`await readFile(${quote(body.file.name)})`);
  return js`JSON.stringify(${printJs(body.value, bareBase64 ? jsBase64 : jsDataUrl)})`;
}
function readMedia(answer) {
  return js`
		if (response.headers.get("content-type")?.includes("json")) {
			console.log(JSON.stringify(await response.json()));
		} else {
			const ${code(answer)} = await response.blob();
			const file = ${code(`\`${answer}.\${${answer}.type.split("/")[1] ?? "bin"}\``)};
			await writeFile(file, ${code(answer)}.stream());
			console.log("Saved", file);
		}
	`;
}
export {
  writeFetch
};
