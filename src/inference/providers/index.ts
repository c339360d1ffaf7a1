import type { Provider } from "../types.ts";
import { blackForestLabs } from "./black-forest-labs.ts";
import { PROVIDERS_WITH_COMPATIBLE_TASKS } from "./compatible-tasks.ts";
import { falAi } from "./fal-ai.ts";
import { hfInference } from "./hf-inference.ts";
import { novita } from "./novita.ts";
import { replicate } from "./replicate.ts";
import { type ChattingId, type InferenceProvider, PROVIDER_IDS, withTasks } from "./table.ts";
import { together } from "./together.ts";
import { wavespeed } from "./wavespeed.ts";
import { zaiOrg } from "./zai-org.ts";

export type { InferenceProvider } from "./table.ts";

const WITH_OTHER_TASKS: readonly Provider[] = [
	...PROVIDERS_WITH_COMPATIBLE_TASKS,
	blackForestLabs,
	falAi,
	hfInference,
	novita,
	replicate,
	together,
	wavespeed,
	zaiOrg,
];

/** Id of a provider, or `auto`: let Hugging Face choose. */
export type InferenceProviderOrPolicy = InferenceProvider | "auto";

/** Every provider, in the order of messages; all else that lists providers (ids, help, completion) derives from here. */
export const ALL_PROVIDERS: readonly Provider[] = PROVIDER_IDS.map(
	(id) => WITH_OTHER_TASKS.find((provider) => provider.id === id) ?? withTasks(id as ChattingId),
);

/** Whether a Hugging Face token reaches a provider. */
export function isRouted({ routed = "always" }: Provider): boolean {
	return routed === "always";
}

/** Not empty: functions such as `z.enum` take no list that may be. */
type ProviderIds = readonly [InferenceProvider, ...InferenceProvider[]];

/** Ids of all providers, alphabetically. */
export const INFERENCE_PROVIDERS = ALL_PROVIDERS.map(({ id }) => id).sort() as unknown as ProviderIds;

/** Ids of all providers, and `auto`. */
export const PROVIDERS_OR_POLICIES: readonly [...ProviderIds, "auto"] = [...INFERENCE_PROVIDERS, "auto"];

/** Provider id → its organization on Hugging Face. */
export const PROVIDERS_HUB_ORGS = Object.fromEntries(ALL_PROVIDERS.map(({ id, hubOrg }) => [id, hubOrg])) as Record<
	InferenceProvider,
	string
>;
