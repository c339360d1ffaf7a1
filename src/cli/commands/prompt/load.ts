import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { readConfig } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { readAttachments } from "../../input/attach/read-attachments.ts";
import { connect } from "../../network/connect.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";
import { LARGEST_PROMPT, parsePrompt, type SavedPrompt } from "./file.ts";
import { findPrompt, readPromptFile } from "./store.ts";

/**
 * Reads the prompt that `-T` names: a saved one, a file or, after asking, a URL.
 * @throws UsageError if there is none, and for a URL if the user cannot be asked
 */
export async function loadPrompt(word: string, options: GlobalOptions, context: Context): Promise<SavedPrompt> {
	if (/^https?:\/\//i.test(word)) return await parsePrompt(await fetchPrompt(word, options, context), word);
	const isPath = /[/\\]|\.ya?ml$/i.test(word);
	const home = word.startsWith("~/") ? join(context.env["HOME"] || homedir(), word.slice(2)) : word;
	const path = isPath ? resolve(context.cwd, home) : findPrompt(context.env, word);
	return await parsePrompt(await readPromptFile(path, word, context), word);
}

/** A prompt from the web is fetched only after the user agreed. */
async function fetchPrompt(url: string, options: GlobalOptions, context: Context): Promise<string> {
	if (!context.isInteractive) {
		throw new UsageError(
			"A prompt from a URL needs a terminal: hub asks before it uses one.",
			"Download the file, review it, and use it with -T ./FILE.yaml.",
			"no-terminal",
		);
	}
	const { askQuestions } = await import("../../prompts/ask.tsx");
	const [answer = ""] = await askQuestions(
		`hub infer --saved ${url}`,
		[{ text: `Use the prompt from ${new URL(url).host}?`, example: "y to fetch and use it, n to cancel" }],
		context,
	);
	if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError("The prompt was not used.", undefined, "no-input");
	const limits = { ...context.flags, maxInput: LARGEST_PROMPT };
	const bounded = Object.create(context, { flags: { value: limits } }) as Context;
	const { sandbox, timeout, retries, proxy } = options;
	const network = Object.fromEntries(
		Object.entries({ sandbox, timeout, retries, proxy }).filter(([, value]) => value !== undefined),
	);
	const open = async () => (await connect(network, bounded, readConfig(context))).fetch;
	const [file] = await readAttachments([url], open, bounded);
	if (file?.kind === "text") return file.text;
	throw new UsageError(`${url} is not a saved prompt.`, "Expected a YAML file.", "invalid-file");
}
