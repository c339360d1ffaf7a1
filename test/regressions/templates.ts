import type { Proof } from "./proof.ts";

const CASES = "template/regressions.test.ts";

/** Faults of the template engine that were mended, each with the test that sees it. */
export const TEMPLATES: readonly Proof[] = [
	{
		behaviour: "JSON keeps types and order",
		test: `${CASES}: JSON keeps types`,
		fault: { file: "template/parse-json.ts", find: "NEEDS_CARE.test(text) ? readValid(text) : value", put: "value" },
	},
	{
		behaviour: "JSON keeps types and order",
		test: `${CASES}: JSON keeps types`,
		fault: { file: "template/parse-json.ts", find: "return isReordered ? entries :", put: "return" },
	},
	{
		behaviour: "split works as in Python",
		test: `${CASES}: split`,
		fault: {
			file: "template/builtins/text-operations.ts",
			find: "strip(text, undefined, true, limit < 0)",
			put: "strip(text, undefined, true, true)",
		},
	},
	{
		behaviour: "limits stop every render",
		test: `${CASES}: max_steps counts`,
		fault: { file: "template/values/meter.ts", find: "current?.spend(steps);", put: "" },
	},
	{
		behaviour: "limits stop every render",
		test: `${CASES}: max_time and signal`,
		fault: {
			file: "template/values/meter.ts",
			find: "throw new TemplateLimitError(`the template takes longer",
			put: "throw new RangeError(`the template takes longer",
		},
	},
	{
		behaviour: "host values are visible or rejected",
		test: `${CASES}: host values`,
		fault: {
			file: "template/values/adopt.ts",
			find: "if (!isIterable(value)) return value;",
			put: "if (value) return value;",
		},
	},
	{
		behaviour: "host values are visible or rejected",
		test: `${CASES}: host values`,
		fault: { file: "template/values/adopt.ts", find: "if (value instanceof Date)", put: "if (value === null)" },
	},
	{
		behaviour: "wordwrap breaks as Jinja2 does",
		test: `${CASES}: wordwrap`,
		fault: {
			file: "template/builtins/layout-filters.ts",
			find: "/[\\t-\\r ]+|[^\\t-\\r ]+/g",
			put: "/\\s+|\\S+/g",
		},
	},
	{
		behaviour: "errors name their template",
		test: `${CASES}: errors name`,
		fault: {
			file: "template/loader.ts",
			find: "parseSource(engine, source, { ...options, name })",
			put: "parseSource(engine, source, options)",
		},
	},
	{
		behaviour: "an inline if without else is undefined",
		test: `${CASES}: an inline if`,
		fault: {
			file: "template/compile/expressions.ts",
			find: 'settings.reference ? "chainable" : "default"',
			put: "settings.undefinedMode",
		},
	},
	{
		behaviour: "words are split as in Python",
		test: `${CASES}: words`,
		fault: { file: "template/values/search-text.ts", find: "\\\\x1c-\\\\x20\\\\x85", put: "\\\\x20" },
	},
	{
		behaviour: "what Jinja2 rejects is rejected",
		test: `${CASES}: rejected templates`,
		fault: {
			file: "template/compile/macros.ts",
			find: 'entry.name === "caller" && !entry.value)',
			put: "entry.name === null)",
		},
	},
	{
		behaviour: "what Jinja2 rejects is rejected",
		test: `${CASES}: rejected templates`,
		fault: {
			file: "template/values/text.ts",
			find: "if (open.includes(value)) return again;",
			put: "if (open.length > 50) return '…';",
		},
	},
	{
		behaviour: "an environment has finalize, policies and spans",
		test: `${CASES}: finalize`,
		fault: { file: "template/compile/statements.ts", find: "finalize(value)", put: "value" },
	},
	{
		behaviour: "an environment has finalize, policies and spans",
		test: `${CASES}: policies`,
		fault: { file: "template/settings.ts", find: "policies: options.policies ?? {},", put: "policies: {}," },
	},
	{
		behaviour: "an environment has finalize, policies and spans",
		test: `${CASES}: an environment`,
		fault: { file: "template/loader.ts", find: "if (known) return known;", put: "" },
	},
	{
		behaviour: "an environment has finalize, policies and spans",
		test: "template/spans.test.ts: distinguishes blocks from equal user text",
		fault: { file: "template/render-async.ts", find: "starts.push(text.length);", put: "starts.push(0);" },
	},
	{
		behaviour: "an environment has finalize, policies and spans",
		test: "template/spans.test.ts: finds equal turns",
		fault: { file: "template/render-async.ts", find: "(found && alignSpans(found, text)) ??", put: "" },
	},
];
