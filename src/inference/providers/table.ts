import { isRecord, readMember } from "../../base/json.ts";
import { chat } from "../adapters/chat.ts";
import { omit } from "../adapters/payload.ts";
import { malformed } from "../adapters/shape.ts";
import { countAnswers, orderAnswers } from "../delta.ts";
import type { ChatCompletionOutput } from "../io/chat.ts";
import type { Registry } from "../resolve.ts";
import type { ChatForm, InferenceTask, Provider, TaskAdapter, TaskAdapters } from "../types.ts";

/** A provider that chats, without its id, which is also the default of `hubOrg`. */
interface ChatProvider extends Omit<Provider, "id" | "tasks"> {
	tasks: { conversational: TaskAdapter<ChatCompletionOutput> };
}

const USUAL_CHAT: ChatForm = { reasoning: "reasoning_content" };

/**
 * @param own the route of its chat, or its chat, if it differs from OpenAI's API
 * @param facts `chat`: what it accepts, if it differs from most services
 */
function provider(
	label: string,
	baseUrl: string,
	own: string | ChatProvider["tasks"]["conversational"] = chat(),
	facts: Pick<Provider, "chat" | "closedSource" | "headers" | "hubOrg" | "routed" | "scheme"> = {},
): ChatProvider {
	return {
		label,
		baseUrl,
		...facts,
		chat: { ...USUAL_CHAT, ...facts.chat },
		tasks: { conversational: typeof own === "string" ? chat({ route: own }) : own },
	};
}

/**
 * Every provider by its id, in the order of messages. Its other tasks are in a separate file (`index.ts` lists
 * them), so that a program that only chats is bundled without it. Undefined: does not chat.
 */
const TABLE = {
	"black-forest-labs": undefined,
	cerebras: provider(
		"Cerebras",
		"https://api.cerebras.ai",
		// The service rejects `store` with status 400.
		chat({ payload: ({ args, model }) => ({ model, ...omit(args, "store") }) }),
		{ chat: { reasoning: "reasoning", schemas: "closed" } },
	),
	cohere: provider("Cohere", "https://api.cohere.com", "compatibility/v1/chat/completions", {
		hubOrg: "CohereLabs",
		chat: { reasoning: "none" },
	}),
	"fal-ai": undefined,
	"featherless-ai": provider("Featherless AI", "https://api.featherless.ai"),
	"hf-inference": provider(
		"HF Inference",
		"https://router.huggingface.co/hf-inference",
		{
			...chat(),
			route: ({ endpoint, model }) => openAiRoute("chat/completions", endpoint, model),
			modelsUrl,
			// Other servers omit members that the responses of providers must have.
			parse: ({ call, data }) => {
				const choices = readMember(data, "choices");
				if (!Array.isArray(choices) || !isRecord(choices[0])) {
					throw malformed("Expected ChatCompletionOutput", data);
				}
				return orderAnswers(data as ChatCompletionOutput, countAnswers(call.args));
			},
		},
		{ routed: "always" },
	),
	"fireworks-ai": provider("Fireworks AI", "https://api.fireworks.ai", "inference/v1/chat/completions", {
		chat: { schemas: "grammar" },
	}),
	groq: provider("Groq", "https://api.groq.com", "openai/v1/chat/completions", {
		chat: { reasoning: "reasoning", schemas: "checked" },
	}),
	hyperbolic: provider("Hyperbolic", "https://api.hyperbolic.xyz", chat(), {
		hubOrg: "Hyperbolic",
		routed: "unlisted",
	}),
	nebius: provider(
		"Nebius",
		"https://api.studio.nebius.ai",
		// The service accepts a schema only under its own parameter name.
		chat({ withSchema: ({ json_schema: { schema } }) => (schema ? { guided_json: schema } : {}) }),
		{ routed: "unlisted" },
	),
	novita: provider("Novita", "https://api.novita.ai", "v3/openai/chat/completions"),
	nscale: provider("Nscale", "https://inference.api.nscale.com"),
	openai: provider("OpenAI", "https://api.openai.com", chat(), {
		routed: "never",
		closedSource: true,
		chat: { reasoning: "none", lateSystem: true, files: true, schemas: "checked" },
	}),
	ovhcloud: provider("OVHcloud", "https://oai.endpoints.kepler.ai.cloud.ovh.net"),
	publicai: provider("Public AI", "https://api.publicai.co"),
	replicate: undefined,
	sambanova: provider(
		"SambaNova",
		"https://api.sambanova.ai",
		// The service refuses `strict: true`.
		chat({
			withSchema: (format) => ({
				response_format: { ...format, json_schema: { ...format.json_schema, strict: false } },
			}),
		}),
		{ hubOrg: "sambanovasystems", routed: "unlisted" },
	),
	scaleway: provider("Scaleway", "https://api.scaleway.ai"),
	together: provider(
		"Together",
		"https://api.together.xyz",
		// The service expects the schema one level higher, without name and strictness.
		chat({
			withSchema: ({ type, json_schema: { schema } }) => (schema ? { response_format: { type, schema } } : {}),
		}),
		{ hubOrg: "togethercomputer", chat: { reasoning: "reasoning" } },
	),
	"zai-org": provider("Z.ai", "https://api.z.ai", "api/paas/v4/chat/completions", {
		headers: { "x-source-channel": "hugging_face", "accept-language": "en-US,en" },
	}),
	baseten: provider("Baseten", "https://inference.baseten.co"),
	clarifai: provider("Clarifai", "https://api.clarifai.com", "v2/ext/openai/v1/chat/completions", {
		scheme: "Key",
		routed: "unlisted",
	}),
	deepinfra: provider("DeepInfra", "https://api.deepinfra.com", "v1/openai/chat/completions", {
		hubOrg: "DeepInfra",
	}),
	nvidia: provider("NVIDIA", "https://integrate.api.nvidia.com", chat(), { routed: "unlisted" }),
	wavespeed: undefined,
} satisfies Record<string, ChatProvider | undefined>;

