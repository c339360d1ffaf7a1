import { quoteShell } from "../../quote.ts";
import type { Plan } from "../plan.ts";
import { printJson, printJsonLine } from "../print.ts";
import { contentTypeOf, findFile, type RawRequest } from "../raw-request.ts";
import { shellAuthorization } from "../token.ts";
import type { FileInput, Members } from "../values.ts";

export function writeCurl(plan: Plan): string | undefined {
	const { request, form } = plan;
	if (!request) return undefined;
	const { url } = request;
	const start = ["curl"];
	if (form === "conversationalStream") start.push("--no-buffer");
	// curl would expand brackets and braces to several URLs.
	if (/[[\]{}]/.test(url)) start.push("--globoff");
	const [data, ...below] = writeBody(plan, request);
	const options = [...writeHeaders(plan, request), data];
	return [[[...start, quoteShell(url)].join(" "), ...options].join(" \\\n\t"), ...below].join("\n");
}

function writeHeaders({ billTo, form, token }: Plan, { body, scheme }: RawRequest): string[] {
	// With `-d` the method is POST anyway; the usual form of a chat leaves it out.
	const method = form.startsWith("conversational") ? [] : ["-X POST"];
	const type = contentTypeOf(body);
	return [
		...method,
		`-H ${shellAuthorization(scheme, token)}`,
		...(type === undefined ? [] : [`-H 'Content-Type: ${type}'`]),
		...(billTo === undefined ? [] : [`-H ${quoteShell(`X-HF-Bill-To: ${billTo}`)}`]),
	];
}

/** Returns the options with the body, and the lines that follow the command. */
function writeBody({ form }: Plan, { bareBase64, body }: RawRequest): string[] {
	if (body.kind === "file") return [`--data-binary @${quoteShell(body.file.name)}`];
	if (body.kind === "form") {
		const fields = body.fields.map(([name, value]) =>
			typeof value === "string"
				? `--form-string ${quoteShell(`${name}=${value}`)}`
				: `-F ${quoteShell(`${name}=@"${value.name.replace(/["\\]/g, "\\$&")}"`)}`,
		);
		return [fields.join(" \\\n\t")];
	}
	const isChat = form.startsWith("conversational");
	const value = isChat ? { ...body.value, stream: form === "conversationalStream" } : body.value;
	const file = findFile(value);
	if (file) return ["-d @- <<JSON", writeDocument(value, file, bareBase64), "JSON"];
	const json = form === "zeroShotClassification" ? printJsonLine(value) : printJson(value);
	return [`-d '${json.replaceAll("\n", "\n\t").replaceAll("'", "'\\''")}'`];
}

/** JSON with the file, as a here-document, because arguments are limited in length. */
function writeDocument(value: Members, file: FileInput, bareBase64: boolean): string {
	const mark = "\u0000";
	const json = printJson(value, () => mark).replace(/[\\$`]/g, "\\$&");
	const base64 = `$(base64 < ${quoteShell(file.name)} | tr -d '\\n')`;
	return json.replaceAll(mark, () => `"${bareBase64 ? "" : `data:${file.type};base64,`}${base64}"`);
}
