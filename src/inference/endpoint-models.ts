import { InferenceClientInputError, InferenceClientProviderApiError } from "../errors.ts";
import { guardRedirects, parseJson, readMember, readText, send } from "../http/index.ts";
import { defaultCache, lookUp, tokenKey } from "../hub/index.ts";
import { mergeHeaders } from "./build-request.ts";
import type { CallOptions } from "./types.ts";

/** How many models an error names. */
const MAX_NAMED = 5;
/** Statuses of servers that have no list. */
const NO_LIST = new Set([404, 405, 501]);

/**
 * Asks an endpoint for its models, and returns the only one. Kept like other look-ups, for each token.
 * @param url where it lists them
 * @throws InputError if there are several, none, or no list; ProviderApiError if it refuses; what `fetch` throws
 */
export function fetchOnlyModel(url: string, accessToken: string | undefined, options: CallOptions): Promise<string> {
	const key = `models ${tokenKey(accessToken)} ${url}`;
	return lookUp(options.cache ?? defaultCache, key, options.signal, async (signal) => {
		const models = await listModels(url, accessToken, { ...options, signal });
		const [only, ...others] = models ?? [];
		if (only !== undefined && others.length === 0) return only;
		const named = models?.slice(0, MAX_NAMED).map((id) => `"${id}"`);
		const more = others.length < MAX_NAMED ? "" : `, and ${others.length + 1 - MAX_NAMED} more`;
		const problem =
			models === undefined
				? "has no list of models"
				: only === undefined
					? "lists no model"
					: `has several models: ${named?.join(", ")}${more}`;
		throw new InferenceClientInputError(`model is missing: the endpoint ${problem}. Name one as model.`, "no-model");
	});
}

/** Undefined if there is no list. */
async function listModels(
	url: string,
	accessToken: string | undefined,
	{ fetch = globalThis.fetch, headers: own = {}, limits, signal = null }: CallOptions,
): Promise<readonly string[] | undefined> {
	const headers: Record<string, string> = accessToken ? { Authorization: `Bearer ${accessToken}` } : {};
	mergeHeaders(headers, own);
	try {
		const request = { url, info: { method: "GET", headers, signal } };
		const response = await send(request, guardRedirects(fetch), { streaming: false, limits });
		const data = readMember(parseJson(await readText(response, limits)), "data");
		if (!Array.isArray(data)) return undefined;
		return data
			.map((entry: unknown) => readMember(entry, "id"))
			.filter((id) => typeof id === "string" && id !== "") as string[];
	} catch (error) {
		if (error instanceof InferenceClientProviderApiError && NO_LIST.has(error.httpResponse.status)) return undefined;
		throw error;
	}
}
