import { encodeBase64 } from "../../base/base64.ts";
import { textOf } from "../../base/json.ts";
import { otherFiles } from "../../inference/other-files.ts";
import { type GatewayCall, withCall } from "../call.ts";
import { usageOf } from "../call-record.ts";
import { invalid } from "../errors.ts";
import {
	type Fields,
	type Incoming,
	readCount,
	readJson,
	takeFile,
	unhandledFields,
	withForm,
} from "../read-request.ts";
import type { Reply } from "../reply.ts";
import { formatEvent } from "../sse.ts";
import { answerJson, answerText, readFile, requestForEach, requestTask, toOpenAiUsage } from "./request-task.ts";

const MAX = 10;
const HANDLED = "prompt n size response_format image image[] mask seed stream partial_images".split(" ");

/** `POST /v1/images/generations` */
export async function answerImages(incoming: Incoming): Promise<Reply> {
	const { fields, text } = await readJson(incoming);
	const prompt = readPrompt(fields);
	const size = readSize(fields["size"]);
	const parameters = { ...unhandledFields(fields, ...HANDLED), ...size };
	return await withCall(incoming, { task: "text-to-image", model: fields["model"], text }, (call) =>
		makeImages(call, fields, prompt, parameters),
	);
}

/** `POST /v1/images/edits` */
export function answerImageEdits(incoming: Incoming): Promise<Reply> {
	return withForm(incoming, async (form, fields) => {
		const image = await takeFile(form, "image", "image[]");
		if (form.has("mask")) throw invalid("Masks are not supported.", "mask", "unsupported_parameter");
		const prompt = readPrompt(fields);
		const size = readSize(fields["size"]);
		const parameters = { ...unhandledFields(fields, ...HANDLED), prompt, ...(size ? { target_size: size } : {}) };
		const text = JSON.stringify({ ...fields, image: `[${image.type}, ${image.size} bytes]` });
		return await withCall(incoming, { task: "image-to-image", model: fields["model"], text }, (call) =>
			makeImages(call, fields, image, parameters),
		);
	});
}

/** Providers return one image per call, or sometimes more; several images need several calls, each with its own seed. */
async function makeImages(
	call: GatewayCall,
	fields: Fields,
	inputs: string | Blob,
	parameters: Fields,
): Promise<Reply> {
	const count = readCount(fields, "n", MAX);
	const format = readFormat(fields["response_format"]);
	const { seed, stream } = fields;
	const all = Array.from({ length: count }, () => inputs);
	const answers = await requestForEach(call, all, (one, index) => {
		const own = typeof seed === "number" ? { seed: seed + index } : {};
		return requestTask(call, { inputs: one, parameters: { ...parameters, ...own } }, readFile, (options) => ({
			...options,
			outputType: "blob",
		}));
	});
	const files = await Promise.all(answers.map(async ({ output }) => [output, ...(await otherFiles(output))]));
	const data = await Promise.all(
		files.flat().map(async (output) => {
			const base64 = await encodeBase64(output);
			const url = `data:${output.type || "image/png"};base64,${base64}`;
			if (stream === true) return { b64_json: base64 };
			return { ...(format === "url" ? {} : { b64_json: base64 }), ...(format === "b64_json" ? {} : { url }) };
		}),
	);
	const sum = usageOf(answers.map(({ exchange }) => exchange));
	const usage = sum ? { usage: toOpenAiUsage(sum) } : {};
	const created = Math.floor(call.started / 1000);
	if (stream === true) {
		// Providers send no partial images: the events of a stream are the finished ones.
		const type = call.task === "image-to-image" ? "image_edit.completed" : "image_generation.completed";
		const events = data.map((image) => formatEvent({ type, created_at: created, ...image, ...usage }, type));
		return answerText(call, answers, events.join(""), "text/event-stream; charset=utf-8");
	}
	return answerJson(call, answers, { created, data, ...usage });
}

function readPrompt({ prompt }: Fields): string {
	if (typeof prompt !== "string" || prompt === "") throw invalid("The prompt is missing.", "prompt");
	return prompt;
}

/** Without a format, an image is returned in both. */
function readFormat(format: unknown): "b64_json" | "url" | undefined {
	if (format === undefined || format === null) return undefined;
	if (format === "b64_json" || format === "url") return format;
	throw invalid("response_format must be b64_json or url.", "response_format");
}

function readSize(size: unknown): { width: number; height: number } | undefined {
	if (size === undefined || size === null || size === "auto") return undefined;
	const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(textOf(size)) ?? [];
	if (!Number(width) || !Number(height)) throw invalid("size must be WIDTHxHEIGHT in pixels, or auto.", "size");
	return { width: Number(width), height: Number(height) };
}
