/** A request as code: curl, and Python with `requests`. Loaded when one of them is first shown. */
import type { SeenRequest, ShownCall } from "../../call-task.ts";
import { tokenVariable } from "./token-variable.ts";

/** Base64 of each file by its name. */
type Base64Files = Readonly<Record<string, string>>;

const TOKENS = ["hf_sandbox", "sandbox-key"];

/**
 * Returns a request as a curl command. Files in it are read from the current folder.
 * @param request `{method, url, headers, body}`, as `previewRequest` returns it
 * @param files base64 of each file by its name
 */
export function writeCurl(call: ShownCall, { url, headers, body }: SeenRequest, files: Base64Files): string {
	const variable = tokenVariable(call);
	const parts = [`curl ${quote(url)}`];
	for (const [name, value] of Object.entries(shownHeaders(headers))) {
		const hidden = hideToken(value, `$${variable}`);
		parts.push(hidden === value ? `-H ${quote(`${titleCase(name)}: ${value}`)}` : `-H "${titleCase(name)}: ${hidden}"`);
	}
	if (typeof body === "string") parts.push(...writeBody(body, files));
	else if (body instanceof FormData) parts.push(...[...body].map(([name, value]) => writePart(name, value)));
	else if (body)
		parts.push(
			`-H ${quote(`Content-Type: ${body instanceof Blob ? body.type : "application/octet-stream"}`)}`,
			`--data-binary @${Object.keys(files)[0]}`,
		);
	return parts.join(" \\\n  ");
}

function writeBody(body: string, files: Base64Files): string[] {
	const used = Object.entries(files).filter(([, base64]) => body.includes(base64));
	const text = pretty(used.reduce((rest, [name, base64]) => rest.replaceAll(base64, mark(name)), body));
	if (used.length === 0) return [`--data-raw ${quote(text)}`];
	const escaped = text.replace(/[\\$`]/g, "\\$&");
	const filled = used.reduce((rest, [name]) => rest.replaceAll(mark(name), `$(base64 -w0 ${name})`), escaped);
	return [`--data-binary @- <<EOF\n${filled}\nEOF`];
}

function writePart(name: string, value: FormDataEntryValue): string {
	return typeof value === "string"
		? `--form-string ${quote(`${name}=${value}`)}`
		: `-F ${quote(`${name}=@${value.name}`)}`;
}

/** Returns a request as a Python program that sends it with `requests`. */
export function writeRequests(call: ShownCall, { url, headers, body }: SeenRequest, files: Base64Files): string {
	const variable = tokenVariable(call);
	const used = typeof body === "string" ? Object.entries(files).filter(([, base64]) => body.includes(base64)) : [];
	const lines = Object.entries(shownHeaders(headers))
		.filter(([name]) => !(typeof body === "string" && name === "content-type"))
		.map(([name, value]) => {
			const hidden = hideToken(value, `{os.environ['${variable}']}`);
			return `        "${titleCase(name)}": ${hidden === value ? JSON.stringify(value) : `f"${hidden}"`},`;
		});
	const isStream = typeof body === "string" && (JSON.parse(body) as { stream?: unknown }).stream === true;
	return [
		...(used.length > 0 ? ["import base64"] : []),
		"import os",
		"",
		"import requests",
		"",
		...(used.length > 0
			? [
					"",
					"def encode(path):",
					'    with open(path, "rb") as file:',
					"        return base64.b64encode(file.read()).decode()",
					"",
					"",
				]
			: []),
		"response = requests.post(",
		`    ${JSON.stringify(url)},`,
		"    headers={",
		...lines,
		"    },",
		...writePythonBody(body, used, files),
		...(isStream ? ["    stream=True,"] : []),
		")",
		"response.raise_for_status()",
		...(isStream
			? ["for line in response.iter_lines(decode_unicode=True):", "    if line:", "        print(line)"]
			: ["print(response.json())"]),
	].join("\n");
}

function writePythonBody(
	body: SeenRequest["body"],
	used: readonly [name: string, base64: string][],
	files: Base64Files,
): string[] {
	if (typeof body === "string") {
		const marked = used.reduce((rest, [name, base64]) => rest.replaceAll(base64, mark(name)), body);
		return [`    json=${python(JSON.parse(marked), "    ")},`];
	}
	const [name] = Object.keys(files);
	if (!(body instanceof FormData)) return body ? [`    data=open(${JSON.stringify(name)}, "rb"),`] : [];
	const parts = [...body];
	const texts = parts.filter(([, value]) => typeof value === "string");
	const uploads = parts.flatMap(([key, value]) => (typeof value === "string" ? [] : [[key, value.name] as const]));
	return [
		`    data=${python(Object.fromEntries(texts), "    ")},`,
		`    files={${uploads.map(([key, file]) => `${JSON.stringify(key)}: open(${JSON.stringify(file)}, "rb")`).join(", ")}},`,
	];
}

/** A JSON value as Python source. */
function python(value: unknown, margin: string): string {
	if (value === null) return "None";
	if (typeof value === "boolean") return value ? "True" : "False";
	if (typeof value === "string") return pythonText(value);
	if (typeof value !== "object") return JSON.stringify(value);
	const inner = `${margin}    `;
	const isList = Array.isArray(value);
	const parts = isList
		? value.map((item) => python(item, inner))
		: Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${python(item, inner)}`);
	const [open, close] = isList ? (["[", "]"] as const) : (["{", "}"] as const);
	const short = `${open}${parts.join(", ")}${close}`;
	if (short.length <= 72 && !short.includes("\n")) return short;
	return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${margin}${close}`;
}

function pythonText(text: string): string {
	const [, before, name, after] = MARK.exec(text) ?? [];
	if (name === undefined) return JSON.stringify(text);
	const call = `encode(${JSON.stringify(name)})`;
	return [before && JSON.stringify(before), call, after && JSON.stringify(after)].filter(Boolean).join(" + ");
}

const mark = (name: string): string => `\ue000${name}\ue001`;
const MARK = /^([^\ue000]*)\ue000([^\ue001]*)\ue001(.*)$/;

function shownHeaders({ "user-agent": _agent, ...headers }: Record<string, string>): Record<string, string> {
	return headers;
}

function hideToken(value: string, shown: string): string {
	return TOKENS.reduce((text, token) => text.replaceAll(token, () => shown), value);
}

function titleCase(name: string): string {
	return name.replace(/(^|-)\w/g, (letter) => letter.toUpperCase());
}

function pretty(json: string): string {
	try {
		return JSON.stringify(JSON.parse(json), null, 2);
	} catch {
		return json;
	}
}

function quote(text: string): string {
	return `'${text.replaceAll("'", `'\\''`)}'`;
}
