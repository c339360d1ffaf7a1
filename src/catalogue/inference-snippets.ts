/** Languages of API snippets, in the order they are shown. */
export const inferenceSnippetLanguages = ["python", "js", "sh"] as const;

/** Language of an inference snippet. */
export type InferenceSnippetLanguage = (typeof inferenceSnippetLanguages)[number];

/** A piece of code that calls a hosted model. */
export interface InferenceSnippet {
	language: InferenceSnippetLanguage;
	/** Package or program it uses, such as `openai` or `curl`. */
	client: string;
	content: string;
}

/** Providers for examples; the inference client supports more. */
export const SNIPPET_INFERENCE_PROVIDERS = [
	"cerebras",
	"cohere",
	"deepinfra",
	"fal-ai",
	"fireworks-ai",
	"hf-inference",
	"hyperbolic",
	"ovhcloud",
	"replicate",
	"sambanova",
	"together",
] as const;

/** A provider's id; any string is accepted, the known ones are suggested. */
export type SnippetInferenceProvider = (typeof SNIPPET_INFERENCE_PROVIDERS)[number] | (string & Record<never, never>);

/** URL of the router for one provider. */
export const HF_HUB_INFERENCE_PROXY_TEMPLATE = "https://router.huggingface.co/{{PROVIDER}}";

/** Base URL of a provider, behind the router, for clients of the OpenAI protocol. */
export function openAIbaseUrl(provider: SnippetInferenceProvider): string {
	const url = HF_HUB_INFERENCE_PROXY_TEMPLATE.replace("{{PROVIDER}}", () => provider);
	return provider === "hf-inference" ? `${url}/v1` : url;
}
