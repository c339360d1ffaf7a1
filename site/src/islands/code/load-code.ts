/** Generates code that needs the request or the client libraries. */
import { type CallState, messageOf, shownModel } from "../../call-task.ts";
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
		const { task, values, direct, extra } = call;
		// Code that sends a request itself has to name a provider, unless it is a chat: that goes to the router.
		const isOpen = call.provider === "auto" && !call.model && task.task !== "conversational";
		const provider = isOpen ? (task.providers[0]?.id ?? "auto") : call.provider;
		const model = shownModel(call);
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
