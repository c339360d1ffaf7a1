/** Generates code that needs the request or the client libraries. */
import { readFiles } from "../form/read-files.js";
import { toArgs } from "../form/to-args.js";
import { showArgs } from "./show-args.js";

/** Returns `{text}`, or `{error}` if the form cannot be sent. */
export async function loadCode(language, call) {
	try {
		const shown = { ...call, args: showArgs(call) };
		if (language === "python") {
			const text = (await import("./python.js")).writePython(shown);
			if (text) return { text };
		}
		const { task, values, provider, model, direct, extra } = call;
		const [{ previewRequest }, { writeCurl, writeRequests }, { find, base64 }] = await Promise.all([
			import("../../call.js"),
			import("./request.js"),
			readFiles(task, values),
		]);
		const args = { ...toArgs(task, values, find), ...extra };
		const request = await previewRequest({ task, args, provider, model, direct });
		return { text: (language === "curl" ? writeCurl : writeRequests)(shown, request, base64) };
	} catch (error) {
		return { error: error.message };
	}
}
