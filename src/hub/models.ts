import {
	type Check,
	hasFields,
	isBoolean,
	isListOf,
	isNumber,
	isObject,
	isText,
	keepFields,
	orNull,
} from "../base/check-fields.ts";
import { isRecord } from "../base/json.ts";
import type { ModelData } from "../catalogue/index.ts";
import { findDetail, parseJson, readMember } from "../http/index.ts";
import { getFromHub, type HubOptions, hubBase, hubError, modelUrl } from "./get-from-hub.ts";
import type { InferenceProviderMappingEntry } from "./mapping.ts";

/** A model as Hugging Face describes it. */
export interface ModelRecord extends ModelData {
	author?: string;
	/** Bytes of all its files. */
	usedStorage?: number;
	/** Downloads in the last 30 days. */
	downloads?: number;
	likes?: number;
	/** ISO 8601 date. */
	lastModified?: string;
	/** ISO 8601 date. */
	createdAt?: string;
	/** `false`, or how access is granted: `auto`, `manual`. */
	gated?: false | "auto" | "manual";
	inferenceProviderMapping?:
		| InferenceProviderMappingEntry[]
		| Record<string, Omit<InferenceProviderMappingEntry, "provider" | "hfModelId">>;
}

const isAny: Check = () => true;

/** The types of the members of a record; a member of another type counts as missing. */
const MEMBERS: Readonly<Record<keyof Required<ModelRecord>, Check>> = {
	id: isText,
	tags: isListOf(isText),
	inference: isText,
	private: isBoolean,
	pipeline_tag: isText,
	library_name: isText,
	mask_token: isText,
	config: orNull(isObject),
	transformersInfo: orNull(isObject),
	cardData: orNull(isObject),
	widgetData: orNull(isListOf(isObject)),
	safetensors: orNull(isObject),
	gguf: orNull(isObject),
	author: isText,
	usedStorage: isNumber,
	downloads: isNumber,
	likes: isNumber,
	lastModified: isText,
	createdAt: isText,
	gated: (value) => value === false || isText(value),
	// `normalizeMapping` checks its entries.
	inferenceProviderMapping: isAny,
};

/**
 * Returns Hugging Face's record of a model.
 * @param expand fields to request; by default Hugging Face chooses
 * @throws HubApiError if there is no such model or the token may not see it
 */
export async function fetchModel(
	model: string,
	options: HubOptions,
	expand: readonly string[] = [],
): Promise<ModelRecord> {
	const query = expand.map((field) => `expand[]=${field}`).join("&");
	const record = await getJson(
		modelUrl(model, query ? `?${query}` : "", options),
		options,
		`Failed to fetch the record of model ${model}`,
	);
	return { id: model, ...keepFields<ModelRecord>(record as Record<string, unknown>, MEMBERS) } as ModelRecord;
}

/** Search filters; all are optional and apply together. */
export interface ModelSearch {
	search?: string | undefined;
	author?: string | undefined;
	/** A tag, such as a library or a language; a model must have all of several. */
	filter?: string | readonly string[] | undefined;
	pipelineTag?: string | undefined;
	/** Only models this provider serves. */
	inferenceProvider?: string | undefined;
	/** Field to sort by, highest first, such as `downloads`, `likes`, `trendingScore`, `lastModified`. */
	sort?: string | undefined;
	limit?: number | undefined;
	/** Fields to request; by default Hugging Face chooses. */
	expand?: readonly string[] | undefined;
}

/**
 * Searches Hugging Face's models; returns one page.
 * @throws HubApiError if Hugging Face refuses
 */
export async function searchModels(search: ModelSearch, options: HubOptions): Promise<ModelRecord[]> {
	const query = new URLSearchParams();
	const fields = {
		search: search.search,
		author: search.author,
		filter: search.filter,
		pipeline_tag: search.pipelineTag,
		inference_provider: search.inferenceProvider,
		sort: search.sort,
		direction: search.sort === undefined ? undefined : "-1",
		limit: search.limit,
		"expand[]": search.expand,
	};
	for (const [name, value] of Object.entries(fields)) {
		for (const item of [value ?? []].flat()) query.append(name, String(item));
	}
	const url = `${hubBase(options)}/api/models?${query}`;
	const found = (await getJson(url, options, "Failed to search for models", Array.isArray)) as unknown[];
	return found
		.filter(isRecord)
		.map((record) => keepFields<ModelRecord>(record, MEMBERS) as ModelRecord)
		.filter(({ id }) => id !== undefined);
}

/** Sends a GET with the caller's token and returns the JSON response, which by default must be an object. */
async function getJson(
	url: string,
	options: HubOptions,
	failure: string,
	isExpected: (data: unknown) => boolean = isRecord,
): Promise<unknown> {
	const { response, text } = await getFromHub(url, failure, options);
	const data = parseJson(text);
	if (response.ok && isExpected(data)) return data;
	const shape = data === undefined ? "invalid JSON" : "unexpected content";
	const detail = response.ok ? `malformed API response, ${shape}` : findDetail(data);
	throw hubError(detail === undefined ? failure : `${failure}: ${detail}`, url, response, data ?? text, options);
}

interface AccessToken {
	displayName: string;
	role: string;
}

/** The owner of a token. */
export interface Account {
	name: string;
	fullname?: string;
	/** `user`, `org` or `app`. */
	type?: string;
	orgs?: { name: string }[];
	/** Absent unless the token may read it. */
	isPro?: boolean;
	/** Whether a way to pay is set up; absent unless the token may read it. */
	canPay?: boolean;
	auth?: { accessToken?: Partial<AccessToken> };
}

const ACCOUNT: Readonly<Record<keyof Required<Account>, Check>> = {
	name: isText,
	fullname: isText,
	type: isText,
	orgs: isListOf(hasFields({ name: isText })),
	isPro: isBoolean,
	canPay: isBoolean,
	auth: isObject,
};
const ACCESS_TOKEN: Readonly<Record<keyof AccessToken, Check>> = { displayName: isText, role: isText };

/**
 * Requests the owner of `options.accessToken` from Hugging Face.
 * @throws HubApiError with status 401 if the token is invalid
 */
export async function whoami(options: HubOptions): Promise<Account> {
	const failure = "Failed to find out who you are";
	const data = await getJson(`${hubBase(options)}/api/whoami-v2`, options, failure, hasFields({ name: isText }));
	const { auth, ...account } = keepFields<Account>(data as Record<string, unknown>, ACCOUNT) as Account;
	const token = readMember(auth, "accessToken");
	return {
		...account,
		...(isRecord(token) ? { auth: { accessToken: keepFields<AccessToken>(token, ACCESS_TOKEN) } } : {}),
	};
}
