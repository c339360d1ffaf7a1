import { type Fields, readFields } from "../body.ts";
import { invalid } from "../failure.ts";
import { toBase64 } from "../media/base64.ts";
import { jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehaviour } from "./behaviour.ts";
import { editOf, imageOf, type Media, receiveImage, storeFile } from "./media.ts";

/** Image generation as OpenAI defined it; Together's also takes a picture to change. */
export async function answerImages(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const input = firstOf(fields.get("image_url") ?? fields.get("reference_images"));
	const prompt = input === undefined ? fields.requireText("prompt") : (fields.text("prompt") ?? "");
	const format = readFormat(incoming, fields);
	fields.integer("steps", 1, 200);
	checkBehaviour(model);
	const media =
		input === undefined
			? imageOf(incoming, prompt, fields)
			: editOf(incoming, await receiveImage(incoming, input, "image_url"), prompt, model, fields);
	return jsonResponse({
		id: incoming.state.createId(),
		object: "list",
		created: Math.floor(incoming.state.now() / 1000),
		model,
		data: [{ index: 0, ...(await deliver(incoming, media, format)) }],
	});
}

/** Hyperbolic's way to say the same. */
export async function answerHyperbolicImages(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model_name");
	const prompt = fields.requireText("prompt");
	checkBehaviour(model);
	const image = toBase64(await imageOf(incoming, prompt, fields).make());
	return jsonResponse({
		images: [{ index: 0, image, random_seed: fields.integer("seed") ?? incoming.state.seed }],
		inference_time: 0.1,
	});
}

async function deliver(
	incoming: IncomingCall,
	media: Media,
	format: "url" | "base64",
): Promise<Record<string, string>> {
	if (format === "url") return { url: storeFile(incoming, media) };
	return { b64_json: toBase64(await media.make()) };
}

function readFormat({ provider }: IncomingCall, fields: Fields): "url" | "base64" {
	const format = fields.text("response_format") ?? (provider?.id === "nscale" ? "b64_json" : "url");
	if (format === "b64_json" || (format === "base64" && provider?.id === "together")) return "base64";
	if (format === "url" && provider?.id !== "nscale") return "url";
	throw invalid("response_format", `Invalid value for 'response_format': '${format}'.`);
}

function firstOf(value: unknown): unknown {
	return Array.isArray(value) ? value[0] : value;
}
