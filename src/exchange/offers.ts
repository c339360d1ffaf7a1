import { isRecord, omitUndefined, readMember } from "../base/json.ts";

/** A provider's offer for a model, as the router's `GET /v1/models` lists it. Missing facts are left out. */
export interface Offer {
	model: string;
	provider: string;
	/** `live`, `error`, or another word of the router. */
	status?: string;
	context_length?: number;
	max_output_tokens?: number;
	/** US dollars per million tokens. */
	pricing?: { input: number; output: number; cached?: number | undefined };
	is_free?: boolean;
	supports_tools?: boolean;
	supports_structured_output?: boolean;
	first_token_latency_ms?: number;
	/** Tokens per second. */
	throughput?: number;
	is_model_author?: boolean;
	input_modalities?: string[];
	output_modalities?: string[];
}

/** Returns the offers of all models in the router's response; invalid entries are skipped. */
export function readOffers(answer: unknown): Offer[] {
	const models = readMember(answer, "data");
	if (!Array.isArray(models)) return [];
	return models.flatMap((model: unknown) => {
		const id = readMember(model, "id");
		const providers = readMember(model, "providers");
		if (typeof id !== "string" || !Array.isArray(providers)) return [];
		const architecture = readMember(model, "architecture");
		const modalities = {
			input_modalities: readStrings(readMember(architecture, "input_modalities")),
			output_modalities: readStrings(readMember(architecture, "output_modalities")),
		};
		return providers.flatMap((entry: unknown) => {
			const provider = readMember(entry, "provider");
			return typeof provider === "string"
				? [{ model: id, provider, ...omitUndefined({ ...readOffer(entry), ...modalities }) }]
				: [];
		});
	});
}

function readOffer(entry: unknown) {
	const number = (name: string): number | undefined => readNumber(readMember(entry, name));
	const flag = (name: string): boolean | undefined => {
		const value = readMember(entry, name);
		return typeof value === "boolean" ? value : undefined;
	};
	const status = readMember(entry, "status");
	return {
		status: typeof status === "string" ? status : undefined,
		context_length: number("context_length"),
		max_output_tokens: number("max_output_tokens") ?? number("max_completion_tokens"),
		pricing: readPricing(readMember(entry, "pricing")),
		is_free: flag("is_free"),
		supports_tools: flag("supports_tools"),
		supports_structured_output: flag("supports_structured_output"),
		first_token_latency_ms: number("first_token_latency_ms"),
		throughput: number("throughput"),
		is_model_author: flag("is_model_author"),
	};
}

/** A price without input or output is ignored. */
function readPricing(value: unknown): { input: number; output: number } | undefined {
	if (!isRecord(value)) return undefined;
	const [input, output] = [readNumber(value["input"]), readNumber(value["output"])];
	return input === undefined || output === undefined ? undefined : { input, output };
}

function readNumber(value: unknown): number | undefined {
	const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
	return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : undefined;
}

function readStrings(value: unknown): string[] | undefined {
	return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
}
