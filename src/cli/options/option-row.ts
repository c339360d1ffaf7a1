/** An option as data, shared by several commands; `addOptions` converts it to commander's. */
export interface OptionRow {
	/** In commander's syntax: `-m, --model <id>`. */
	flags: string;
	description: string;
	/** Kind of value, if not plain text. */
	value?: ValueKind;
	/** The only values it takes. */
	choices?: readonly string[];
	/** Value if the option is not given. */
	fallback?: unknown;
}

export type ValueKind =
	/** Repeatable; the values are a list. */
	| "repeated"
	/** Several values in one text, with commas between them. */
	| "list"
	/** Bytes: `2MB`. */
	| "size"
	/** `Name: value`; repeatable. */
	| "header"
	/** Name of an account on the hub. */
	| "account"
	/** A number, or a whole one, not below `least`; the string is its name in errors. */
	| { number: string; least?: number }
	| { integer: string; least?: number };
