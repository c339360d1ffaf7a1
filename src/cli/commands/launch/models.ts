import type { Offer } from "../../../exchange/offers.ts";

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

/** How many providers with tools the default model has at least: one of them may be down. */
const ENOUGH = 3;

/** Returns how many providers serve a model with tools now. */
export function countWithTools(model: string, offers: readonly Offer[]): number {
	const own = offers.filter((offer) => offer.model === model);
	return own.filter(({ supports_tools: tools, status = "live" }) => tools && status === "live").length;
}

/**
 * Returns the default model of an agent: the first recommended one that enough providers serve with tools now,
 * else the one with most of them; the first if nothing is known.
 * @param offers of the router today, or of one provider
 */
export function chooseDefaultModel(offers: readonly Offer[]): string {
	const counts = RECOMMENDED.models.map((model) => ({ model, count: countWithTools(model, offers) }));
	const most = Math.max(...counts.map(({ count }) => count));
	const wanted = Math.min(ENOUGH, most);
	return counts.find(({ count }) => count >= wanted)?.model ?? DEFAULT_MODEL;
}
