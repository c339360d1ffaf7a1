/** The names that people use, by what they want to do: the first page of the API, and more on the page of each. */

export interface ApiJob {
	title: string;
	text: string;
	names: ApiName[];
}

/** What the sources do not say of a name; arguments and defaults come from its declaration. */
export interface ApiName {
	/** Entry point. */
	entry: string;
	name: string;
	/** What it is for, in a line. */
	use: string;
	/** A whole program; it runs in a test. */
	example: string;
	/** What it prints. */
	prints: string;
	/** Path of the guide. */
	guide: string;
	/** Names of the errors it throws. */
	errors: readonly string[];
}

const CALL_ERRORS = [
	"InferenceClientInputError",
	"InferenceClientRoutingError",
	"InferenceClientHubApiError",
	"InferenceClientProviderApiError",
	"InferenceClientProviderOutputError",
];

/** A program with a client on the sandbox. */
function onSandbox(
	code: string,
	{
		names = "InferenceClient",
		imports = "",
		fetch = "createSandbox()",
	}: { names?: string; imports?: string; fetch?: string } = {},
): string {
	return `import { ${names} } from "modelhub";
${imports}import { createSandbox } from "modelhub/sandbox";

const client = new InferenceClient("hf_any", { fetch: ${fetch} });
${code}`;
}

/** Prints the model's answer. */
const asking = (question: string) => `const { choices } = await client.chatCompletion({
  model: "Qwen/Qwen3-32B",
  messages: [{ role: "user", content: "${question}" }],
});
console.log(choices[0]?.message.content);`;

/** A function that calls a model: those of the main entry point throw the same errors. */
const calling = (name: Omit<ApiName, "entry" | "errors">): ApiName => ({
	...name,
	entry: "modelhub",
	errors: CALL_ERRORS,
});

