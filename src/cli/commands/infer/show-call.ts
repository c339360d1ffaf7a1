import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { previewRequest } from "../../../inference/preview.ts";
import type { Context } from "../../context.ts";
import { formatCurl, formatRequest } from "../../output/request.ts";
import { mergeHeaders } from "../../target/target.ts";
import type { InferCall } from "./options.ts";
import { isStreamed, libraryArgs } from "./send.ts";

/** Prepares what is shown in place of a call: its request, or code that sends it. Returns a function that prints it. */
export async function showCall(call: InferCall, context: Context): Promise<() => Promise<void>> {
	return call.options.snippet === undefined ? await showRequest(call, context) : await showSnippet(call, context);
}

/** Builds the request of `--dry-run` or `--curl`. */
async function showRequest(call: InferCall, context: Context): Promise<() => Promise<void>> {
	const { target, args, options } = call;
	const stream = isStreamed(target, options) ? { stream: true } : {};
	const { url, info } = await previewRequest(target.task, { ...libraryArgs(call), ...stream }, target.options);
	// Even without a token, the request shows its position; an endpoint may need none.
	const isKeyless = target.accessToken === undefined && target.endpointUrl === undefined;
	const authorization = isKeyless ? { Authorization: "Bearer $HF_TOKEN" } : {};
	const headers = { ...authorization, ...mergeHeaders(info.headers, target.headers) };
	const request = { url, info: { ...info, headers } };
	const text = options.curl ? formatCurl(request, context, args["inputs"]) : formatRequest(request, context);
	return async () => {
		if (options.curl && request.info.body instanceof Blob) await noteSample(args, context);
		await context.print(`${text}\n`);
	};
}

/** Says how to get the file that printed code reads, if it is a built-in one. */
async function noteSample({ inputs: file }: InferCall["args"], context: Context): Promise<void> {
	if (!(file instanceof File) || existsSync(resolve(context.cwd, file.name))) return;
	const { findSample } = await import("../../../sandbox/samples/index.ts");
	const sample = findSample(file.name);
	if (sample) context.note(`The code reads ${sample.name}: hub sandbox samples ${sample.name} > ${sample.name}`);
}

/** Finds the code of `--snippet`. */
async function showSnippet({ target, args, options }: InferCall, context: Context): Promise<() => Promise<void>> {
	const { snippet: language = "", direct, billTo, header } = options;
	const [{ findCallSnippet }, { noteProvider, printSnippet }] = await Promise.all([
		import("../snippet/call-snippet.ts"),
		import("../snippet/print-snippets.ts"),
	]);
	const stream = isStreamed(target, options);
	const found = await findCallSnippet({ target, args, language, stream, direct, billTo }, context);
	return async () => {
		if (header) context.note("The code leaves out --header: not every client can send every header.");
		if (stream && target.task !== "conversational") {
			context.note("The code waits for the whole text: only chats stream.");
		}
		noteProvider(found, context);
		await noteSample(args, context);
		await printSnippet(found, context);
	};
}
