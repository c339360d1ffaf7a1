import { taskName } from "../../catalogue/aliases.ts";
import {
	chooseOffer,
	isPolicy,
	missingFeatures,
	NEED_WORDS,
	type Need,
	type Policy,
	parseNeeds,
} from "../../exchange/choose-offer.ts";
import type { Offer } from "../../exchange/offers.ts";
import { fetchMapping, type HubOptions } from "../../hub/index.ts";
import type { InferenceTask } from "../../inference/index.ts";
import { findProvider } from "../../inference/providers/registry.ts";
import { isSameTask } from "../../inference/resolve.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { loadOffers, type OfferSource } from "../network/offers.ts";

export interface Criteria {
	policy: Policy;
	needs: readonly Need[];
}

/** Combines `--provider`, the suffix of a model and `--needs`; undefined if there are no criteria. */
export function readCriteria(provider: string | undefined, needs: string | undefined): Criteria | undefined {
	const policy = isPolicy(provider) ? provider : undefined;
	if (policy === undefined && needs === undefined) return undefined;
	return { policy: policy ?? "preferred", needs: readNeeds(needs) };
}

/** @throws UsageError for an unknown need */
export function readNeeds(text = ""): Need[] {
	const needs = parseNeeds(text);
	if (Array.isArray(needs)) return needs;
	throw new UsageError(
		`--needs ${needs.unknown}: unknown need.`,
		`Needs: ${NEED_WORDS.join(", ")}, or a number of tokens of context.`,
	);
}

export interface Market {
	task: InferenceTask;
	model: string;
	source: OfferSource;
	hub: HubOptions;
	/** Whether the call can go there with the available tokens. */
	mayCall(provider: string): boolean;
}

/**
 * Chooses the provider of a model by the router's prices and speeds; for tasks without these, Hugging Face's first one.
 * @returns the provider and why it was chosen
 * @throws UsageError if no provider is left, listing what each lacks
 */
export async function chooseProvider(
	{ policy, needs }: Criteria,
	market: Market,
	context: Context,
): Promise<{ provider: string; reason: string }> {
	const { task, model, mayCall } = market;
	const offers = task === "conversational" ? await findOffers(market, context) : [];
	const known = offers.length > 0 ? offers : await findMapped(market);
	const callable = known.filter(({ provider }) => findProvider(provider) && mayCall(provider));
	const fitting = callable.filter((offer) => missingFeatures(offer, needs).length === 0);
	const choice = chooseOffer(fitting, policy);
	if (!choice) throw describeNone(market, needs, callable);
	const { offer, reason } = choice;
	if (offers.length === 0 && policy !== "preferred") {
		context.note(
			`No prices and speeds are known for ${model} for ${taskName(task)}: ${offer.provider} is the preferred provider.`,
		);
	}
	return { provider: offer.provider, reason };
}

async function findOffers({ model, source }: Market, context: Context): Promise<Offer[]> {
	try {
		return (await loadOffers(source, context)).filter((offer) => offer.model === model);
	} catch (error) {
		if (context.signal.aborted) throw error;
		// A router without a list: Hugging Face still lists the providers of the model.
		return [];
	}
}

async function findMapped({ model, task, hub }: Market): Promise<Offer[]> {
	const entries = (await fetchMapping(model, hub)).filter((entry) => isSameTask(entry.provider, entry.task, task));
	return entries.map(({ provider, status }) => ({ model, provider, status }));
}

function describeNone({ model, task }: Market, needs: readonly Need[], offers: readonly Offer[]): UsageError {
	const list = new Intl.ListFormat("en");
	/** Problem → the providers with it. */
	const faults = new Map<string, { isLack: boolean; providers: string[] }>();
	for (const offer of offers) {
		const lacks = missingFeatures(offer, needs);
		const fault = lacks.length > 0 ? list.format(lacks) : (offer.status ?? "not live");
		const known = faults.get(fault) ?? { isLack: lacks.length > 0, providers: [] };
		known.providers.push(offer.provider);
		faults.set(fault, known);
	}
	const reasons = [...faults].map(([fault, { isLack, providers }]) => {
		const [one, many] = isLack ? ["lacks", "lack"] : ["is", "are"];
		return `${list.format(providers)} ${providers.length > 1 ? many : one} ${fault}`;
	});
	return new UsageError(
		`No provider of ${model} for ${taskName(task)} fits${reasons.length > 0 ? `: ${reasons.join("; ")}` : ""}.`,
		`hub models ${model} --providers shows what each offers.`,
	);
}
