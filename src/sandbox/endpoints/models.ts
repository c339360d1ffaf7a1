import type { WidgetType } from "../../catalogue/index.ts";
import { taskOf } from "../known-models.ts";
import { listOffers } from "../offers.ts";
import { listModels, seesImages } from "../records.ts";
import { jsonResponse } from "../responses.ts";

import type { IncomingCall, Route } from "../types.ts";
import { checkBehavior } from "./jobs.ts";

const CONTEXT_LENGTH = 131_072;

/** Returns the list of models and one of them, below a base path such as `openai/v1`. */
export function modelRoutes(base: string): Route[] {
	return [
		{ method: "GET", path: new RegExp(`^${base}/models$`), handle: answerModels },
		{ method: "GET", path: new RegExp(`^${base}/models/(.+)$`), handle: answerModel },
	];
}

/**
 * Returns the models of a provider; those of the router chat. Together's list has no object around
 * it.
 */
function answerModels({ state, provider }: IncomingCall): Response {
	const tasks = provider ? Object.keys(provider.tasks) : ["conversational", "text-generation"];
	const ids = [...new Set((tasks as WidgetType[]).flatMap(listModels))];
	if (provider?.id === "together") return jsonResponse(ids.map((id) => describeForTogether(id, state.now())));
	return jsonResponse({ object: "list", data: ids.map((id) => describeModel(id, state.now())) });
}

function answerModel({ state, groups, provider }: IncomingCall): Response {
	const [id = ""] = groups;
	checkBehavior(id);
	return jsonResponse(
		provider?.id === "together" ? describeForTogether(id, state.now()) : describeModel(id, state.now()),
	);
}

function describeModel(id: string, now: number): Record<string, unknown> {
	return {
		id,
		object: "model",
		created: Math.floor(now / 1000),
		owned_by: id.split("/")[0],
		architecture: {
			input_modalities: seesImages(id) ? ["text", "image"] : ["text"],
			output_modalities: ["text"],
		},
		providers: listOffers(id),
	};
}

/** Together's names for what models do. */
const TOGETHER_TYPES: Readonly<Record<string, string>> = {
	conversational: "chat",
	"text-generation": "language",
	"feature-extraction": "embedding",
	"sentence-similarity": "embedding",
	"text-to-image": "image",
	"image-to-image": "image",
	"text-to-video": "video",
	"image-to-video": "video",
	"text-to-speech": "audio",
	"automatic-speech-recognition": "transcribe",
};

function describeForTogether(id: string, now: number): Record<string, unknown> {
	const pricing = listOffers(id).find(({ provider }) => provider === "together")?.pricing;
	return {
		id,
		object: "model",
		created: Math.floor(now / 1000),
		type: TOGETHER_TYPES[taskOf(id)] ?? "chat",
		display_name: id.split("/").at(-1),
		organization: id.split("/")[0],
		link: `https://huggingface.co/${id}`,
		license: "apache-2.0",
		context_length: CONTEXT_LENGTH,
		pricing: { hourly: 0, input: pricing?.input ?? 0, output: pricing?.output ?? 0, base: 0, finetune: 0 },
	};
}
