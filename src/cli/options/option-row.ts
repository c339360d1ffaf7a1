/** An option as data. Several commands share such rows; `addOptions` makes commander's options of them. */
export interface OptionRow {
	/** As commander and the help write it: `-m, --model <id>`. */
	flags: string;
	description: string;
	/** Kind of value, where it is not plain text. */
	value?: ValueKind;
	/** The only values it takes. */
	choices?: readonly string[];
	/** Value where the option is not given. */
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
	/** A number, or a whole one, not below `least`; the string names it in errors. */
	| { number: string; least?: number }
	| { integer: string; least?: number };
