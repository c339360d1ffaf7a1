import { type ModelFacts, type Offer, readServerFacts } from "../exchange/index.ts";
import { type Fetch, guardRedirects, parseJson, readMember, readText } from "../http/index.ts";
import { invalid } from "./errors.ts";
import { ANY_LOCAL, isHosted } from "./targets.ts";
import type { Endpoint, GatewayOptions, LocalModel, LocalServers, Target, TokenPrices } from "./types.ts";

export type OwnServers = ReturnType<typeof createOwnServers>;

/** How long a list of models is used, and the pause after one that did not come, in milliseconds. */
const LIFETIME_MS = 60_000;
const PAUSE_MS = 10_000;
/** Longest wait for a list, in milliseconds. */
const TIMEOUT_MS = 3000;

const FREE: TokenPrices = { input: 0, output: 0 };
/** A route behind the URL of an endpoint, or its version: lists are beside it. */
const ROUTE = /\/(?:(?:chat\/)?completions|embeddings|responses)\/*$/;
const VERSION = /\/v\d+$/;

/** The servers of the user that targets may name in place of a provider: those on this machine, and endpoints. */
export function createOwnServers(
	{ local, endpoints = {} }: Pick<GatewayOptions, "local" | "endpoints">,
	fetch: Fetch,
	now: () => number,
) {
	const known = new Map(Object.entries(endpoints));
	for (const name of known.keys()) {
		const isFree = /^[a-z][\w-]*$/i.test(name) && !isHosted(name) && !local?.names.includes(name);
		if (!isFree) throw invalid(`"${name}" cannot be the name of an endpoint.`, "endpoints");
	}
	const lists = new Map<string, { until: number; models: Promise<readonly LocalModel[]> }>();
	const fetchModels = async (endpoint: Endpoint): Promise<ReadonlyMap<string, unknown>> => {
		const base = endpoint.url.replace(/(?<!\/)\/+$/, "").replace(ROUTE, "");
		const { key, headers } = endpoint;
		const response = await guardRedirects(fetch)(`${base}${VERSION.test(base) ? "" : "/v1"}/models`, {
			headers: { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		const data = readMember(parseJson(await readText(response)), "data");
		if (!response.ok || !Array.isArray(data)) throw new TypeError("There is no list.");
		const named = data.map((entry: unknown) => [readMember(entry, "id"), entry] as const);
		return new Map(named.filter((pair): pair is [string, unknown] => typeof pair[0] === "string"));
	};
	const list = async (name: string, endpoint: Endpoint): Promise<readonly LocalModel[]> => {
		const entries = await fetchModels(endpoint).catch(() => undefined);
		const entry = { until: now() + (entries ? LIFETIME_MS : PAUSE_MS) };
		Object.assign(lists.get(name) ?? {}, entry);
		const { models = [...(entries?.keys() ?? [])], price } = endpoint;
		return models.map((id) => {
			const pricing = price && { pricing: { input: price.input, output: price.output } };
			return { id: `${id}:${name}`, ...readServerFacts(entries?.get(id)), ...pricing };
		});
	};
	const listEndpoint = (name: string, endpoint: Endpoint): Promise<readonly LocalModel[]> => {
		const kept = lists.get(name);
		if (kept && now() < kept.until) return kept.models;
		// Calls that come meanwhile wait for the same list.
		const models = list(name, endpoint);
		lists.set(name, { until: Number.POSITIVE_INFINITY, models });
		return models;
	};
	return {
		/** The part in place of a provider in `llama3.2:ollama`. */
		names: [...(local?.names ?? []), ...known.keys()],
		endpoints: [...known.keys()],
		/** Finds the service of a name, before each attempt. @throws an error that says why there is none */
		find: async (target: Target, task: Parameters<LocalServers["find"]>[2]) => {
			const { provider: name = "", model } = target;
			const endpoint = known.get(name);
			if (!endpoint) return await local?.find(name, model, task);
			const { url, key: accessToken, headers } = endpoint;
			return { id: name, provider: undefined, endpointUrl: url, accessToken, headers };
		},
		/** The models of a name, each with the id of its server: `llama3.2:ollama`. */
		list: async (name: string): Promise<readonly LocalModel[]> => {
			const endpoint = known.get(name);
			return endpoint ? await listEndpoint(name, endpoint) : ((await local?.list(name)) ?? []);
		},
		/** The URL of the endpoint that a target names; undefined for a server on this machine. */
		url: ({ provider = "" }: Target): string | undefined => known.get(provider)?.url,
		/** What tokens of a target cost: nothing on this machine; undefined if it is not known. */
		price: ({ provider = "" }: Target): TokenPrices | undefined => {
			const endpoint = known.get(provider);
			return endpoint ? endpoint.price : FREE;
		},
		/** The price of a target as the offer of its provider. */
		offers({ model, provider = "" }: Target): readonly Offer[] | undefined {
			const pricing = known.get(provider)?.price;
			return pricing && [{ model, provider, pricing }];
		},
	};
}

/**
 * Returns the facts that a server of the user reports about a target's model.
 * @param list returns the models of a name
 */
export async function describeOwnModel(
	{ model, provider = ANY_LOCAL }: Target,
	list: OwnServers["list"],
): Promise<ModelFacts> {
	const isIt = ({ id }: LocalModel): boolean => withoutTag(id.slice(0, id.lastIndexOf(":"))) === withoutTag(model);
	const { id: _id, ...facts } = (await list(provider)).find(isIt) ?? { id: "" };
	return facts;
}

/** Ollama leaves the tag `latest` out. */
const withoutTag = (model: string): string => model.replace(/:latest$/, "");
