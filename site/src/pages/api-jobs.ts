/** The names that people use, by what they want to do: the first page of the API, and more on the page of each. */

export interface ApiJob {
	title: string;
	text: string;
	names: ApiName[];
}

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
	/** Arguments with their defaults. */
	parameters: { name: string; meaning: string; default?: string }[];
	/** Names of the errors it throws. */
	errors: string[];
}

const CLIENT = `import { InferenceClient } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const client = new InferenceClient("hf_any", { fetch: createSandbox() });
`;

const CALL_ERRORS = [
	"InferenceClientInputError",
	"InferenceClientRoutingError",
	"InferenceClientHubApiError",
	"InferenceClientProviderApiError",
	"InferenceClientProviderOutputError",
];

const CALLED = [
	{ name: "model", meaning: "id on Hugging Face, or at a provider with models of its own", default: "the task's own" },
	{ name: "provider", meaning: "id of a provider, or a provider of your own", default: '"auto": Hugging Face chooses' },
	{ name: "accessToken", meaning: "a Hugging Face token, or the provider's key", default: "the client's" },
	{ name: "endpointUrl", meaning: "a server of your own, in place of a provider", default: "none" },
];

const MESSAGES = { name: "messages", meaning: "the conversation, as OpenAI's API writes it" };
const INPUTS = { name: "inputs", meaning: "the text" };
const PARAMETERS = { name: "parameters", meaning: "those of the task; its page lists them", default: "the model's" };

