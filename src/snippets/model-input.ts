import type { ModelDataMinimal } from "../catalogue/index.ts";
import { type LibraryUiElement, MODEL_LIBRARIES, type ModelLibraryKey } from "../catalogue/libraries.ts";
import { printPlainJs } from "./api/print.ts";
import { toValue } from "./api/values.ts";
import { type ChatMessage, findExampleInput, NO_EXAMPLE } from "./inputs.ts";
import { librarySnippets } from "./library/index.ts";
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
	// A copy, so that changes by the caller do not affect the next call.
	if (Array.isArray(input)) return structuredClone(input);
	// Single quotes cannot contain line breaks.
	const printed = model.pipeline_tag?.startsWith("tabular-")
		? `'${JSON.stringify(input)}'`
		: JSON.stringify(input, null, 4);
	let text = typeof input === "string" ? quote(input) : printed;
	if (noWrap) text = text.replace(/(?:\r\n|\n|\r)\t*|\t+/g, " ");
	return noQuotes ? text.replace(/^"(.*)"$/s, "$1") : text;
}

/** How messages are written. */
export interface StringifyMessagesOptions {
	/** Inserted after every line break. */
	indent?: string | undefined;
	/** Whether names stay in double quotes. Default: only if a program needs them. */
	attributeKeyQuotes?: boolean | undefined;
	/** Applied to the whole text at the end. */
	customContentEscaper?: ((text: string) => string) | undefined;
}

/** Messages of a chat as source text, indented with tabs. */
export function stringifyMessages(messages: readonly unknown[], options: StringifyMessagesOptions = {}): string {
	const { indent, attributeKeyQuotes, customContentEscaper } = options;
	const text = attributeKeyQuotes ? JSON.stringify(messages, null, "\t") : printPlainJs(toValue(messages) ?? []);
	const indented = indent ? text.replaceAll("\n", `\n${indent}`) : text;
	return customContentEscaper ? customContentEscaper(indented) : indented;
}

/** How generation options are written. */
export interface StringifyGenerationConfigOptions {
	/** Between the entries, such as a line break with tabs. */
	indent: string;
	/** Between name and value, such as `: ` or `=`. */
	attributeValueConnector: string;
	/** Whether names are in double quotes. Default: false. */
	attributeKeyQuotes?: boolean | undefined;
}

/** Generation options as source text, each with a comma after it; empty if there are none. */
export function stringifyGenerationConfig(
	config: Readonly<Record<string, unknown>>,
	{ indent, attributeValueConnector, attributeKeyQuotes }: StringifyGenerationConfigOptions,
): string {
	return Object.entries(config)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => {
			const key = attributeKeyQuotes ? JSON.stringify(name) : name;
			return `${key}${attributeValueConnector}${JSON.stringify(value)},`;
		})
		.join(indent);
}

/** All model libraries, by the value of a model's `library_name`. */
export const MODEL_LIBRARIES_UI_ELEMENTS = Object.fromEntries(
	Object.entries(MODEL_LIBRARIES).map(([key, library]) => {
		// Hezar has snippets here; the reference shows none.
		const snippets = key === "hezar" ? undefined : librarySnippets[key];
		return [key, snippets ? { ...library, snippets } : library];
	}),
) as Record<ModelLibraryKey, LibraryUiElement>;
