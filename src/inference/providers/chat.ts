import { getPath, isRecord } from "../../base/json.ts";
import { chat } from "../adapters/chat.ts";
import { omit } from "../adapters/payload.ts";
import { malformed } from "../adapters/shape.ts";
import type { ChatCompletionOutput } from "../io/chat.ts";
import type { Registry } from "../resolve.ts";
import type { InferenceTask, Provider, TaskAdapter, TaskAdapters } from "../types.ts";

/** A provider that chats, without its id. */
interface ChatProvider extends Omit<Provider, "id" | "tasks"> {
	tasks: { conversational: TaskAdapter<ChatCompletionOutput> };
}

/** @param conversational default: as OpenAI's API */
function provider(
	label: string,
	hubOrg: string,
	baseUrl: string,
	conversational = chat(),
	facts: Pick<Provider, "closedSource" | "headers" | "routed" | "scheme"> = {},
): ChatProvider {
	return { label, hubOrg, baseUrl, ...facts, tasks: { conversational } };
}

/**
 * Every provider by its id, in the order of messages. What else it serves is in a file of its own (`index.ts` lists
 * them), so that a program that only chats is bundled without it. Providers that do not chat are lists of their tasks.
 */
const TABLE = {
	"black-forest-labs": ["text-to-image"],
	cerebras: provider(
		"Cerebras",
		"cerebras",
		"https://api.cerebras.ai",
		// The service rejects `store` with status 400.
		chat({ payload: ({ args, model }) => ({ model, ...omit(args, "store") }) }),
	),
	cohere: provider(
		"Cohere",
		"CohereLabs",
		"https://api.cohere.com",
		chat({ route: "compatibility/v1/chat/completions" }),
	),
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
	"featherless-ai": provider("Featherless AI", "featherless-ai", "https://api.featherless.ai"),
	"hf-inference": provider(
		"HF Inference",
		"hf-inference",
		"https://router.huggingface.co/hf-inference",
		{
			...chat(),
			route: ({ endpoint, model }) => openAiRoute("chat/completions", endpoint, model),
			// Other servers omit members that the responses of providers must have.
			parse: ({ data }) => {
				if (!isRecord(getPath(data, "choices", 0))) throw malformed("Expected ChatCompletionOutput");
				return data as ChatCompletionOutput;
			},
		},
		{ routed: "always" },
	),
	"fireworks-ai": provider(
		"Fireworks AI",
		"fireworks-ai",
		"https://api.fireworks.ai",
		chat({ route: "inference/v1/chat/completions" }),
	),
	groq: provider("Groq", "groq", "https://api.groq.com", chat({ route: "openai/v1/chat/completions" })),
	hyperbolic: provider("Hyperbolic", "Hyperbolic", "https://api.hyperbolic.xyz"),
	nebius: provider(
		"Nebius",
		"nebius",
		"https://api.studio.nebius.ai",
		// The service follows a schema only under its own name for it.
		chat({ withSchema: ({ json_schema: { schema } }) => (schema ? { guided_json: schema } : {}) }),
	),
	novita: provider("Novita", "novita", "https://api.novita.ai", chat({ route: "v3/openai/chat/completions" })),
	nscale: provider("Nscale", "nscale", "https://inference.api.nscale.com"),
	openai: provider("OpenAI", "openai", "https://api.openai.com", chat(), { routed: "never", closedSource: true }),
	ovhcloud: provider("OVHcloud", "ovhcloud", "https://oai.endpoints.kepler.ai.cloud.ovh.net"),
	publicai: provider("Public AI", "publicai", "https://api.publicai.co"),
	replicate: ["text-to-image", "text-to-speech", "text-to-video", "image-to-image", "automatic-speech-recognition"],
	sambanova: provider(
		"SambaNova",
		"sambanovasystems",
		"https://api.sambanova.ai",
		// The service refuses `strict: true`.
		chat({
			withSchema: (format) => ({
				response_format: { ...format, json_schema: { ...format.json_schema, strict: false } },
			}),
		}),
	),
	scaleway: provider("Scaleway", "scaleway", "https://api.scaleway.ai"),
	together: provider(
		"Together",
		"togethercomputer",
		"https://api.together.xyz",
		// The service wants the schema one level higher, without name and strictness.
		chat({
			withSchema: ({ type, json_schema: { schema } }) => (schema ? { response_format: { type, schema } } : {}),
		}),
	),
	"zai-org": provider("Z.ai", "zai-org", "https://api.z.ai", chat({ route: "api/paas/v4/chat/completions" }), {
		headers: { "x-source-channel": "hugging_face", "accept-language": "en-US,en" },
	}),
	baseten: provider("Baseten", "baseten", "https://inference.baseten.co"),
	clarifai: provider(
		"Clarifai",
		"clarifai",
		"https://api.clarifai.com",
		chat({ route: "v2/ext/openai/v1/chat/completions" }),
		{ scheme: "Key" },
	),
	deepinfra: provider(
		"DeepInfra",
		"DeepInfra",
		"https://api.deepinfra.com",
		chat({ route: "v1/openai/chat/completions" }),
	),
	nvidia: provider("NVIDIA", "nvidia", "https://integrate.api.nvidia.com"),
	wavespeed: [
		"text-to-image",
		"text-to-video",
		"image-to-image",
		"image-to-video",
		"image-text-to-image",
		"image-text-to-video",
	],
} satisfies Record<string, ChatProvider | InferenceTask[]>;

/** Id of a provider, such as `fal-ai`. */
export type InferenceProvider = keyof typeof TABLE;

/** Every provider with its chat only. */
export const CHAT_REGISTRY: Registry = new Map(
	Object.entries(TABLE).map(([id, row]) => [id, "tasks" in row ? { id, ...row } : row]),
);

/** Ids of the providers that chat. */
type ChattingId = {
	[Id in InferenceProvider]: (typeof TABLE)[Id] extends ChatProvider ? Id : never;
}[InferenceProvider];

/**
 * Returns a provider with tasks besides its chat.
 * @param list lists its tasks, in the order of messages
 */
export function withTasks(
	id: ChattingId,
	list: (chat: ChatProvider["tasks"]["conversational"]) => TaskAdapters,
): Provider {
	return { id, ...TABLE[id], tasks: list(TABLE[id].tasks.conversational) };
}

/** An endpoint may be given with or without the path that OpenAI's clients add. */
export function openAiRoute(path: string, endpoint: string | undefined, model: string): string {
	if (endpoint === undefined) return `models/${model}/v1/${path}`;
	const [, url = "", query = ""] = /^([^?]*)(\?.*)?$/s.exec(endpoint.trim()) ?? [];
	const base = url.replace(/\/+$/, "");
	const rest = base.endsWith(`/${path}`) ? "" : /\/v\d+$/.test(base) ? `/${path}` : `/v1/${path}`;
	return base + rest + query;
}