export const API_JOBS: readonly ApiJob[] = [
	{
		title: "Chat",
		text: "Ask, stream, get an object, or let the model call your functions.",
		names: [
			{
				entry: "modelhub",
				name: "InferenceClient",
				use: "a client with a method for each task, which keeps token and options",
				example: `${CLIENT}const { choices } = await client.chatCompletion({
  model: "Qwen/Qwen3-32B",
  messages: [{ role: "user", content: "What is 12 * 7?" }],
});
console.log(choices[0]?.message.content);`,
				prints: "12 * 7 = 84",
				guide: "guides/getting-started/",
				parameters: [
					{ name: "accessToken", meaning: "a Hugging Face token, or a provider's key", default: "none" },
					{
						name: "options.fetch",
						meaning: "what sends requests: a recording, the sandbox, retries",
						default: "the platform's",
					},
					{
						name: "options.retry_on_error",
						meaning: "whether a model that is loading is tried again",
						default: "true",
					},
					{ name: "options.signal", meaning: "cancels calls", default: "none" },
				],
				errors: CALL_ERRORS,
			},
			{
				entry: "modelhub",
				name: "chatCompletion",
				use: "a whole answer",
				example: `import { chatCompletion } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const { choices } = await chatCompletion(
  { accessToken: "hf_any", model: "Qwen/Qwen3-32B", messages: [{ role: "user", content: "Say hello" }] },
  { fetch: createSandbox() },
);
console.log(choices[0]?.message.content);`,
				prints: "hello",
				guide: "guides/tasks-and-inputs/",
				parameters: [
					MESSAGES,
					...CALLED,
					{ name: "max_tokens", meaning: "most tokens of the answer", default: "the model's" },
					{ name: "temperature", meaning: "0 for the likeliest words, 2 for wild ones", default: "the model's" },
					{ name: "tools", meaning: "functions that the model may ask for", default: "none" },
					{ name: "response_format", meaning: "a JSON schema that the answer follows", default: "text" },
				],
				errors: CALL_ERRORS,
			},
			{
				entry: "modelhub",
				name: "chatCompletionStream",
				use: "an answer while it is written",
				example: `${CLIENT}for await (const chunk of client.chatCompletionStream({
  model: "Qwen/Qwen3-32B",
  messages: [{ role: "user", content: "Say hello" }],
})) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? "");
}`,
				prints: "hello",
				guide: "guides/streaming/",
				parameters: [MESSAGES, ...CALLED],
				errors: CALL_ERRORS,
			},
			{
				entry: "modelhub",
				name: "chatCompletionObject",
				use: "an answer as a checked object",
				example: `${CLIENT}const { value } = await client.chatCompletionObject({
  model: "Qwen/Qwen3-32B",
  messages: [{ role: "user", content: "Ada, born in 1815" }],
  schema: {
    type: "object",
    properties: { name: { type: "string" }, born: { type: "integer" } },
    required: ["name", "born"],
  },
});
console.log(JSON.stringify(value));`,
				prints: '{"name":"Ada","born":1815}',
				guide: "guides/structured-output/",
				parameters: [MESSAGES, { name: "schema", meaning: "a JSON schema, or one of zod or arktype" }, ...CALLED],
				errors: CALL_ERRORS,
			},
			{
				entry: "modelhub",
				name: "runTools",
				use: "the loop of a chat that calls your functions",
				example: `import { InferenceClient, runTools, tool } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const client = new InferenceClient("hf_any", { fetch: createSandbox() });
const weather = tool({
  name: "get_weather",
  description: "The weather of a city, now.",
  schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  run: async () => ({ degrees: 12 }),
});
const messages = [{ role: "user" as const, content: "What is the weather in Oslo?" }];
const run = runTools(client, { model: "Qwen/Qwen3-32B", messages, tools: [weather] });
console.log((await run.result()).reason);`,
				prints: "stop",
				guide: "guides/tools-and-mcp/",
				parameters: [
					MESSAGES,
					{ name: "tools", meaning: "what `tool` made" },
					{ name: "maxTurns", meaning: "most answers of the model", default: "10" },
					{ name: "maxCost", meaning: "most US dollars", default: "none" },
					{ name: "approve", meaning: "gets each call; false refuses it", default: "all are allowed" },
				],
				errors: ["InferenceClientToolRunError", ...CALL_ERRORS],
			},
		],
	},
	{
		title: "Other tasks",
		text: "Every task is a function of the same form, and a method of the client.",
		names: [
			{
				entry: "modelhub",
				name: "featureExtraction",
				use: "embeddings",
				example: `${CLIENT}const vector = await client.featureExtraction({
  provider: "hf-inference",
  model: "sentence-transformers/all-MiniLM-L6-v2",
  inputs: "A lighthouse by the sea",
});
console.log(Array.isArray(vector));`,
				prints: "true",
				guide: "guides/embeddings-and-search/",
				parameters: [{ name: "inputs", meaning: "a text, or a list of texts" }, ...CALLED],
				errors: CALL_ERRORS,
			},
			{
				entry: "modelhub",
				name: "textToImage",
				use: "a picture from words",
				example: `${CLIENT}const image = await client.textToImage({
  provider: "fal-ai",
  model: "black-forest-labs/FLUX.1-schnell",
  inputs: "a lighthouse",
});
console.log(image.type);`,
				prints: "image/png",
				guide: "guides/tasks-and-inputs/",
				parameters: [INPUTS, PARAMETERS, ...CALLED],
				errors: CALL_ERRORS,
			},
			{
				entry: "modelhub",
				name: "sentenceSimilarity",
				use: "how close sentences are to one",
				example: `${CLIENT}const [same = 0, other = 0] = await client.sentenceSimilarity({
  provider: "hf-inference",
  model: "sentence-transformers/all-MiniLM-L6-v2",
  inputs: { source_sentence: "A ship on the sea", sentences: ["The ship sails the sea", "A stone"] },
});
console.log(same > other);`,
				prints: "true",
				guide: "guides/embeddings-and-search/",
				parameters: [{ name: "inputs", meaning: "`source_sentence`, and the `sentences` to compare" }, ...CALLED],
				errors: CALL_ERRORS,
			},
			{
				entry: "modelhub",
				name: "fillMask",
				use: "the word that is missing",
				example: `${CLIENT}const [best] = await client.fillMask({
  provider: "hf-inference",
  model: "google-bert/bert-base-uncased",
  inputs: "The capital of France is [MASK].",
});
console.log(best?.sequence);`,
				prints: "The capital of France is Paris.",
				guide: "guides/tasks-and-inputs/",
				parameters: [INPUTS, PARAMETERS, ...CALLED],
				errors: CALL_ERRORS,
			},
			{
				entry: "modelhub",
				name: "tokenClassification",
				use: "names in a text",
				example: `${CLIENT}const [first] = await client.tokenClassification({
  provider: "hf-inference",
  model: "dslim/bert-base-NER",
  inputs: "Ada Lovelace met Charles Babbage in London.",
});
console.log(first?.word);`,
				prints: "Ada Lovelace",
				guide: "guides/tasks-and-inputs/",
				parameters: [INPUTS, PARAMETERS, ...CALLED],
				errors: CALL_ERRORS,
			},
		],
	},
	{
		title: "Make it reliable",
		text: "Each takes a fetch and returns one, so they can be put into each other.",
		names: [
			{
				entry: "modelhub",
				name: "retry",
				use: "tries again where that helps and is safe",
				example: `import { InferenceClient, retry } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const rough = createSandbox({ faults: "503:0.3", seed: 7 });
const client = new InferenceClient("hf_any", { fetch: retry(rough) });
const { choices } = await client.chatCompletion({
  model: "Qwen/Qwen3-32B",
  messages: [{ role: "user", content: "Say hello" }],
});
console.log(choices[0]?.message.content);`,
				prints: "hello",
				guide: "guides/errors-and-retries/",
				parameters: [
					{ name: "fetch", meaning: "what sends" },
					{ name: "options.retries", meaning: "attempts after the first", default: "the declaration says" },
				],
				errors: [],
			},
			{
				entry: "modelhub",
				name: "InferenceClientProviderApiError",
				use: "a provider refused or failed: match the class, not the message",
				example: `import { InferenceClient, InferenceClientProviderApiError } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const client = new InferenceClient("hf_any", { fetch: createSandbox() });
try {
  await client.chatCompletion({ model: "sandbox/overloaded", messages: [{ role: "user", content: "Hi" }] });
} catch (error) {
  if (error instanceof InferenceClientProviderApiError) console.log(error.httpResponse.status);
}`,
				prints: "503",
				guide: "guides/errors-and-retries/",
				parameters: [
					{ name: "httpRequest", meaning: "what was sent, without tokens", default: "always there" },
					{ name: "httpResponse", meaning: "status, headers and body of the response", default: "always there" },
				],
				errors: [],
			},
			{
				entry: "modelhub",
				name: "timeout",
				use: "ends a call that takes too long",
				example: `import { InferenceClient, timeout } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const client = new InferenceClient("hf_any", { fetch: timeout(createSandbox(), { idle: 30_000 }) });
const { choices } = await client.chatCompletion({
  model: "Qwen/Qwen3-32B",
  messages: [{ role: "user", content: "Say hello" }],
});
console.log(choices[0]?.message.content);`,
				prints: "hello",
				guide: "guides/errors-and-retries/",
				parameters: [
					{ name: "fetch", meaning: "what sends" },
					{ name: "options.idle", meaning: "most milliseconds without a byte" },
				],
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
const { choices } = await client.chatCompletion({
  model: "Qwen/Qwen3-32B",
  messages: [{ role: "user", content: "Say hello" }],
});
console.log(choices[0]?.message.content);`,
				prints: "hello",
				guide: "guides/testing/",
				parameters: [
					{ name: "store", meaning: "where recordings are, such as `folderStore(PATH)`" },
					{ name: "options.onMiss", meaning: 'what a missing recording does: "error", "record"', default: '"error"' },
					{ name: "options.fetch", meaning: "what sends requests to record", default: "the platform's" },
				],
				errors: ["ReplayMissError"],
			},
			{
				entry: "sandbox",
				name: "createSandbox",
				use: "stands in for Hugging Face and all providers",
				example: `${CLIENT}const { choices } = await client.chatCompletion({
  model: "Qwen/Qwen3-32B",
  messages: [{ role: "user", content: "Count to 5" }],
});
console.log(choices[0]?.message.content);`,
				prints: "1, 2, 3, 4, 5",
				guide: "guides/testing/",
				parameters: [
					{ name: "seed", meaning: "the same input and seed give the same answer", default: "0" },
					{ name: "faults", meaning: 'what fails how often: "429:0.1,drop:0.02"', default: "nothing" },
					{ name: "tokensPerSecond", meaning: "pace of streams", default: "no pauses" },
				],
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
				parameters: [
					{ name: "task", meaning: "id of the task" },
					{ name: "rows", meaning: "any iterable of `{ id, args }`" },
					{ name: "journal", meaning: "what `openJournal` made; skips what is finished", default: "none" },
				],
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
				parameters: [
					{ name: "token", meaning: "a Hugging Face token" },
					{ name: "aliases", meaning: "names of models → targets", default: "none" },
					{ name: "fetch", meaning: "what sends requests", default: "the platform's" },
				],
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
				parameters: [
					{ name: "source", meaning: "the template" },
					{
						name: "options.limits",
						meaning: "steps, time and size; `untrustedLimits` for others' templates",
						default: "none",
					},
				],
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
				parameters: [{ name: "source", meaning: "the template" }],
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
				parameters: [
					{ name: "model", meaning: "its record on Hugging Face" },
					{ name: "provider", meaning: "id of the provider" },
					{ name: "mapping", meaning: "the provider's entry for the model", default: "the id on Hugging Face is used" },
				],
				errors: [],
			},
		],
	},
];

/** The entry of a name, if it is one of those that people use. */
export function findApiName(entry: string, name: string): ApiName | undefined {
	return API_JOBS.flatMap(({ names }) => names).find((known) => known.entry === entry && known.name === name);
}
