/** The formats of `--format`, as `hub help formats` lists them; a command takes those that make sense for it. */
export const FORMATS = [
	{ name: "text", meaning: "plain text; of lists one line each, with tabs between the columns" },
	{ name: "json", meaning: "one JSON document, the same as --json; its fields stay as they are" },
	{ name: "ndjson", meaning: "one JSON document per line: entries of a list, or events of an answer as they arrive" },
	{ name: "table", meaning: "columns that fit the terminal" },
] as const;
