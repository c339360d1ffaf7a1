import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseJson } from "../../../base/json.ts";
import { mergeHeaders, redactHeaders, type WireRequest } from "../../../http/index.ts";
import { asksForModel, previewRequest } from "../../../inference/run.ts";
import { calleeOf } from "../../call-target/resolve.ts";
import type { Context } from "../../context.ts";
import { escapeControls, toJson } from "../../terminal/json.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { SHELLS, type Shell, usualShell } from "../../terminal/shells.ts";
import { drawn } from "../../terminal/styled.ts";
import type { findCallSnippet } from "../snippet/call-snippet.ts";
import type { InferCall } from "./options.ts";
import { isStreamed, libraryArgs } from "./send.ts";

/** The display of a call that is not sent: its request, or code that sends it. */
export type ShownCall =
	| { text: string; readsFile: boolean }
	| { snippet: Awaited<ReturnType<typeof findCallSnippet>>; stream: boolean };

/** Placeholder for the model of an endpoint: a call that is only shown sends no requests. */
const PLACEHOLDER = "MODEL";

/** Finds what to show for a call that is not sent. */
export async function describeCall(given: InferCall, context: Context): Promise<ShownCall> {
	const { args, options } = given;
	const isOpen = await asksForModel(given.target.task, calleeOf(given.target), given.target.options);
	if (isOpen) {
		context.note(
			`${PLACEHOLDER} is a placeholder for the endpoint's model: hub requests it before the call. Or name one with -m.`,
		);
	}
	const target = isOpen ? { ...given.target, model: PLACEHOLDER } : given.target;
	const call = { ...given, target };
	if (options.snippet !== undefined) {
		const { direct, billTo } = options;
		const { findCallSnippet: find } = await import("../snippet/call-snippet.ts");
		const stream = isStreamed(target, options, args);
		const snippet = await find({ target, args, language: options.snippet, stream, direct, billTo }, context);
		return { snippet, stream };
	}
	const stream = isStreamed(target, options, args) ? { stream: true } : {};
	const { url, info } = await previewRequest(target.task, { ...libraryArgs(call), ...stream }, target.options);
	// Even without a token, the request shows where it goes; an endpoint may need none.
	const isKeyless = target.accessToken === undefined && target.endpointUrl === undefined;
	const authorization = isKeyless ? { Authorization: "Bearer $HF_TOKEN" } : {};
	const headers = { ...authorization, ...mergeHeaders({ ...info.headers }, target.headers) };
	const request = { url, info: { ...info, headers } };
	const text = options.curl
		? formatCurl(request, context, SHELLS[options.shell ?? usualShell(context.platform)], args["inputs"])
		: formatRequest(request, context);
	return { text, readsFile: Boolean(options.curl) && request.info.body instanceof Blob };
}

/** Prints a call that is not sent. */
export async function printShown(
	shown: ShownCall,
	{ target, args, options }: InferCall,
	context: Context,
): Promise<void> {
	if ("text" in shown) {
		if (shown.readsFile) await noteSample(args, context);
		return await context.print(options.curl ? `${shown.text}\n` : drawn(`${shown.text}\n`));
	}
	const { noteProvider, printSnippet } = await import("../snippet/print-snippets.ts");
	if (options.header) context.note("The code leaves out --header: not every client can send every header.");
	if (shown.stream && target.task !== "conversational") {
		context.note("The code waits for the whole text: only chats stream.");
	}
	noteProvider(shown.snippet, context);
	await noteSample(args, context);
	await printSnippet(shown.snippet, context);
}

/** Prints how to get the file that the code reads, if it is a built-in one. */
async function noteSample({ inputs: file }: InferCall["args"], context: Context): Promise<void> {
	if (!(file instanceof File) || existsSync(resolve(context.cwd, file.name))) return;
	const { findSample } = await import("../../../sandbox/samples/index.ts");
	const sample = findSample(file.name);
	if (sample) context.note(`The code reads ${sample.name}: hub sandbox samples ${sample.name} > ${sample.name}`);
}

