import type { Proof } from "./proof.ts";

const CALLS = "inference/regressions.test.ts";
const PACKAGE = "package/regressions.test.ts";
const SNIPPETS = "snippets/regressions.test.ts";
const FORMS = "sandbox/client-forms.test.ts";

/** Faults of the library that were mended, each with the test that sees it. */
export const LIBRARY: readonly Proof[] = [
	{
		behaviour: "requests follow the later release",
		test: `${CALLS}: requests follow the later release`,
		fault: {
			file: "inference/providers/hf-inference.ts",
			find: 'route: ({ endpoint, model }) => openAiRoute("completions", endpoint, model),',
			put: "route: ({ endpoint, model }) => endpoint ?? model,",
		},
	},
	{
		behaviour: "requests follow the later release",
		test: `${CALLS}: requests follow the later release`,
		fault: {
			file: "inference/providers/fal-ai.ts",
			find: "?_subdomain=queue",
			put: "",
		},
	},
	{
		behaviour: "completions stream as tokens",
		test: `${CALLS}: textGenerationStream`,
		fault: {
			file: "inference/tasks/text.ts",
			find: 'isRecord(event["token"]) ||',
			put: 'event["choices"] ||',
		},
	},
	{
		behaviour: "CommonJS gets the same exports",
		test: `${PACKAGE}: find every entry point`,
		fault: { file: "/scripts/build/entry-points.ts", find: 'path === "." ? []', put: 'path !== "./node" ? []' },
	},
	{
		behaviour: "editors complete providers",
		test: `${PACKAGE}: completes providers`,
		fault: {
			file: "inference/tasks/task.ts",
			find: "(string extends Id ? Id : Id extends InferenceProviderOrPolicy ? Id : never)",
			put: "(string & {}) | Id",
		},
	},
	{
		behaviour: "an abort ends a call at once",
		test: `${CALLS}: an abort`,
		fault: {
			file: "http/stream.ts",
			find: "if (this.#signal?.aborted) throw abortReason(this.#signal);",
			put: "if (this.#limit < 0) throw abortReason(this.#signal ?? AbortSignal.abort());",
		},
	},
	{
		behaviour: "a LoRA mapping may be a list",
		test: `${CALLS}: a LoRA mapping`,
		fault: { file: "inference/build-request.ts", find: "entry.hfModelId || id || model", put: "entry.hfModelId" },
	},
	{
		behaviour: "built code is ASCII",
		test: `${PACKAGE}: escapes text that esbuild does not`,
		fault: {
			file: "/scripts/build/ascii.ts",
			find: "slashes.length % 2 === 0 ? slashes :",
			put: "slashes.length < 9 ? slashes :",
		},
	},
	{
		behaviour: "editors show inputs and outputs",
		test: `${PACKAGE}: shows inputs and outputs`,
		fault: {
			file: "inference/tasks/task.ts",
			find: 'args: BaseArgs & TaskTypes[Task]["input"] & ProviderArgs<Id> & OwnArgs<Task, Id>,',
			put: '{ model }: BaseArgs & TaskTypes[Task]["input"] & ProviderArgs<Id> & OwnArgs<Task, Id>,',
		},
	},
	{
		behaviour: "validation errors are readable",
		test: `${CALLS}: validation errors`,
		fault: {
			file: "http/error-detail.ts",
			find: "if (Array.isArray(list)) return list.flatMap((item: unknown) => describeItem(item));",
			put: "if (Array.isArray(list)) return [];",
		},
	},
	{
		behaviour: "validation errors are readable",
		test: `${CALLS}: validation errors`,
		fault: { file: "http/error-detail.ts", find: '"description", "title", "error"]', put: '"description", "error"]' },
	},
	{
		behaviour: "an error event ends a stream",
		test: `${CALLS}: event: error`,
		fault: {
			file: "http/stream.ts",
			find: 'if (event === "error" || (value',
			put: 'if (event === "failure" || (value',
		},
	},
	{
		behaviour: "lists of inputs give lists of embeddings",
		test: `${CALLS}: lists of inputs`,
		fault: {
			file: "inference/adapters/embeddings.ts",
			find: "if (fewer === undefined) throw error;",
			put: "if (fewer !== null) throw error;",
		},
	},
	{
		behaviour: "lists of inputs give lists of embeddings",
		test: `${CALLS}: lists of inputs`,
		fault: { file: "inference/adapters/embeddings.ts", find: "Math.ceil(sent / 2)", put: "1" },
	},
	{
		behaviour: "the sandbox speaks the forms of other clients",
		test: `${FORMS}: edits an image`,
		fault: { file: "sandbox/endpoints/images.ts", find: '?? form.get("image[]")', put: "" },
	},
	{
		behaviour: "the sandbox speaks the forms of other clients",
		test: `${FORMS}: streams a transcription`,
		fault: {
			file: "sandbox/endpoints/audio.ts",
			find: '=== "true") return namedEventResponse',
			put: '=== "yes") return namedEventResponse',
		},
	},
	{
		behaviour: "snippets of models, tasks and apps are complete",
		test: `${SNIPPETS}: joins model and provider`,
		fault: {
			file: "snippets/api/raw-request.ts",
			find: "source.provider === AUTO ? source.model :",
			put: "source.provider ? source.model :",
		},
	},
	{
		behaviour: "snippets of models, tasks and apps are complete",
		test: `${SNIPPETS}: text-to-audio of transformers`,
		fault: {
			file: "snippets/api/clients/huggingface-js.ts",
			find: 'provider === "hf-inference" && library !== "transformers"',
			put: 'provider === "hf-inference"',
		},
	},
	{
		behaviour: "snippets of models, tasks and apps are complete",
		test: `${SNIPPETS}: openclaw is set up without prompts`,
		fault: {
			file: "catalogue/local-app-snippets.ts",
			find: "openclaw onboard --non-interactive",
			put: "openclaw onboard",
		},
	},
];
