import type { Proof } from "./proof.ts";

const MENDS = "template/mend-templates.test.ts";

/** Proofs of mend-templates.md; its line 10 is measured by `test/bench`. */
export const TEMPLATES: readonly Proof[] = [
	{
		line: 1,
		test: `${MENDS}: 1: JSON keeps types`,
		fault: { file: "template/parse-json.ts", find: "NEEDS_CARE.test(text) ? readValid(text) : value", put: "value" },
	},
	{
		line: 1,
		test: `${MENDS}: 1: JSON keeps types`,
		fault: { file: "template/parse-json.ts", find: "return isReordered ? entries :", put: "return" },
	},
	{
		line: 2,
		test: `${MENDS}: 2: split`,
		fault: {
			file: "template/builtins/split.ts",
			find: "strip(text, undefined, limit < 0 || !fromRight, limit < 0 || fromRight)",
			put: "strip(text, undefined, true, true)",
		},
	},
	{
		line: 3,
		test: `${MENDS}: 3: max_steps counts`,
		fault: { file: "template/values/meter.ts", find: "current?.spend(steps);", put: "" },
	},
	{
		line: 3,
		test: `${MENDS}: 3: max_time and signal`,
		fault: {
			file: "template/values/meter.ts",
			find: "throw new TemplateLimitError(`the template takes longer",
			put: "throw new RangeError(`the template takes longer",
		},
	},
	{
		line: 4,
		test: `${MENDS}: 4: host values`,
		fault: {
			file: "template/values/adopt.ts",
			find: "if (!isIterable(value)) return value;",
			put: "if (value) return value;",
		},
	},
	{
		line: 4,
		test: `${MENDS}: 4: host values`,
		fault: { file: "template/values/adopt.ts", find: "if (value instanceof Date)", put: "if (value === null)" },
	},
	{
		line: 5,
		test: `${MENDS}: 5: wordwrap`,
		fault: {
			file: "template/builtins/word-wrap.ts",
			find: "/[\\t-\\r ]+|[^\\t-\\r ]+/g",
			put: "/\\s+|\\S+/g",
		},
	},
	{
		line: 6,
		test: `${MENDS}: 6: errors name`,
		fault: {
			file: "template/engine.ts",
			find: "parseSource(source, { ...options, name })",
			put: "parseSource(source, options)",
		},
	},
	{
		line: 7,
		test: `${MENDS}: 7: an inline if`,
		fault: {
			file: "template/compile/expressions.ts",
			find: 'compiler.settings.isReference ? "chainable" : "default"',
			put: "compiler.settings.undefinedMode",
		},
	},
	{
		line: 8,
		test: `${MENDS}: 8: words`,
		fault: { file: "template/syntax/grammar.ts", find: "\\\\x1c-\\\\x20\\\\x85", put: "\\\\x20" },
	},
	{
		line: 9,
		test: `${MENDS}: 9: rejected templates`,
		fault: {
			file: "template/compile/macros.ts",
			find: 'entry.name === "caller" && !entry.value)',
			put: "entry.name === null)",
		},
	},
	{
		line: 9,
		test: `${MENDS}: 9: rejected templates`,
		fault: {
			file: "template/values/text.ts",
			find: "if (open.includes(value)) return again;",
			put: "if (open.length > 50) return '…';",
		},
	},
	{
		line: 11,
		test: `${MENDS}: 11: finalize`,
		fault: { file: "template/compile/output.ts", find: "finalize(value)", put: "value" },
	},
	{
		line: 11,
		test: `${MENDS}: 11: policies`,
		fault: { file: "template/options.ts", find: "policies: options.policies ?? {},", put: "policies: {}," },
	},
	{
		line: 11,
		test: `${MENDS}: 11: an environment`,
		fault: { file: "template/engine.ts", find: "if (known) return known;", put: "" },
	},
	{
		line: 11,
		test: "template/spans.test.ts: distinguishes blocks from equal user text",
		fault: { file: "template/spans.ts", find: "starts.push(text.length);", put: "starts.push(0);" },
	},
	{
		line: 11,
		test: "template/spans.test.ts: finds equal turns",
		fault: { file: "template/engine.ts", find: "(found && alignSpans(found, text)) ??", put: "" },
	},
];