/** Returns a request for `--dry-run`, as text or JSON; secrets are replaced by names. */
function formatRequest({ url, info }: WireRequest, context: Context): string {
	const headers = shownHeaders(info.headers, context);
	const body = shownBody(info.body);
	if (context.flags.json) {
		const document = { method: info.method, url, headers, body: body ?? null };
		return context.secrets.hide(toJson(document, 2));
	}
	const { bold, cyan } = context.colors.stdout;
	const lines = [
		`${bold(info.method)} ${sanitize(url)}`,
		...Object.entries(headers).map(([name, value]) => `${cyan(name)}: ${sanitize(value)}`),
		"",
		typeof body === "string" ? sanitize(body) : toJson(body, 2),
	];
	return context.secrets.hide(lines.join("\n"));
}

/** Linux takes at most 128 KiB in one argument: a longer body goes through standard input. Characters are up to 3 bytes. */
const MAX_ARGUMENT_BYTES = 40_000;

/** Returns the request as one `curl` command for a shell; a file that is the input is read from its path. */
function formatCurl({ url, info }: WireRequest, context: Context, shell: Shell, input?: unknown): string {
	const { quote, lineBreak } = shell;
	const path = input instanceof File ? input.name : undefined;
	const { "User-Agent": _agent, ...headers } = shownHeaders(info.headers, context);
	const parts = [`${shell.curl} ${quote(url)}`];
	for (const [name, value] of Object.entries(headers)) {
		const header = `${name}: ${value}`;
		parts.push(`-H ${name === "Authorization" ? shell.quoteWithVariable(header) : quote(header)}`);
	}
	const isStreamed = typeof info.body === "string" && /"stream":true/.test(info.body);
	if (isStreamed) parts.push("--no-buffer");
	if (info.body instanceof FormData) {
		for (const [name, value] of info.body) {
			const isText = typeof value === "string";
			parts.push(isText ? `--form-string ${quote(`${name}=${value}`)}` : formFile(name, value, shell, path));
		}
	} else if (typeof info.body === "string") {
		const text = escapeControls(context.secrets.hide(info.body));
		const isShort = shell === SHELLS.sh && text.length < MAX_ARGUMENT_BYTES;
		if (!isShort) return shell.withInput(parts, text);
		parts.push(`--data-raw ${quote(text)}`);
	} else if (info.body) {
		// By default, curl would send it as a form.
		const type = info.body instanceof Blob ? info.body.type : "";
		parts.push(`-H ${quote(`Content-Type: ${type}`.trim())}`, `--data-binary ${quote(`@${path ?? "input"}`)}`);
	}
	return parts.join(lineBreak);
}

function formFile(field: string, file: File, { quote }: Shell, path = file.name): string {
	const source = /[;,"\\]/.test(path) ? `"${path.replace(/["\\]/g, "\\$&")}"` : path;
	return `-F ${quote(`${field}=@${source};filename=${file.name}${file.type ? `;type=${file.type}` : ""}`)}`;
}

/** Replaces the token by its variable. */
function shownHeaders(headers: Readonly<Record<string, string>>, { secrets }: Context): Record<string, string> {
	const shown = Object.entries(headers).map(([name, value]) => [name, secrets.hide(value)] as const);
	// Headers of `--header` may contain keys, so their values are hidden.
	const redacted = redactHeaders(Object.fromEntries(shown));
	const isNamed = (value: string): boolean => /\$[A-Z][A-Z0-9_]*$/.test(value);
	return Object.fromEntries(shown.map(([name, value]) => [name, isNamed(value) ? value : (redacted[name] ?? value)]));
}

function shownBody(body: BodyInit | null | undefined): unknown {
	if (typeof body === "string") return parseJson(body) ?? body;
	if (body instanceof FormData) {
		const show = (value: string | File) =>
			typeof value === "string" ? value : `<file ${value.name}, ${value.size} bytes>`;
		return Object.fromEntries([...body].map(([name, value]) => [name, show(value)]));
	}
	if (body instanceof Blob) return `<${body.size} bytes, ${body.type || "no type"}>`;
	if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return `<${body.byteLength} bytes>`;
	return body;
}
