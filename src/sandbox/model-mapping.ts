import { SIGNATURES, type WidgetType } from "../catalogue/index.ts";
import { ALL_PROVIDERS, type Call, findProvider, type InferenceProvider } from "../inference/index.ts";
import { KNOWN_TASKS, tasksOf } from "./known-models.ts";
import { behaviorOf, SANDBOX_ORG } from "./model-behavior.ts";

type MappingEntry = NonNullable<Call["mapping"]>;

/** Providers that answer at once come before those with queues, so that `auto` is quick. */
const ORDER: readonly InferenceProvider[] = ["replicate", "together", "deepinfra", "hf-inference"];

/** Returns the providers of a model: all that serve one of its tasks. */
export function createMapping(model: string): MappingEntry[] {
	const behavior = behaviorOf(model);
	if (behavior === "unserved") return [];
	const tasks = tasksOf(model);
	const ids = ALL_PROVIDERS.filter(({ closedSource }) => !closedSource).map(({ id }) => id as InferenceProvider);
	const last = tasks.flatMap((task) => KNOWN_TASKS[task]?.last ?? []);
	const order = [...new Set([...ORDER, ...ids])].sort((a, b) => Number(last.includes(a)) - Number(last.includes(b)));
	return order.flatMap((provider) => {
		const able = tasks.filter((task) => servesTask(provider, task));
		// The hub's own service serves the second task, so that both are available.
		const task = provider === "hf-inference" ? able.at(-1) : able[0];
		if (task === undefined || !offers(provider, model)) return [];
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

/** Whether a provider serves a task: the client knows it. */
export function servesTask(provider: InferenceProvider, task: string): boolean {
	return Object.hasOwn(findProvider(provider)?.tasks ?? {}, task);
}

/** Black Forest Labs serves only its own models. */
function offers(provider: InferenceProvider, model: string): boolean {
	return provider !== "black-forest-labs" || /^(?:black-forest-labs|sandbox)\//i.test(model);
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
