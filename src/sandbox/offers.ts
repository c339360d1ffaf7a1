import type { WidgetType } from "../catalogue/index.ts";
import { SIGNATURES } from "../catalogue/signatures.ts";
import type { Offer } from "../exchange/offers.ts";
import { ALL_PROVIDERS, type Call, findProvider, type InferenceProvider } from "../inference/index.ts";
import prices from "./data/prices.json" with { type: "json" };
import { behaviorOf, KNOWN_TASKS, SANDBOX_ORG, tasksOf } from "./known-models.ts";
import { createRandom } from "./random.ts";

/** One provider's offer for a chat model, as the router lists it. */
type ListedOffer = Omit<Offer, "model" | "input_modalities" | "output_modalities">;

/**
 * Prices and speeds (tokens per second, milliseconds to the first) of the sandbox for a model of 8 billion parameters.
 * The most expensive is the fastest.
 */
const PRICES: Readonly<Record<string, (typeof prices)["together"]>> = prices;
/** Providers without prices: free, or unknown. */
const FREE = ["publicai"];
const WITHOUT_TOOLS = ["hyperbolic", "featherless-ai", "hf-inference"];
const WITHOUT_SCHEMAS = ["hyperbolic", "featherless-ai", "hf-inference", "publicai"];

/** Returns the offers of all providers that chat with a model. */
export function listOffers(model: string): ListedOffer[] {
	const round = (price: number): number => Number(price.toPrecision(3));
	// The price relative to a model with 8 billion parameters.
	const [, billions] = /(?:^|[-_])(\d+(?:\.\d+)?)b(?:[-_]|$)/i.exec(model) ?? [];
	const factor = billions === undefined ? 1 : Math.max(0.25, Number(billions) / 8);
	return createMapping(model)
		.filter(({ task }) => task === "conversational")
		.map(({ provider, status }): ListedOffer => {
			const price = PRICES[provider];
			const random = createRandom("offer", provider, model);
			const hasTools = !WITHOUT_TOOLS.includes(provider);
			return {
				provider,
				status: status === "live" ? "live" : "error",
				// The first request of a coding agent has more than 20,000 tokens.
				context_length: hasTools ? 2 ** (17 + random.below(2)) : 2 ** (13 + 2 * random.below(3)),
				...(price
					? {
							pricing: { input: round(price.input * factor), output: round(price.output * factor) },
							first_token_latency_ms: price.first,
							throughput: Math.round(price.speed / Math.sqrt(factor)),
						}
					: {}),
				...(FREE.includes(provider) ? { is_free: true } : {}),
				supports_tools: hasTools,
				supports_structured_output: !WITHOUT_SCHEMAS.includes(provider),
				...(model.toLowerCase().startsWith(`${provider}/`) ? { is_model_author: true } : {}),
			};
		});
}

/** Ways to choose one of the providers of a model. */
export const POLICIES = ["auto", "fastest", "cheapest", "preferred"];

/** Returns the provider the router chooses; `suffix` is a policy or a provider. Undefined if there is none. */
export function chooseOffer(model: string, suffix: string): ListedOffer | undefined {
	const live = listOffers(model).filter(({ status }) => status === "live");
	if (suffix === "fastest") return best(live, ({ throughput = 0 }) => -throughput);
	if (suffix === "cheapest") {
		return best(live, ({ pricing, is_free }) => (is_free ? 0 : (pricing?.output ?? Number.POSITIVE_INFINITY)));
	}
	return POLICIES.includes(suffix) ? live[0] : live.find(({ provider }) => provider === suffix);
}

function best(offers: readonly ListedOffer[], cost: (offer: ListedOffer) => number): ListedOffer | undefined {
	return [...offers].sort((a, b) => cost(a) - cost(b))[0];
}

/** Providers that answer at once come before those with queues, so that `auto` is quick. */
const ORDER: readonly InferenceProvider[] = ["replicate", "together", "deepinfra", "hf-inference"];

/** Returns the providers of a model: all that serve one of its tasks. */
export function createMapping(model: string): NonNullable<Call["mapping"]>[] {
	const behavior = behaviorOf(model);
	if (behavior === "unserved") return [];
	const tasks = tasksOf(model);
	const ids = ALL_PROVIDERS.filter(({ closedSource }) => !closedSource).map(({ id }) => id as InferenceProvider);
	const last = tasks.flatMap((task) => KNOWN_TASKS[task]?.last ?? []);
	const order = [...new Set([...ORDER, ...ids])].sort((a, b) => Number(last.includes(a)) - Number(last.includes(b)));
	return order.flatMap((provider) => {
		const able = tasks.filter((task) => servesTask(provider, task));
		// Hugging Face's own service serves the second task, so that both are available.
		const task = provider === "hf-inference" ? able.at(-1) : able[0];
		// Black Forest Labs serves only its own models.
		const isOther = provider === "black-forest-labs" && !/^(?:black-forest-labs|sandbox)\//i.test(model);
		if (task === undefined || isOther) return [];
		return {
			provider,
			hfModelId: model,
			providerId: nameFor(provider, model, task),
			status: behavior === "staging" ? "staging" : "live",
			task,
			...(behavior === "lora" ? { adapter: "lora", adapterWeightsPath: "pytorch_lora_weights.safetensors" } : {}),
			type: behavior === "lora" ? "tag-filter" : "single-model",
		};
	});
}

/** Whether a provider serves a task in the client. */
export function servesTask(provider: InferenceProvider, task: string): boolean {
	return Object.hasOwn(findProvider(provider)?.tasks ?? {}, task);
}

/** The name a provider gives a model. Where its routes do not imply the task, the name states it. */
function nameFor(provider: InferenceProvider, model: string, task: WidgetType): string {
	const slug = model.toLowerCase();
	switch (provider) {
		case "fal-ai":
			return `fal-ai/${slug}/${task}`;
		case "wavespeed":
			return `${slug}/${task}`;
		case "novita":
			if (task === "image-text-to-video" && !slug.startsWith(`${SANDBOX_ORG}/`))
				return model.split("/").at(-1) ?? model;
			return task !== "other" && SIGNATURES[task].output === "video" ? `${slug}-t2v` : slug;
		case "black-forest-labs":
			// One path segment; the organization stays only if it has a meaning.
			return slug.startsWith(`${SANDBOX_ORG}/`) ? slug.replace("/", ".") : (slug.split("/").at(-1) ?? slug);
		case "replicate":
			return slug;
		default:
			return model;
	}
}
