import type { WidgetType } from "../catalogue/index.ts";
import { isType, parseJson, readMember } from "../http/index.ts";
import { lookUp, tokenKey } from "./cache.ts";
import { cacheOf, getFromHub, type HubOptions, hubError, modelUrl, readHubText } from "./request.ts";

/** How one provider serves a model: the hub's record. */
export interface InferenceProviderMappingEntry {
	provider: string;
	/** The model's id on the hub; of an adapter, the adapter's. */
	hfModelId: string;
	/** The id under which the provider knows it. */
	providerId: string;
	/** `live`, `staging` (for tests only) or, rarely, another word. */
	status: "live" | "staging" | (string & {});
	task: WidgetType;
	/** Kind of adapter, for models that are weights on top of another model. */
	adapter?: string | undefined;
	/** Path of the adapter's weights in its repository. */
	adapterWeightsPath?: string | undefined;
	/** `tag-filter`: the entry comes from a rule for many models; `single-model`: it was registered by itself. */
	type?: string | undefined;
}

/**
 * Asks the hub which providers serve a model, in the order of the user's settings.
 * Answers are cached per model and token; calls at the same time share one request.
 * @throws HubApiError when the hub refuses, or answers with something else
 */
export async function fetchMapping(model: string, options: HubOptions): Promise<InferenceProviderMappingEntry[]> {
	const url = modelUrl(model, "?expand[]=inferenceProviderMapping", options);
	const isHubToken = options.accessToken?.startsWith("hf_") ?? false;
	const key = `mapping ${tokenKey(isHubToken ? options.accessToken : undefined)} ${url}`;
	return lookUp(cacheOf(options), key, options.signal, async (signal) => {
		const response = await getFromHub(url, { ...options, signal }, isHubToken);
		return readMapping(model, url, response, options);
	});
}

async function readMapping(
	model: string,
	url: string,
	response: Response,
	options: HubOptions,
): Promise<InferenceProviderMappingEntry[]> {
	const failure = `Failed to fetch inference provider mapping for model ${model}`;
	const text = await readHubText(response, failure, url, options);
	const data = parseJson(text);
	if (!response.ok) {
		const isJson = data !== undefined && isType(response.headers, "application/json");
		const detail = isJson ? readMember(data, "error") : undefined;
		throw hubError(
			typeof detail === "string" ? `${failure}: ${detail}` : failure,
			url,
			response,
			isJson ? data : text,
			options,
		);
	}
	if (data === undefined)
		throw hubError(`${failure}: malformed API response, invalid JSON`, url, response, text, options);
	const mapping = readMember(data, "inferenceProviderMapping");
	if (mapping === null || typeof mapping !== "object") {
		const message = `We have not been able to find inference provider information for model ${model}.`;
		throw hubError(message, url, response, text, options);
	}
	return normalizeMapping(model, mapping);
}

/**
 * Returns the `inferenceProviderMapping` of a record as a list: the hub answers with one, or with an object keyed by
 * provider.
 */
export function normalizeMapping(model: string, mapping: object): InferenceProviderMappingEntry[] {
	if (Array.isArray(mapping)) return mapping.filter(isEntry);
	return Object.entries(mapping).flatMap(([provider, entry]: [string, unknown]) => {
		if (!isEntry(entry)) return [];
		const { providerId, status, task, adapter, adapterWeightsPath } = entry;
		return [{ provider, hfModelId: model, providerId, status, task, adapter, adapterWeightsPath }];
	});
}

function isEntry(value: unknown): value is InferenceProviderMappingEntry {
	return value !== null && typeof value === "object";
}
