/**
 * Models for agents, the default first: on `date` the router of Hugging Face served each with tools at three or more
 * providers. A test compares the list with the stored prices of the router, so that it fails when one is gone.
 */
export const RECOMMENDED = {
	date: "2026-09-23",
	models: [
		"Qwen/Qwen3-Coder-480B-A35B-Instruct",
		"openai/gpt-oss-120b",
		"Qwen/Qwen3-235B-A22B-Instruct-2507",
		"deepseek-ai/DeepSeek-V3-0324",
		"meta-llama/Llama-3.3-70B-Instruct",
	],
} as const;

export const [DEFAULT_MODEL] = RECOMMENDED.models;
