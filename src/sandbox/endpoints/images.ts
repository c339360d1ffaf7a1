import { toBase64 } from "../../base/base64.ts";
import { BodyFields, readFields, readForm } from "../body.ts";
import { invalid, missing } from "../failure.ts";
import { jsonResponse } from "../responses.ts";
import type { IncomingCall } from "../types.ts";
import { checkBehavior } from "./jobs.ts";
import { imageOf, readImage, receiveImage, sendMedia, storeFile } from "./media.ts";

const MAX_IMAGES = 10;

/** Image generation as OpenAI defined it; Together's also takes an image to change. */
export async function answerImages(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model");
	const [input] = [fields.get("image_url") ?? fields.get("reference_images")].flat();
	const prompt = input === undefined ? fields.requireText("prompt") : (fields.text("prompt") ?? "");
	fields.integer("steps", 1, 200);
	if (input !== undefined) await receiveImage(incoming, input, "image_url");
	return respond(incoming, model, prompt, fields);
}

/** Changes an image as OpenAI defined it: a form with `image` (or several `image[]`; the first is changed) and `prompt`. */
export async function answerImageEdit(incoming: IncomingCall): Promise<Response> {
	const form = await readForm(incoming.request);
	const fields = readDigits([...form].filter(([, value]) => typeof value === "string"));
	const model = fields.requireText("model");
	const prompt = fields.requireText("prompt");
	const file = form.get("image") ?? form.get("image[]");
	if (file === null) throw missing("image");
	if (typeof file === "string") await receiveImage(incoming, file, "image");
	else await readImage(new Uint8Array(await file.arrayBuffer()), "image");
	return respond(incoming, model, prompt, fields);
}

/** Members whose digits may come as a string, as in a form. */
function readDigits(entries: readonly [string, unknown][]): BodyFields {
	const read = (value: unknown): unknown =>
		typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
	return new BodyFields(Object.fromEntries(entries.map(([name, value]) => [name, read(value)])));
}

async function respond(incoming: IncomingCall, model: string, prompt: string, fields: BodyFields): Promise<Response> {
	const isInline = readFormat(incoming, model, fields) === "base64";
	const count = fields.integer("n", 1, MAX_IMAGES) ?? 1;
	checkBehavior(model);
	const data = [];
	const media = imageOf(prompt, fields);
	for (let index = 0; index < count; index++) {
		const file = isInline ? { b64_json: toBase64(await media.make()) } : { url: storeFile(incoming, media) };
		data.push({ index, ...file });
	}
	const created = Math.floor(incoming.state.now() / 1000);
	return jsonResponse({ id: incoming.state.createId(), object: "list", created, model, data });
}

/** Image generation in Hyperbolic's form. */
export async function answerHyperbolicImages(incoming: IncomingCall): Promise<Response> {
	const fields = await readFields(incoming.request);
	const model = fields.requireText("model_name");
	const prompt = fields.requireText("prompt");
	checkBehavior(model);
	const image = toBase64(await imageOf(prompt, fields).make());
	return jsonResponse({
		images: [{ index: 0, image, random_seed: fields.integer("seed") ?? incoming.state.seed }],
		inference_time: 0.1,
	});
}

/** DeepInfra's own form: `v1/inference/MODEL`. */
export async function answerDeepinfraImages(incoming: IncomingCall): Promise<Response> {
	const [model = ""] = incoming.groups;
	const fields = readDigits(Object.entries((await readFields(incoming.request)).all));
	const prompt = fields.requireText("prompt");
	const count = fields.integer("num_images", 1, MAX_IMAGES) ?? 1;
	checkBehavior(model);
	const media = imageOf(prompt, fields);
	const image = `data:${media.type};base64,${toBase64(await media.make())}`;
	const images = Array.from({ length: count }, () => image);
	return jsonResponse({ images, nsfw_content_detected: images.map(() => false), seed: fields.get("seed") ?? 0 });
}

/** Fireworks' own form: the image itself is the response. */
export async function answerFireworksImage(incoming: IncomingCall): Promise<Response> {
	const [model = ""] = incoming.groups;
	const fields = readDigits(Object.entries((await readFields(incoming.request)).all));
	checkBehavior(model);
	return sendMedia(imageOf(fields.requireText("prompt"), fields));
}

function readFormat({ provider }: IncomingCall, model: string, fields: BodyFields): "url" | "base64" {
	// OpenAI's newer models return no URLs.
	const isInline = provider?.id === "nscale" || model.startsWith("gpt-image");
	const format = fields.text("response_format") ?? (isInline ? "b64_json" : "url");
	if (format === "b64_json" || (format === "base64" && provider?.id === "together")) return "base64";
	if (format === "url" && provider?.id !== "nscale") return "url";
	throw invalid("response_format", `Invalid value for 'response_format': '${format}'.`);
}
