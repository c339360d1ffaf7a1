import type { InferenceProvider } from "../inference/index.ts";
import type { Handler } from "./types.ts";
import { answerChat } from "./wires/chat.ts";

/** One address of a service. */
export interface Route {
	method: "GET" | "POST";
	/** Of the path below the service's address; its groups go to the handler. */
	path: RegExp;
	handle: Handler;
	/** What proves who calls: the usual, any key (follow-ups of a job), or nothing. */
	access?: "any-key" | "open";
}

const chat = (path: RegExp): Route => ({ method: "POST", path, handle: answerChat });
const completions = (path: RegExp): Route => ({
	method: "POST",
	path,
	handle: async (exchange) => (await import("./wires/completions.ts")).answerCompletion(exchange),
});
const embeddings = (path: RegExp): Route => ({
	method: "POST",
	path,
	handle: async (exchange) => (await import("./wires/embeddings.ts")).answerEmbeddings(exchange),
});

const CHAT = chat(/^v1\/chat\/completions$/);
const COMPLETIONS = completions(/^v1\/completions$/);
const EMBEDDINGS = embeddings(/^v1\/embeddings$/);

/** What each provider answers, and where. */
export const SERVICES: Record<InferenceProvider, readonly Route[]> = {
	baseten: [CHAT],
	"black-forest-labs": [],
	cerebras: [CHAT],
	clarifai: [chat(/^v2\/ext\/openai\/v1\/chat\/completions$/)],
	cohere: [chat(/^compatibility\/v1\/chat\/completions$/)],
	deepinfra: [
		chat(/^v1\/openai\/chat\/completions$/),
		completions(/^v1\/openai\/completions$/),
		embeddings(/^v1\/openai\/embeddings$/),
	],
	"fal-ai": [],
	"featherless-ai": [CHAT, COMPLETIONS],
	"fireworks-ai": [chat(/^inference\/v1\/chat\/completions$/)],
	groq: [chat(/^openai\/v1\/chat\/completions$/)],
	"hf-inference": [chat(/^models\/(.+)\/v1\/chat\/completions$/), completions(/^models\/(.+)\/v1\/completions$/)],
	hyperbolic: [CHAT],
	nebius: [CHAT, COMPLETIONS, EMBEDDINGS],
	novita: [chat(/^v3\/openai\/chat\/completions$/)],
	nscale: [CHAT],
	nvidia: [CHAT],
	openai: [CHAT],
	ovhcloud: [CHAT, COMPLETIONS],
	publicai: [CHAT],
	replicate: [],
	sambanova: [CHAT, EMBEDDINGS],
	scaleway: [CHAT, COMPLETIONS, EMBEDDINGS],
	together: [CHAT, COMPLETIONS, EMBEDDINGS],
	wavespeed: [],
	"zai-org": [chat(/^api\/paas\/v4\/chat\/completions$/)],
};
