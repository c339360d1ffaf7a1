import { type Code, code, js, lines, paragraphs } from "../../library/snippet.ts";
import { quote } from "../../quote.ts";
import { answerOf, isMedia, type MediaAnswer } from "../forms.ts";
import { jsBlob, jsDataUrl, jsFileImport, readFileJs } from "../js.ts";
import type { Plan } from "../plan.ts";
import { printJs, writeVariable } from "../print.ts";
import { contentTypeOf, findFile, type RawBody, type RawRequest } from "../raw-request.ts";
import { jsToken } from "../token.ts";

const FAILURE = `\`\${response.status}: \${await response.text()}\``;

/** JavaScript without any package. */
export function writeFetch(plan: Plan): string | undefined {
	const { billTo, request, token } = plan;
	if (!request) return undefined;
	const answer = answerOf(plan);
	const { body, scheme } = request;
	const headers = {
		Authorization: jsToken(token, scheme),
		"Content-Type": contentTypeOf(body),
		"X-HF-Bill-To": billTo,
	};
	const readsFile = body.kind !== "json" || findFile(body.value) !== undefined;
	return paragraphs(
		jsFileImport(readsFile ? "readFile" : undefined, isMedia(answer) ? "writeFile" : undefined),
		prepareBody(body),
		js`
			const response = await fetch(${request.url}, {
				method: "POST",
				headers: ${printJs(headers)},
				body: ${writeBody(request)},
			});
			if (!response.ok) throw new Error(${code(FAILURE)});
		`,
		isMedia(answer) ? readMedia(answer) : code("console.log(JSON.stringify(await response.json()));"),
	).content;
}

function prepareBody(body: RawBody): Code | undefined {
	if (body.kind === "form") {
		const fields = body.fields.map(([name, value]) =>
			typeof value === "string"
				? js`form.append(${name}, ${value});`
				: js`form.append(${name}, ${code(jsBlob(value))}, ${value.name});`,
		);
		return lines(code("const form = new FormData();"), ...fields);
	}
	const file = body.kind === "json" ? findFile(body.value) : undefined;
	return file && readFileJs(file);
}

function writeBody({ bareBase64, body }: RawRequest): Code {
	if (body.kind === "form") return code("form");
	if (body.kind === "file") return code(`await readFile(${quote(body.file.name)})`);
	return js`JSON.stringify(${printJs(body.value, bareBase64 ? writeVariable : jsDataUrl)})`;
}

function readMedia(answer: MediaAnswer): Code {
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
