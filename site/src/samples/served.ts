/**
 * Which model a page may name for a provider and a task: one that is known to be served there. Chats come from the
 * router's list that the package stores (`src/exchange/data/prices.json`; a test compares them), other tasks from the
 * mapping in the records of `models.ts`. Where nothing is known a page says `ORG/MODEL`, and promises nothing.
 */
import { type ModelMapping, SAMPLE_MODELS } from "./models.ts";

/** Provider → task → model, for chats and for chats with images. */
export const CHATS: Readonly<Record<string, { conversational: string; "image-text-to-text"?: string }>> = {
	cerebras: { conversational: "meta-llama/Llama-3.1-8B-Instruct" },
	"fireworks-ai": { conversational: "openai/gpt-oss-120b" },
	groq: { conversational: "openai/gpt-oss-120b" },
	hyperbolic: {
		conversational: "meta-llama/Llama-3.3-70B-Instruct",
		"image-text-to-text": "Qwen/Qwen2.5-VL-72B-Instruct",
	},
	nebius: {
		conversational: "meta-llama/Llama-3.1-8B-Instruct",
		"image-text-to-text": "Qwen/Qwen2.5-VL-72B-Instruct",
	},
	novita: { conversational: "meta-llama/Llama-3.1-8B-Instruct" },
	nscale: { conversational: "meta-llama/Llama-3.1-8B-Instruct" },
	openai: { conversational: "openai/gpt-4o-mini", "image-text-to-text": "openai/gpt-4o-mini" },
	ovhcloud: {
		conversational: "meta-llama/Llama-3.1-8B-Instruct",
		"image-text-to-text": "Qwen/Qwen2.5-VL-72B-Instruct",
	},
	publicai: { conversational: "swiss-ai/Apertus-8B-Instruct-2509" },
	sambanova: { conversational: "meta-llama/Llama-3.1-8B-Instruct" },
	together: { conversational: "openai/gpt-oss-120b" },
};

/** A model that a provider serves. */
export interface ServedModel {
	model: string;
	/** Its id there; the router needs none for chats. */
	providerId?: string;
}

/** The model to name for a provider and a task; undefined where none is known. */
export function findServed(provider: string, task: string): ServedModel | undefined {
	const chat = CHATS[provider]?.[task as "conversational"];
	if (chat !== undefined) return { model: chat };
	return recordsOf(task).flatMap(({ id, mapping }) => {
		const entry = mapping.find((known) => known.provider === provider);
		return entry ? [{ model: id, providerId: entry.providerId }] : [];
	})[0];
}

/** Records of the models that some provider serves for a task other than chat. */
export function recordsOf(task: string) {
	return SAMPLE_MODELS.map((record) => ({
		...record,
		mapping: (record.inferenceProviderMapping ?? []).filter(
			(entry: ModelMapping) => entry.task === task && task !== "conversational",
		),
	})).filter(({ mapping }) => mapping.length > 0);
}
