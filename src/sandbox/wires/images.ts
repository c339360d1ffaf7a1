import { answerJson } from "../answers.ts";
import { type Fields, readFields } from "../body.ts";
import { invalid } from "../failure.ts";
import { toBase64 } from "../make/base64.ts";
import type { Exchange } from "../types.ts";
import { checkBehaviour } from "./behaviour.ts";
import { editOf, type Media, pictureOf, receiveImage, storeFile } from "./media.ts";

/** Image generation as OpenAI defined it; Together's also takes a picture to change. */
export async function answerImages(exchange: Exchange): Promise<Response> {
	const fields = await readFields(exchange.request);
	const model = fields.requireText("model");
	const input = firstOf(fields.get("image_url") ?? fields.get("reference_images"));
	const prompt = input === undefined ? fields.requireText("prompt") : (fields.text("prompt") ?? "");
	const format = readFormat(exchange, fields);
	fields.integer("steps", 1, 200);
	checkBehaviour(model);
	const media =
		input === undefined
			? pictureOf(exchange, prompt, fields)
			: editOf(exchange, await receiveImage(exchange, input, "image_url"), prompt, model, fields);
	return answerJson({
		id: exchange.world.createId(),
		object: "list",
		created: Math.floor(exchange.world.now() / 1000),
		model,
		data: [{ index: 0, ...(await deliver(exchange, media, format)) }],
	});
}

/** Hyperbolic's way to say the same. */
export async function answerHyperbolicImages(exchange: Exchange): Promise<Response> {
	const fields = await readFields(exchange.request);
	const model = fields.requireText("model_name");
	const prompt = fields.requireText("prompt");
	checkBehaviour(model);
	const image = toBase64(await pictureOf(exchange, prompt, fields).make());
	return answerJson({
		images: [{ index: 0, image, random_seed: fields.integer("seed") ?? exchange.world.seed }],
		inference_time: 0.1,
	});
}

async function deliver(exchange: Exchange, media: Media, format: "url" | "base64"): Promise<Record<string, string>> {
	if (format === "url") return { url: storeFile(exchange, media) };
	return { b64_json: toBase64(await media.make()) };
}

function readFormat({ provider }: Exchange, fields: Fields): "url" | "base64" {
	const format = fields.text("response_format") ?? (provider?.id === "nscale" ? "b64_json" : "url");
	if (format === "b64_json" || (format === "base64" && provider?.id === "together")) return "base64";
	if (format === "url" && provider?.id !== "nscale") return "url";
	throw invalid("response_format", `Invalid value for 'response_format': '${format}'.`);
}

function firstOf(value: unknown): unknown {
	return Array.isArray(value) ? value[0] : value;
}
