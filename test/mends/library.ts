import type { Proof } from "./proof.ts";

const CALLS = "inference/mend-library.test.ts";
const PACKAGE = "package/mend-library.test.ts";
const SNIPPETS = "snippets/mend-library.test.ts";
const FORMS = "sandbox/client-forms.test.ts";

/** Proofs of mend-library.md; its lines 12 and 15 are measured by `test/bench`. */
export const LIBRARY: readonly Proof[] = [
	{
		line: 1,
		test: `${CALLS}: 1: requests follow 4.13.28`,
		fault: {
			file: "inference/providers/hf-inference.ts",
			find: 'route: ({ endpoint, model }) => openAiRoute("completions", endpoint, model),',
			put: "route: modelRoute,",
		},
	},
	{
		line: 1,
		test: `${CALLS}: 1: requests follow 4.13.28`,
		fault: {
			file: "inference/providers/fal-ai/queue.ts",
			find: "?_subdomain=queue",
			put: "",
		},
	},
	{
		line: 2,
		test: `${CALLS}: 2: textGenerationStream`,
		fault: {
			file: "inference/tasks/text.ts",
			find: 'isRecord(event["token"]) ||',
			put: 'event["choices"] ||',
		},
	},
	{
		line: 3,
		test: `${PACKAGE}: get the same exports by require as by import`,
		fault: {
			file: "/scripts/build/entry-points.ts",
			find: "import: { node: nodeImport, default: modules },",
			put: "import: modules,",
		},
	},
	{
		line: 3,
		test: `${PACKAGE}: find every entry point`,
		fault: { file: "/scripts/build/entry-points.ts", find: 'path === "." ? []', put: 'path !== "./node" ? []' },
	},
	{
		line: 4,
		test: `${PACKAGE}: 4. completes providers`,
		fault: {
			file: "inference/tasks/args.ts",
			find: "(string extends Id ? Id : Id extends InferenceProviderOrPolicy ? Id : never)",
			put: "(string & {}) | Id",
		},
	},
	{
		line: 5,
		test: `${CALLS}: 5: an abort`,
		fault: {
			file: "http/stream.ts",
			find: "if (this.signal?.aborted) throw abortReason(this.signal);",
			put: "if (this.limit < 0) throw abortReason(this.signal ?? AbortSignal.abort());",
		},
	},
	{
		line: 6,
		test: `${CALLS}: 6: a LoRA mapping`,
		fault: { file: "inference/request.ts", find: "entry.hfModelId || id || model", put: "entry.hfModelId" },
	},
	{
		line: 7,
		test: `${PACKAGE}: escapes text that esbuild does not`,
		fault: { file: "/scripts/build/ascii.ts", find: "return kept + escapeUnit(unit);", put: "return kept + unit;" },
	},
	{
		line: 8,
		test: `${PACKAGE}: 8. shows inputs and outputs`,
		fault: {
			file: "inference/tasks/task.ts",
			find: 'args: BaseArgs & TaskTypes[Task]["input"] & ProviderArgs<Id>,',
			put: '{ model }: BaseArgs & TaskTypes[Task]["input"] & ProviderArgs<Id>,',
		},
	},
	{
		line: 9,
		test: `${CALLS}: 9: validation errors`,
		fault: {
			file: "http/error-detail.ts",
			find: "if (Array.isArray(list)) return list.flatMap((item: unknown) => describeItem(item));",
			put: "if (Array.isArray(list)) return [];",
		},
	},
	{
		line: 9,
		test: `${CALLS}: 9: validation errors`,
		fault: { file: "http/error-detail.ts", find: '"description", "title", "error"]', put: '"description", "error"]' },
	},
	{
		line: 10,
		test: `${CALLS}: 10: event: error`,
		fault: {
			file: "http/stream.ts",
			find: 'if (event === "error" || (value',
			put: 'if (event === "failure" || (value',
		},
	},
	{
		line: 11,
		test: `${CALLS}: 11: lists of inputs`,
		fault: {
			file: "inference/adapters/in-parts.ts",
			find: "if (fewer === undefined) throw error;",
			put: "if (fewer !== null) throw error;",
		},
	},
	{
		line: 11,
		test: `${CALLS}: 11: lists of inputs`,
		fault: { file: "inference/adapters/in-parts.ts", find: "Math.ceil(sent / 2)", put: "1" },
	},
	{
		line: 13,
		test: `${FORMS}: edits an image`,
		fault: { file: "sandbox/endpoints/images.ts", find: '?? form.get("image[]")', put: "" },
	},
	{
		line: 13,
		test: `${FORMS}: streams a transcription`,
		fault: {
			file: "sandbox/endpoints/audio.ts",
			find: '=== "true") return namedEventResponse',
			put: '=== "yes") return namedEventResponse',
		},
	},
	{
		line: 14,
		test: `${SNIPPETS}: joins model and provider`,
		fault: {
			file: "snippets/api/request.ts",
			find: "source.provider === AUTO ? source.model :",
			put: "source.provider ? source.model :",
		},
	},
	{
		line: 14,
		test: `${SNIPPETS}: text-to-audio of transformers`,
		fault: {
			file: "snippets/api/clients/huggingface-js.ts",
			find: 'provider === "hf-inference" && library !== "transformers"',
			put: 'provider === "hf-inference"',
		},
	},
	{
		line: 14,
		test: `${SNIPPETS}: openclaw is set up without prompts`,
		fault: {
			file: "catalogue/local-app-snippets.ts",
			find: "openclaw onboard --non-interactive",
			put: "openclaw onboard",
		},
	},
];
