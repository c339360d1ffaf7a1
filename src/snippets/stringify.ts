import { printPlainJs } from "./api/print.ts";
import { toValue } from "./api/values.ts";

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
