import type { Parts } from "./deferred.ts";

/** The parts of `modelhub/jinja` that Node loads later: what few templates need, or few programs. */
export const TEMPLATE_PARTS: Parts = {
	analysis: ["describe", "variables"],
	composition: ["compile/composition", "syntax/composition-parser"],
	formatter: ["format", "format-expression"],
	json: ["builtins/json", "builtins/pretty-print", "parse-json"],
	numbers: [
		"builtins/digits",
		"builtins/format-spec",
		"builtins/number-filters",
		"builtins/number-methods",
		"builtins/printf",
		"builtins/str-format",
		"builtins/strftime",
	],
	reference: ["reference", "reference-errors"],
	sequences: ["builtins/select-items", "builtins/sequence-filters"],
	sessions: ["render-async", "spans", "special-tokens"],
	texts: ["builtins/case", "builtins/search", "builtins/split", "builtins/text-methods"],
	words: [
		"builtins/html-entities",
		"builtins/html-filters",
		"builtins/layout-filters",
		"builtins/lipsum",
		"builtins/strip-tags",
		"builtins/urlize",
		"builtins/word-wrap",
	],
};
