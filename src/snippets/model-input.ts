import type { ModelDataMinimal, PipelineType } from "../catalogue/index.ts";
import { type ChatMessage, findExampleInput, NO_EXAMPLE } from "./inputs.ts";
import { quote } from "./quote.ts";

/**
 * Returns an example input of a model as source text, for use in code: texts and file names in double quotes, objects
 * as JSON, columns as JSON on one line in single quotes. A chat is returned as messages.
 *
 * @param noWrap Puts the text on one line.
 * @param noQuotes Removes the double quotes around the text.
 */
export function getModelInputSnippet(
	model: ModelDataMinimal,
	noWrap = false,
	noQuotes = false,
): string | Pick<ChatMessage, "role" | "content">[] {
	const input = findExampleInput(model);
	if (input === undefined) return NO_EXAMPLE;
	// A copy: the caller may change it, and the next call must not see that.
	if (Array.isArray(input)) return structuredClone(input);
	let text = printInput(input, model.pipeline_tag);
	if (noWrap) text = text.replace(/(?:\r\n|\n|\r)\t*|\t+/g, " ");
	return noQuotes ? text.replace(/^"(.*)"$/s, "$1") : text;
}

function printInput(input: string | Record<string, unknown>, task: PipelineType | undefined): string {
	if (typeof input === "string") return quote(input);
	// Single quotes cannot contain line breaks.
	return task?.startsWith("tabular-") ? `'${JSON.stringify(input)}'` : JSON.stringify(input, null, 4);
}
