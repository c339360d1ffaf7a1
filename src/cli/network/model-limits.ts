import type { Context } from "../context.ts";
import { loadOffers } from "./offers.ts";
import { priceSource, type Target } from "./target.ts";

/** The router's record of a model; undefined if there is none. */
export interface ModelLimits {
	/** Tokens of question and answer together. */
	contextLength: number | undefined;
	takesImages: boolean | undefined;
	/** Whether answers can follow a JSON schema. */
	takesSchemas: boolean | undefined;
}

/** Maximum wait for the router's list, in milliseconds. It is kept for a day. */
const LOOK_UP_TIMEOUT_MS = 2000;

const UNKNOWN: ModelLimits = { contextLength: undefined, takesImages: undefined, takesSchemas: undefined };

/**
 * Returns the router's limits for the model of a call, at the called provider or, if none is chosen yet, at the most
 * capable one. Undefined for endpoints and recordings, and if the router does not answer.
 */
export async function readModelLimits(target: Target, context: Context): Promise<ModelLimits> {
	const { task, model, provider, endpointUrl } = target;
	const source = priceSource(target);
	if (source === undefined || endpointUrl !== undefined || task !== "conversational") return UNKNOWN;
	try {
		// Facts that take too long are skipped.
		const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LOOK_UP_TIMEOUT_MS)]);
		const offers = (await loadOffers({ ...source, signal }, context)).filter((offer) => offer.model === model);
		const fitting = provider === undefined ? offers : offers.filter((offer) => offer.provider === provider);
		if (fitting.length === 0) return UNKNOWN;
		const lengths = fitting.flatMap(({ context_length }) => context_length ?? []);
		const modalities = fitting.flatMap(({ input_modalities }) => (input_modalities ? [input_modalities] : []));
		const schemas = fitting.flatMap(({ supports_structured_output }) => supports_structured_output ?? []);
		return {
			contextLength: lengths.length > 0 ? Math.max(...lengths) : undefined,
			takesImages: modalities.length > 0 ? modalities.some((kinds) => kinds.includes("image")) : undefined,
			takesSchemas: schemas.length > 0 ? schemas.includes(true) : undefined,
		};
	} catch (error) {
		if (context.signal.aborted) throw error;
		return UNKNOWN;
	}
}
