import type { ImageOutput } from "../io.ts";
import type { Call, Provider, Reply, Wire } from "../types.ts";
import { deliverImage } from "../wire/image.ts";
import { encodeInput } from "../wire/input.ts";
import { download, pathOf } from "../wire/media.ts";
import { omit, rest } from "../wire/payload.ts";
import { jobFailed, poll } from "../wire/poll.ts";
import { at, isString, listOf, malformed, received } from "../wire/shape.ts";

const MALFORMED = received("WaveSpeed AI API");
const NO_OUTPUT = `${MALFORMED}: No output URL in completed response`;
const NO_DOWNLOAD = { text: "Failed to fetch generation output from WaveSpeed AI API" };
/** Stands in for the image in tasks that can do without one: a transparent pixel. */
const NO_IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

export const wavespeed = {
	id: "wavespeed",
	label: "WaveSpeedAI",
	hubOrg: "wavespeed",
	baseUrl: "https://api.wavespeed.ai",
	tasks: {
		"text-to-image": { ...fromText(), parse: deliver },
		"text-to-video": fromText(),
		"image-to-image": fromImage(),
		"image-to-video": fromImage(),
		"image-text-to-image": fromImage(NO_IMAGE),
		"image-text-to-video": fromImage(NO_IMAGE),
	},
} as const satisfies Provider;

function fromText(): Wire<Blob> {
	return {
		route,
		payload: (call) => ({
			...rest(call.args),
			...omit(call.args.parameters, "images"),
			prompt: call.args.inputs,
			...loras(call),
		}),
		parse: fetchOutput,
	};
}

/** @param missing base64 of the image to send when there is none */
function fromImage(missing?: string): Wire<Blob> {
	return {
		route,
		encode: async (args, transport) => ({
			...args,
			inputs: missing !== undefined && !args.inputs ? missing : await encodeInput(args.inputs, transport),
		}),
		payload: (call) => {
			const { args } = call;
			const given = args["images"] ?? args.parameters?.["images"];
			return {
				...rest(args),
				image: args.inputs,
				images: isTexts(given) ? given : [args.inputs],
				...omit(args.parameters, "images"),
				prompt: args.parameters?.["prompt"],
				...loras(call),
			};
		},
		parse: fetchOutput,
	};
}

const isTexts = listOf(isString);

function route({ model }: Call): string {
	return `api/v3/${model}`;
}

function loras({ mapping }: Call): object {
	return mapping?.adapter === "lora" ? { loras: [{ path: mapping.hfModelId, scale: 1 }] } : {};
}

async function fetchOutput(reply: Reply): Promise<Blob> {
	const job = await finishJob(reply);
	return download(reply, outputOf(job), () => malformed(NO_OUTPUT), NO_DOWNLOAD);
}

async function deliver(reply: Reply): Promise<ImageOutput> {
	const job = await finishJob(reply);
	return deliverImage(reply, { url: outputOf(job) }, NO_OUTPUT, job, NO_DOWNLOAD);
}

function outputOf(job: unknown): unknown {
	return at(job, "data", "outputs", 0);
}

async function finishJob(reply: Reply): Promise<unknown> {
	const path = pathOf(at(reply.data, "data", "urls", "get"));
	if (path === undefined) throw malformed(MALFORMED);
	return poll(reply, {
		url: reply.base + path,
		interval: 500,
		atOnce: true,
		failed: "Failed to fetch response status from WaveSpeed AI API",
		malformed: MALFORMED,
		status: ["data", "status"],
		read: (answer, status) => {
			if (!isString(status)) throw malformed(MALFORMED);
			if (status === "failed") {
				const detail = at(answer, "data", "error");
				throw jobFailed(isString(detail) && detail !== "" ? detail : "Task failed");
			}
			return status === "completed" ? answer : undefined;
		},
	});
}
