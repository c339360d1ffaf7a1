import { hasFields, isText, orMissing } from "../base/check-fields.ts";
import type { WidgetType } from "../catalogue/index.ts";
import { isType, parseJson, readMember } from "../http/index.ts";
import { defaultCache, lookUp, tokenKey } from "./cache.ts";
import { getFromHub, type HubOptions, hubError, modelUrl } from "./get-from-hub.ts";

/** How one provider serves a model: Hugging Face's record. */
export interface InferenceProviderMappingEntry {
	provider: string;
	/** The model's id on Hugging Face; for an adapter, the adapter's. */
	hfModelId: string;
	/** The provider's id of the model. */
	providerId: string;
	/** `live`, `staging` (for tests only) or, rarely, another word. */
	status: "live" | "staging" | (string & {});
	task: WidgetType;
	/** Kind of adapter, for models that are weights on top of another model. */
	adapter?: string | undefined;
	/** Path of the adapter's weights in its repository. */
	adapterWeightsPath?: string | undefined;
	/** `tag-filter`: the entry comes from a rule for many models; `single-model`: it was registered for this model. */
	type?: string | undefined;
}

/**
 * Requests the providers of a model from Hugging Face, in the order of the user's settings.
 * Responses are cached per model and token; concurrent calls share one request.
 * @throws HubApiError if Hugging Face refuses or its response has another form
 */
export async function fetchMapping(model: string, options: HubOptions): Promise<InferenceProviderMappingEntry[]> {
	const url = modelUrl(model, "?expand[]=inferenceProviderMapping", options);
	// A provider's own key never goes to Hugging Face.
	const accessToken = options.accessToken?.startsWith("hf_") ? options.accessToken : undefined;
	const key = `mapping ${tokenKey(accessToken)} ${url}`;
	const failure = `Failed to fetch inference provider mapping for model ${model}`;
	return lookUp(options.cache ?? defaultCache, key, options.signal, async (signal) => {
		const { response, text } = await getFromHub(url, failure, { ...options, accessToken, signal });
		const data = parseJson(text);
		const fail = (message: string, body: unknown) => hubError(message, url, response, body, options);
		if (!response.ok) {
			const isJson = data !== undefined && isType(response.headers, "application/json");
			const detail = isJson ? readMember(data, "error") : undefined;
			throw fail(typeof detail === "string" ? `${failure}: ${detail}` : failure, isJson ? data : text);
		}
		if (data === undefined) throw fail(`${failure}: malformed API response, invalid JSON`, text);
		const mapping = readMember(data, "inferenceProviderMapping");
		if (mapping !== null && typeof mapping === "object") return normalizeMapping(model, mapping);
		throw fail(`We have not been able to find inference provider information for model ${model}.`, text);
	});
}

/** Whether the members of an entry have the right types. */
const isEntry = hasFields({
	providerId: orMissing(isText),
	status: orMissing(isText),
	task: orMissing(isText),
	adapter: orMissing(isText),
	adapterWeightsPath: orMissing(isText),
});

/**
 * Returns the `inferenceProviderMapping` of a record as a list: Hugging Face sends a list, or an object keyed by
 * provider.
 */
export function normalizeMapping(model: string, mapping: object): InferenceProviderMappingEntry[] {
	if (Array.isArray(mapping)) return mapping.filter((entry) => isEntry(entry) && isText(entry.provider));
	return Object.entries(mapping as Record<string, InferenceProviderMappingEntry>)
		.filter(([, entry]) => isEntry(entry))
		.map(([provider, { providerId, status, task, adapter, adapterWeightsPath }]) => {
			return { provider, hfModelId: model, providerId, status, task, adapter, adapterWeightsPath };
		});
}
