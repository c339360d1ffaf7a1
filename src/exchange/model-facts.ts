import { getPath, omitUndefined, readMember } from "../base/json.ts";
import type { Offer } from "./offers.ts";

/** Known facts of a model; missing ones are left out. */
export interface ModelFacts {
	/** Tokens of question and answer together. */
	context_length?: number;
	/** Tokens of the longest answer. */
	max_output_tokens?: number;
	/** US dollars per million tokens. */
	pricing?: { input: number; output: number };
	supports_tools?: boolean;
	input_modalities?: string[];
}

/**
 * Returns the known facts about a model: at the named provider, else those that hold for every provider.
 * @param offers of all models
 */
export function describeModel(model: string, provider: string | undefined, offers: readonly Offer[]): ModelFacts {
	const isAsked = (offer: Offer): boolean => provider === undefined || offer.provider === provider;
	return describeOffers(offers.filter((offer) => offer.model === model && isAsked(offer)));
}

/**
 * Returns what holds whichever of some providers answers: the shortest context, the highest price. Tools are supported if
 * one of them does, since calls with tools go there.
 */
export function describeOffers(offers: readonly Offer[]): ModelFacts {
	const live = offers.filter(({ status = "live" }) => status === "live");
	const able = live.some(({ supports_tools: tools }) => tools) ? live.filter((offer) => offer.supports_tools) : live;
	const prices = able.flatMap(({ pricing, is_free }) => (is_free ? { input: 0, output: 0 } : (pricing ?? [])));
	const tools = able.flatMap((offer) => offer.supports_tools ?? []);
	const [first] = able;
	return omitUndefined({
		context_length: least(able.flatMap((offer) => offer.context_length ?? [])),
		max_output_tokens: least(able.flatMap((offer) => offer.max_output_tokens ?? [])),
		pricing:
			prices.length === 0
				? undefined
				: {
						input: Math.max(...prices.map(({ input }) => input)),
						output: Math.max(...prices.map(({ output }) => output)),
					},
		supports_tools: tools.length === 0 ? undefined : tools.includes(true),
		input_modalities: first?.input_modalities,
	});
}

function least(values: readonly number[]): number | undefined {
	return values.length === 0 ? undefined : Math.min(...values);
}

/** Members with the context of a model, in an entry of `/v1/models` or in a server's own response. */
const CONTEXT: readonly (readonly string[])[] = [
	["loaded_context_length"],
	["max_model_len"],
	["context_length"],
	["context_window"],
	["max_context_length"],
	["meta", "n_ctx"],
	["default_generation_settings", "n_ctx"],
	["max_total_tokens"],
	["meta", "n_ctx_train"],
	["max_input_tokens"],
];
const OUTPUT: readonly (readonly string[])[] = [
	["max_output_tokens"],
	["max_completion_tokens"],
	["top_provider", "max_completion_tokens"],
	["max_tokens"],
];

/** Returns the context that a server reports for a model; undefined if it does not. */
export function readContextLength(entry: unknown): number | undefined {
	return readCount(entry, CONTEXT);
}

/** Returns the facts of a model in a server's list. */
export function readServerFacts(entry: unknown): ModelFacts {
	const [input, output] = ["input", "output"].map((name) => getPath(entry, "pricing", name));
	const isPriced = typeof input === "number" && typeof output === "number" && input >= 0 && output >= 0;
	const words = [
		...readTexts(readMember(entry, "capabilities")),
		...readTexts(readMember(entry, "supported_parameters")),
	];
	const tools = readMember(entry, "supports_tools");
	const hasTools = typeof tools === "boolean" ? tools : words.some((word) => word === "tools" || word === "tool_use");
	const listed = [readMember(entry, "input_modalities"), getPath(entry, "architecture", "input_modalities")];
	const modalities = listed.map(readTexts).find((texts) => texts.length > 0);
	const isVisual = words.includes("vision") || readMember(entry, "type") === "vlm";
	return omitUndefined({
		context_length: readContextLength(entry),
		max_output_tokens: readCount(entry, OUTPUT),
		pricing: isPriced ? { input, output } : undefined,
		supports_tools: hasTools || (typeof tools === "boolean" ? false : undefined),
		input_modalities: modalities ?? (isVisual ? ["text", "image"] : undefined),
	});
}

function readCount(entry: unknown, paths: readonly (readonly string[])[]): number | undefined {
	for (const path of paths) {
		const value = getPath(entry, ...path);
		if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
	}
	return undefined;
}

function readTexts(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
