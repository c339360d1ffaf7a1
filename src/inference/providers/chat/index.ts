// Written by `npm run generate` from the providers; do not edit.
import type { InferenceTask, Provider } from "../../types.ts";
import { baseten } from "../baseten.ts";
import { cerebras } from "../cerebras.ts";
import { clarifai } from "../clarifai.ts";
import { cohere } from "../cohere.ts";
import { featherlessAi } from "../featherless-ai.ts";
import { fireworksAi } from "../fireworks-ai.ts";
import { groq } from "../groq.ts";
import type { InferenceProvider } from "../index.ts";
import { nvidia } from "../nvidia.ts";
import { openai } from "../openai.ts";
import { ovhcloud } from "../ovhcloud.ts";
import { publicai } from "../publicai.ts";
import { sambanova } from "../sambanova.ts";
import { scaleway } from "../scaleway.ts";
import { deepinfra } from "./deepinfra.ts";
import { hfInference } from "./hf-inference.ts";
import { hyperbolic } from "./hyperbolic.ts";
import { nebius } from "./nebius.ts";
import { novita } from "./novita.ts";
import { nscale } from "./nscale.ts";
import { together } from "./together.ts";
import { zaiOrg } from "./zai-org.ts";

/**
 * Every provider as chats need it, so that a program that only chats is bundled without the other tasks. Those that do
 * not chat are the names of the tasks they serve. The order is that of messages.
 */
export const CHAT_PROVIDERS: Record<InferenceProvider, Provider | readonly InferenceTask[]> = {
	"black-forest-labs": ["text-to-image"],
	cerebras,
	cohere,
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
	"featherless-ai": featherlessAi,
	"hf-inference": hfInference,
	"fireworks-ai": fireworksAi,
	groq,
	hyperbolic,
	nebius,
	novita,
	nscale,
	openai,
	ovhcloud,
	publicai,
	replicate: ["text-to-image", "text-to-speech", "text-to-video", "image-to-image", "automatic-speech-recognition"],
	sambanova,
	scaleway,
	together,
	"zai-org": zaiOrg,
	baseten,
	clarifai,
	deepinfra,
	nvidia,
	wavespeed: [
		"text-to-image",
		"text-to-video",
		"image-to-image",
		"image-to-video",
		"image-text-to-image",
		"image-text-to-video",
	],
};
