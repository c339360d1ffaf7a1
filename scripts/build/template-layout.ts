import type { Layout } from "./deferred.ts";

/** How Node loads `modelhub/jinja`: the classes with the import, the engine with the first template, the rest if needed. */
export const TEMPLATE_LAYOUT: Layout = {
	entry: ["errors", "host-context", "interpreter", "limits", "syntax/tokens", "template", "template-environment"],
	parts: {
		analysis: ["describe", "variables"],
		composition: ["compile/composition", "compile/module", "syntax/composition-parser"],
		formatter: ["format", "format-expression"],
		json: ["builtins/json", "builtins/pretty-print", "parse-json", "values/quote"],
		blocks: ["compile/blocks", "compile/macros"],
		numbers: [
			"builtins/digits",
			"builtins/format-spec",
			"builtins/number-filters",
			"builtins/number-methods",
			"builtins/printf",
			"builtins/str-format",
			"builtins/strftime",
			"values/floats",
			"values/repeat",
		],
		reference: ["reference", "reference-errors"],
		sequences: ["builtins/iteration", "builtins/select-items", "builtins/sequence-filters"],
		sessions: ["compile/place", "render-async", "spans", "special-tokens", "values/host"],
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
	},
};
