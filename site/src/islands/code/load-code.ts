/** Generates code that needs the request or the client libraries. */
import { type CallState, messageOf } from "../../call-task.ts";
import { readFiles } from "../form/read-files.ts";
import { toArgs } from "../form/to-args.ts";
import { showArgs } from "./show-args.ts";

export interface CodeResult {
	text?: string | undefined;
	error?: string | undefined;
}

/** Returns `{text}`, or `{error}` if the form cannot be sent. */
export async function loadCode(language: string, call: CallState): Promise<CodeResult> {
	try {
		const shown = { ...call, args: showArgs(call) };
		if (language === "python") {
			const text = (await import("./python.ts")).writePython(shown);
			if (text) return { text };
		}
		const { task, values, provider, model, direct, extra } = call;
		const [{ previewRequest }, { writeCurl, writeRequests }, { find, base64 }] = await Promise.all([
			import("../../call.ts"),
			import("./request.ts"),
			readFiles(task, values),
		]);
		const args = { ...toArgs(task, values, find), ...extra };
		const request = await previewRequest({ task, args, provider, model, direct });
		return { text: (language === "curl" ? writeCurl : writeRequests)(shown, request, base64) };
	} catch (error) {
		return { error: messageOf(error) };
	}
}