export const API_JOBS: readonly ApiJob[] = [
	{
		title: "Chat",
		text: "Ask, stream, get an object, or let the model call your functions.",
		names: [
			calling({
				name: "InferenceClient",
				use: "a client with a method for each task, which keeps token and options",
				example: onSandbox(asking("What is 12 * 7?")),
				prints: "12 * 7 = 84",
				guide: "guides/getting-started/",
			}),
			calling({
				name: "chatCompletion",
				use: "a whole answer",
				example: `import { chatCompletion } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const messages = [{ role: "user" as const, content: "Say hello" }];
const { choices } = await chatCompletion(
  { accessToken: "hf_any", model: "Qwen/Qwen3-32B", messages },
  { fetch: createSandbox() },
);
console.log(choices[0]?.message.content);`,
				prints: "hello",
				guide: "guides/tasks-and-inputs/",
			}),
			calling({
				name: "chatCompletionStream",
				use: "an answer while it is written",
				example: onSandbox(`for await (const chunk of client.chatCompletionStream({
  model: "Qwen/Qwen3-32B",
  messages: [{ role: "user", content: "Say hello" }],
})) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? "");
}`),
				prints: "hello",
				guide: "guides/streaming/",
			}),
			calling({
				name: "chatCompletionObject",
				use: "an answer as a checked object",
				example: onSandbox(`const { value } = await client.chatCompletionObject({
  model: "Qwen/Qwen3-32B",
  messages: [{ role: "user", content: "Ada, born in 1815" }],
  schema: {
    type: "object",
    properties: { name: { type: "string" }, born: { type: "integer" } },
    required: ["name", "born"],
  },
});
console.log(JSON.stringify(value));`),
				prints: '{"name":"Ada","born":1815}',
				guide: "guides/structured-output/",
			}),
			{
				entry: "modelhub",
				name: "runTools",
				use: "the loop of a chat that calls your functions",
				example: onSandbox(
					`const weather = tool({
  name: "get_weather",
  description: "The weather of a city, now.",
  schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  run: async () => ({ degrees: 12 }),
});
const messages = [{ role: "user" as const, content: "What is the weather in Oslo?" }];
const run = runTools(client, { model: "Qwen/Qwen3-32B", messages, tools: [weather] });
console.log((await run.result()).reason);`,
					{ names: "InferenceClient, runTools, tool" },
				),
				prints: "stop",
				guide: "guides/tools-and-mcp/",
				errors: ["InferenceClientToolRunError", ...CALL_ERRORS],
			},
		],
	},
	{
		title: "Other tasks",
		text: "Every task is a function of the same form, and a method of the client.",
		names: [
			calling({
				name: "featureExtraction",
				use: "embeddings",
				example: onSandbox(`const vector = await client.featureExtraction({
  provider: "hf-inference",
  model: "sentence-transformers/all-MiniLM-L6-v2",
  inputs: "A lighthouse by the sea",
});
console.log(Array.isArray(vector));`),
				prints: "true",
				guide: "guides/embeddings-and-search/",
			}),
			calling({
				name: "textToImage",
				use: "a picture from words",
				example: onSandbox(`const image = await client.textToImage({
  provider: "fal-ai",
  model: "black-forest-labs/FLUX.1-schnell",
  inputs: "a lighthouse",
});
console.log(image.type);`),
				prints: "image/png",
				guide: "guides/tasks-and-inputs/",
			}),
			calling({
				name: "sentenceSimilarity",
				use: "how close sentences are to one",
				example: onSandbox(`const [same = 0, other = 0] = await client.sentenceSimilarity({
  provider: "hf-inference",
  model: "sentence-transformers/all-MiniLM-L6-v2",
  inputs: { source_sentence: "A ship on the sea", sentences: ["The ship sails the sea", "A stone"] },
});
console.log(same > other);`),
				prints: "true",
				guide: "guides/embeddings-and-search/",
			}),
			calling({
				name: "fillMask",
				use: "the word that is missing",
				example: onSandbox(`const [best] = await client.fillMask({
  provider: "hf-inference",
  model: "google-bert/bert-base-uncased",
  inputs: "The capital of France is [MASK].",
});
console.log(best?.sequence);`),
				prints: "The capital of France is Paris.",
				guide: "guides/tasks-and-inputs/",
			}),
			calling({
				name: "tokenClassification",
				use: "names in a text",
				example: onSandbox(`const [first] = await client.tokenClassification({
  provider: "hf-inference",
  model: "dslim/bert-base-NER",
  inputs: "Ada Lovelace met Charles Babbage in London.",
});
console.log(first?.word);`),
				prints: "Ada Lovelace",
				guide: "guides/tasks-and-inputs/",
			}),
		],
	},
	{
		title: "Make it reliable",
		text: "Each takes a fetch and returns one, so they can be combined.",
		names: [
			{
				entry: "modelhub",
				name: "retry",
				use: "tries again where that helps and is safe",
				example: onSandbox(asking("Say hello"), {
					names: "InferenceClient, retry",
					fetch: 'retry(createSandbox({ faults: "503:0.3", seed: 7 }))',
				}),
				prints: "hello",
				guide: "guides/errors-and-retries/",
				errors: [],
			},
			{
				entry: "modelhub",
				name: "InferenceClientProviderApiError",
				use: "a provider refused or failed: match the class, not the message",
				example: onSandbox(
					`try {
  await client.chatCompletion({ model: "sandbox/overloaded", messages: [{ role: "user", content: "Hi" }] });
} catch (error) {
  if (error instanceof InferenceClientProviderApiError) console.log(error.httpResponse.status);
}`,
					{ names: "InferenceClient, InferenceClientProviderApiError" },
				),
				prints: "503",
				guide: "guides/errors-and-retries/",
				errors: [],
			},
			{
				entry: "modelhub",
				name: "timeout",
				use: "ends a call that takes too long",
				example: onSandbox(asking("Say hello"), {
					names: "InferenceClient, timeout",
					fetch: "timeout(createSandbox(), { idle: 30_000 })",
				}),
				prints: "hello",
				guide: "guides/errors-and-retries/",
				errors: [],
			},
			{
				entry: "modelhub",
				name: "replay",
				use: "answers from recordings, for tests without a network",
				example: `import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InferenceClient, replay } from "modelhub";
import { folderStore } from "modelhub/node";
import { createSandbox } from "modelhub/sandbox";

const store = folderStore(await mkdtemp(join(tmpdir(), "calls-")));
const fetch = replay(store, { onMiss: "record", fetch: createSandbox() });
const client = new InferenceClient("hf_any", { fetch });
${asking("Say hello")}`,
				prints: "hello",
				guide: "guides/testing/",
				errors: ["ReplayMissError"],
			},
			{
				entry: "sandbox",
				name: "createSandbox",
				use: "stands in for Hugging Face and all providers",
				example: onSandbox(asking("Count to 5")),
				prints: "1, 2, 3, 4, 5",
				guide: "guides/testing/",
				errors: [],
			},
		],
	},
	{
		title: "Many rows, many users",
		text: "The engines of hub batch and hub serve, as functions.",
		names: [
			{
				entry: "batch",
				name: "runBatch",
				use: "one task over many rows, within limits and a budget",
				example: `import { runBatch } from "modelhub/batch";
import { createSandbox } from "modelhub/sandbox";

const rows = [{ id: "a", args: { messages: [{ role: "user" as const, content: "Say hello" }] } }];
for await (const { id, error } of runBatch({
  task: "conversational",
  model: "meta-llama/Llama-3.1-8B-Instruct",
  accessToken: "hf_any",
  fetch: createSandbox(),
  rows,
})) {
  console.log(id, error ?? "done");
}`,
				prints: "a done",
				guide: "guides/batch/",
				errors: CALL_ERRORS,
			},
			{
				entry: "gateway",
				name: "createGateway",
				use: "a server in OpenAI's and Anthropic's forms, as a function",
				example: `import { createGateway } from "modelhub/gateway";
import { createSandbox } from "modelhub/sandbox";

const gateway = createGateway({ token: "hf_any", fetch: createSandbox() });
const response = await gateway(new Request("http://localhost/v1/models"));
console.log(response.status);`,
				prints: "200",
				guide: "guides/serve/",
				errors: [],
			},
		],
	},
	{
		title: "Templates and snippets",
		text: "Render a model's chat template, and write code that calls or loads it.",
		names: [
			{
				entry: "jinja",
				name: "Template",
				use: "a chat template",
				example: `import { Template } from "modelhub/jinja";

const template = new Template("Hello {{ name }}!");
console.log(template.render({ name: "Ada" }));`,
				prints: "Hello Ada!",
				guide: "guides/templates/",
				errors: ["TemplateError"],
			},
			{
				entry: "jinja",
				name: "undeclaredVariables",
				use: "the variables that a template expects",
				example: `import { undeclaredVariables } from "modelhub/jinja";

console.log([...undeclaredVariables("Hello {{ name }}, from {{ place }}")].join(" "));`,
				prints: "name place",
				guide: "guides/templates/",
				errors: ["TemplateSyntaxError"],
			},
			{
				entry: "snippets",
				name: "getInferenceSnippets",
				use: "code that calls a model, for several languages and clients",
				example: `import { getInferenceSnippets } from "modelhub/snippets";

const model = {
  id: "openai/gpt-oss-120b",
  pipeline_tag: "text-generation" as const,
  tags: ["conversational"],
  inference: "",
};
const [first] = getInferenceSnippets(model, "groq");
console.log(first?.language);`,
				prints: "python",
				guide: "guides/choosing-a-provider/",
				errors: [],
			},
		],
	},
];

/** The entry of a name, if it is one of those that people use. */
export function findApiName(entry: string, name: string): ApiName | undefined {
	return API_JOBS.flatMap(({ names }) => names).find((known) => known.entry === entry && known.name === name);
}
