const inferenceSnippetLanguages = ["python", "js", "sh"];
const SNIPPET_INFERENCE_PROVIDERS = [
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
  "together"
];
const HF_HUB_INFERENCE_PROXY_TEMPLATE = "https://router.huggingface.co/{{PROVIDER}}";
function openAIbaseUrl(provider) {
  const url = HF_HUB_INFERENCE_PROXY_TEMPLATE.replace("{{PROVIDER}}", () => provider);
  return provider === "hf-inference" ? `${url}/v1` : url;
}
export {
  HF_HUB_INFERENCE_PROXY_TEMPLATE,
  SNIPPET_INFERENCE_PROVIDERS,
  inferenceSnippetLanguages,
  openAIbaseUrl
};