/** Facts of services that are not providers, and that users name as endpoints: the end of the host → its chats. */
export const ENDPOINT_CHATS: Readonly<Record<string, ChatForm>> = {
	"openrouter.ai": { cacheControl: true },
	"dashscope.aliyuncs.com": { cacheControl: true },
	"dashscope-intl.aliyuncs.com": { cacheControl: true },
};

/** Providers that do not chat, with their tasks. */
const WITHOUT_CHAT: Readonly<Record<string, readonly InferenceTask[]>> = {
	"black-forest-labs": ["text-to-image"],
	"fal-ai": [
		"text-to-image",
		"text-to-speech",
		"text-to-video",
		"image-to-image",
		"automatic-speech-recognition",
		"image-segmentation",
		"image-to-video",
		"audio-to-audio",
		"text-to-audio",
		"image-text-to-image",
		"image-text-to-video",
	],
	replicate: ["text-to-image", "text-to-speech", "text-to-video", "image-to-image", "automatic-speech-recognition"],
	wavespeed: [
		"text-to-image",
		"text-to-video",
		"image-to-image",
		"image-to-video",
		"image-text-to-image",
		"image-text-to-video",
	],
};

/** Id of a provider, such as `fal-ai`. */
export type InferenceProvider = keyof typeof TABLE;

export type ChattingId = {
	[Id in InferenceProvider]: (typeof TABLE)[Id] extends ChatProvider ? Id : never;
}[InferenceProvider];

export const PROVIDER_IDS = Object.keys(TABLE) as InferenceProvider[];

/**
 * Returns a provider with tasks besides its chat.
 * @param list lists its tasks, in the order of messages; default: its chat
 */
export function withTasks(
	id: ChattingId,
	list: (chat: ChatProvider["tasks"]["conversational"]) => TaskAdapters = (conversational) => ({ conversational }),
): Provider {
	return { id, hubOrg: id, ...TABLE[id], tasks: list(TABLE[id].tasks.conversational) };
}

export const CHAT_REGISTRY: Registry = /* @__PURE__ */ createChatRegistry();

function createChatRegistry(): Registry {
	return new Map(PROVIDER_IDS.map((id) => [id, WITHOUT_CHAT[id] ?? withTasks(id as ChattingId)]));
}

/** A route of OpenAI at the end of a URL. */
export const OPENAI_ROUTE =
	/\/(?:(?:chat\/)?completions|embeddings|images\/generations|audio\/(?:speech|transcriptions))\/*(?=\?|$)/;
export const VERSION = /\/v\d+\/*(?:\?|$)/;

/** Where an endpoint lists its models: beside its route, if its URL has one. */
export function modelsUrl(endpoint: string): string {
	return OPENAI_ROUTE.test(endpoint) ? endpoint.replace(OPENAI_ROUTE, "/models") : openAiRoute("models", endpoint, "");
}

/** An endpoint may be given with or without the path that OpenAI's clients add. */
export function openAiRoute(path: string, endpoint: string | undefined, model: string): string {
	if (endpoint === undefined) return `models/${model}/v1/${path}`;
	const [, url = "", query = ""] = /^([^?]*)(\?.*)?$/s.exec(endpoint.trim()) ?? [];
	const base = url.replace(/(?<!\/)\/+$/, "");
	const rest = base.endsWith(`/${path}`) ? "" : /\/v\d+$/.test(base) ? `/${path}` : `/v1/${path}`;
	return base + rest + query;
}
