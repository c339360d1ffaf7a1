import { BodyFields, readFields } from "../body.ts";
import { missing } from "../failure.ts";
import { cancelJob } from "../jobs.ts";
import { behaviorOf, findTask, taskOf } from "../known-models.ts";
import { transcribe } from "../media/recordings.ts";
import { hash } from "../random.ts";
import { jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { runChat } from "./chat.ts";
import { checkBehavior, type FollowedJob, findJob, followJob, startJob } from "./jobs.ts";
import { imageOf, receiveAudio, receiveImage, speechOf, storeFile, videoOf } from "./media.ts";

const HOST = "api.replicate.com";
/** Names of language models; other unknown names mean image models here. */
const LANGUAGE_MODEL = /llama|mistral|mixtral|instruct|-chat|claude|gemini|gpt-(?!image)|deepseek|granite|qwen/i;
const STATUS = { queued: "starting", running: "processing", done: "succeeded", failed: "failed" } as const;

/** Takes a prediction; with `Prefer: wait` the answer is the finished one. */
export async function predict(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = incoming.groups[0] || fields.requireText("version");
	const given = fields.object("input");
	if (!given) throw missing("input");
	const input = new BodyFields(given);
	const output = await createOutput(incoming, model, input);
	const job = startJob(incoming, model, output);
	const waits = /\bwait\b/.test(incoming.request.headers.get("prefer") ?? "");
	const isLate = job.endless || behaviorOf(model) === "queued";
	const state = !waits || isLate ? "queued" : job.failure === undefined ? "done" : "failed";
	const result = state === "done" ? await job.result() : undefined;
	return jsonResponse(describe(incoming, { job, state, result }, model, given), 201);
}

export async function cancelPrediction(incoming: IncomingCall): Promise<Response> {
	cancelJob(findJob(incoming, incoming.groups[0]), incoming.state.pendingPolls);
	return pollPrediction(incoming);
}

/** Returns a model's record, with its newest version. */
export function describeReplicateModel({ state, groups }: IncomingCall): Response {
	const [model = ""] = groups;
	checkBehavior(model);
	const [owner, name] = model.split("/");
	const time = new Date(state.now()).toISOString();
	// 64 hexadecimal digits that follow from its name.
	const version = Array.from({ length: 8 }, (_, part) => hash("version", model, part).toString(16).padStart(8, "0"));
	return jsonResponse({
		url: `https://replicate.com/${model}`,
		owner,
		name,
		description: `A ${taskOf(model)} model of the sandbox.`,
		visibility: "public",
		latest_version: { id: version.join(""), created_at: time, cog_version: "0.16.0", openapi_schema: {} },
	});
}

export async function pollPrediction(incoming: IncomingCall): Promise<Response> {
	return jsonResponse(describe(incoming, await followJob(incoming), "", {}));
}

/** Prepares the output of a prediction. The input is more specific than the model's name, which may be only a version. */
async function createOutput(incoming: IncomingCall, model: string, input: BodyFields): Promise<() => Promise<unknown>> {
	const audio = input.get("audio");
	if (audio !== undefined) {
		const recording = await receiveAudio(incoming, audio, "input.audio");
		return async () => ({ ...transcribe(recording), transcription: transcribe(recording).text });
	}
	const image = input.get("image") ?? input.get("input_image");
	if (image !== undefined) {
		await receiveImage(incoming, image, "input.image");
		const media = imageOf(input.text("prompt") ?? "", input);
		return async () => [storeFile(incoming, media)];
	}
	if (input.get("text") !== undefined) {
		const media = speechOf(input.requireText("text"));
		return async () => storeFile(incoming, media);
	}
	const prompt = input.text("prompt");
	if (!prompt) throw missing("input.prompt");
	const task = findTask(model);
	if (task === "conversational" || task === "text-generation" || (!task && LANGUAGE_MODEL.test(model))) {
		const text = await writeText(incoming, model, prompt, input);
		return async () => text;
	}
	const isVideo = task?.endsWith("-to-video") === true;
	const media = isVideo ? videoOf(prompt, input) : imageOf(prompt, input);
	// A video comes alone, images come as a list.
	return async () => (isVideo ? storeFile(incoming, media) : [storeFile(incoming, media)]);
}

/** Returns the answer of a language model, as a list of pieces. */
async function writeText(incoming: IncomingCall, model: string, prompt: string, input: BodyFields): Promise<string[]> {
	const system = input.text("system_prompt");
	const messages = [...(system ? [{ role: "system", content: system }] : []), { role: "user", content: prompt }];
	const max_tokens = input.get("max_tokens") ?? input.get("max_new_tokens");
	const { temperature, seed } = input.all;
	const { choices } = await runChat(incoming, new BodyFields({ model, messages, max_tokens, temperature, seed }));
	return choices[0]?.tokens ?? [];
}

function describe(incoming: IncomingCall, { job, state, result }: FollowedJob, model: string, input: unknown): unknown {
	const isOver = state === "done" || state === "failed";
	const time = new Date(incoming.state.now()).toISOString();
	return {
		id: job.id,
		model,
		version: "hidden",
		input,
		logs: "",
		output: result ?? null,
		data_removed: false,
		error: state === "failed" ? job.failure : null,
		status: job.canceled ? "canceled" : STATUS[state],
		created_at: time,
		...(isOver ? { started_at: time, completed_at: time, metrics: { predict_time: 0.1 } } : {}),
		urls: {
			get: incoming.providerUrl(HOST, `v1/predictions/${job.id}`),
			cancel: incoming.providerUrl(HOST, `v1/predictions/${job.id}/cancel`),
		},
	};
}
