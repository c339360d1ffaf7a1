import type { WidgetType } from "../../catalogue/index.ts";
import { taskOf } from "../known-models.ts";
import { listOffers } from "../offers.ts";
import { listModels, seesImages } from "../records.ts";
import { jsonResponse } from "../responses.ts";
import type { IncomingCall, SandboxRoute } from "../types.ts";
import { checkBehavior } from "./jobs.ts";

/** Returns the list of models and one of them, below a base path such as `openai/v1`. */
export function modelRoutes(base: string): SandboxRoute[] {
	return [
		{ method: "GET", path: new RegExp(`^${base}/models$`), handle: answerModels },
		{ method: "GET", path: new RegExp(`^${base}/models/(.+)$`), handle: answerModel },
	];
}

/** Returns the models of a provider; those of the router chat. Together's list has no object around it. */
function answerModels({ state, provider, service }: IncomingCall): Response {
	const tasks = provider ? Object.keys(provider.tasks) : ["conversational", "text-generation"];
	const ids = [...new Set((tasks as WidgetType[]).flatMap(listModels))];
	const data = ids.map((id) => describeModel(id, service, state.now()));
	return jsonResponse(service === "together" ? data : { object: "list", data });
}

function answerModel({ state, groups, service }: IncomingCall): Response {
	const [id = ""] = groups;
	checkBehavior(id);
	return jsonResponse(describeModel(id, service, state.now()));
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

function describeModel(id: string, service: string, now: number): Record<string, unknown> {
	const [owner] = id.split("/");
	const head = { id, object: "model", created: Math.floor(now / 1000) };
	if (service !== "together") {
		const input_modalities = seesImages(id) ? ["text", "image"] : ["text"];
		const architecture = { input_modalities, output_modalities: ["text"] };
		return { ...head, owned_by: owner, architecture, providers: listOffers(id) };
	}
	const pricing = listOffers(id).find(({ provider }) => provider === service)?.pricing;
	return {
		...head,
		type: TOGETHER_TYPES[taskOf(id)] ?? "chat",
		display_name: id.split("/").at(-1),
		organization: owner,
		link: `https://huggingface.co/${id}`,
		license: "apache-2.0",
		context_length: 131_072,
		pricing: { hourly: 0, input: pricing?.input ?? 0, output: pricing?.output ?? 0, base: 0, finetune: 0 },
	};
}
