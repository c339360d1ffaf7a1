import type { ModelDataMinimal } from "../catalogue/index.ts";
import { type ChatMessage, findExampleInput, NO_EXAMPLE } from "./inputs.ts";
import { quote } from "./quote.ts";

/**
 * An example input of a model as source text, for use in code: texts and file names in double quotes, objects as JSON,
 * tables as JSON in single quotes. A chat is returned as messages.
 *
 * @param noWrap Puts the text on one line.
 * @param noQuotes Takes the double quotes around the text away.
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
	let text = typeof input === "string" ? quote(input) : JSON.stringify(input, null, 4);
	if (model.pipeline_tag?.startsWith("tabular-")) text = `'${text}'`;
	if (noWrap) text = text.replace(/(?:\r\n|\n|\r)\t*|\t+/g, " ");
	return noQuotes ? text.replace(/^"(.*)"$/s, "$1") : text;
}
