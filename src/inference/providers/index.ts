import type { Provider } from "../types.ts";
import { baseten } from "./baseten.ts";
import { blackForestLabs } from "./black-forest-labs.ts";
import { cerebras } from "./cerebras.ts";
import { clarifai } from "./clarifai.ts";
import { cohere } from "./cohere.ts";
import { deepinfra } from "./deepinfra.ts";
import { falAi } from "./fal-ai.ts";
import { featherlessAi } from "./featherless-ai.ts";
import { fireworksAi } from "./fireworks-ai.ts";
import { groq } from "./groq.ts";
import { hfInference } from "./hf-inference.ts";
import { hyperbolic } from "./hyperbolic.ts";
import { nebius } from "./nebius.ts";
import { novita } from "./novita.ts";
import { nscale } from "./nscale.ts";
import { nvidia } from "./nvidia.ts";
import { openai } from "./openai.ts";
import { ovhcloud } from "./ovhcloud.ts";
import { publicai } from "./publicai.ts";
import { replicate } from "./replicate.ts";
import { sambanova } from "./sambanova.ts";
import { scaleway } from "./scaleway.ts";
import { together } from "./together.ts";
import { wavespeed } from "./wavespeed.ts";
import { zaiOrg } from "./zai-org.ts";

/**
 * Every provider. The order is that of messages ("Available providers: …"); everything else that lists providers
 * (ids, types, help, completion) derives from here.
 */
const ALL = [
	blackForestLabs,
	cerebras,
	cohere,
	falAi,
	featherlessAi,
	hfInference,
	fireworksAi,
	groq,
	hyperbolic,
	nebius,
	novita,
	nscale,
	openai,
	ovhcloud,
	publicai,
	replicate,
	sambanova,
	scaleway,
	together,
	zaiOrg,
	baseten,
	clarifai,
	deepinfra,
	nvidia,
	wavespeed,
] as const satisfies readonly Provider[];

/** Id of a provider, such as `fal-ai`. */
export type InferenceProvider = (typeof ALL)[number]["id"];

/** Id of a provider, or `auto`: let the hub choose. */
export type InferenceProviderOrPolicy = InferenceProvider | "auto";

/** Every provider, in the order of messages. */
export const ALL_PROVIDERS: readonly Provider[] = ALL;

/** A tuple with an id for each provider: functions such as `z.enum` take no list that may be empty. */
type IdsOf<List extends readonly unknown[]> = { readonly [Index in keyof List]: InferenceProvider };
type ProviderIds = IdsOf<typeof ALL>;

/** Ids of all providers, alphabetically. */
export const INFERENCE_PROVIDERS = ALL.map(({ id }) => id).sort() as unknown as ProviderIds;

/** Ids of all providers, and `auto`. */
export const PROVIDERS_OR_POLICIES: readonly [...ProviderIds, "auto"] = [...INFERENCE_PROVIDERS, "auto"];

/** Provider id → its organization on the hub. */
export const PROVIDERS_HUB_ORGS = Object.fromEntries(ALL.map(({ id, hubOrg }) => [id, hubOrg])) as Record<
	InferenceProvider,
	string
>;
