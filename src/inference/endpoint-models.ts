import { InferenceClientInputError, InferenceClientProviderApiError } from "../errors.ts";
import { guardRedirects, mergeHeaders, parseJson, readMember, readText, send } from "../http/index.ts";
import { defaultCache, lookUp, tokenKey } from "../hub/index.ts";
import type { CallOptions } from "./types.ts";

/** How many models an error names. */
const MAX_NAMED = 5;
/** Statuses of servers that have no list. */
const NO_LIST = new Set([404, 405, 501]);

/**
 * Requests the models of an endpoint, and returns the only one. Cached like other look-ups, for each token.
 * @param url where it lists them
 * @throws InputError if there are several, none, or no list; ProviderApiError if it refuses; what `fetch` throws
 */
export function fetchOnlyModel(url: string, accessToken: string | undefined, options: CallOptions): Promise<string> {
	const key = `models ${tokenKey(accessToken)} ${url}`;
	return lookUp(options.cache ?? defaultCache, key, options.signal, async (signal) => {
		const models = await listModels(url, accessToken, { ...options, signal });
		const [only, ...others] = models ?? [];
		if (only !== undefined && others.length === 0) return only;
		throw new InferenceClientInputError(
			`model is missing: the endpoint ${describeList(models)}. Name one as model.`,
			"no-model",
		);
	});
}

function describeList(models: readonly string[] | undefined): string {
	if (models === undefined) return "has no list of models";
	if (models.length === 0) return "lists no model";
	const named = models.slice(0, MAX_NAMED).map((id) => JSON.stringify(id));
	const more = models.length - named.length;
	return `has several models: ${named.join(", ")}${more === 0 ? "" : `, and ${more} more`}`;
}

/** Undefined if there is no list. */
async function listModels(
	url: string,
	accessToken: string | undefined,
	{ fetch = globalThis.fetch, headers: own = {}, includeCredentials, limits, signal }: CallOptions,
): Promise<readonly string[] | undefined> {
	const headers = mergeHeaders(accessToken ? { Authorization: `Bearer ${accessToken}` } : {}, own);
	const credentials = includeCredentials === true ? "include" : includeCredentials;
	const info = { method: "GET", headers, signal: signal ?? null, ...(credentials ? { credentials } : {}) };
	try {
		const response = await send({ url, info: info as RequestInit & typeof info }, guardRedirects(fetch), {
			streaming: false,
			limits,
		});
		const data = readMember(parseJson(await readText(response, limits)), "data");
		if (!Array.isArray(data)) return undefined;
		const ids = data.map((entry: unknown) => readMember(entry, "id"));
		return ids.filter((id): id is string => typeof id === "string" && id !== "");
	} catch (error) {
		if (error instanceof InferenceClientProviderApiError && NO_LIST.has(error.httpResponse.status)) return undefined;
		throw error;
	}
}
