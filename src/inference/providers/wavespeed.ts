import { isListOf } from "../../base/check-fields.ts";
import { getPath } from "../../base/json.ts";
import { parseHttpUrl } from "../../http/index.ts";
import { encodeInput } from "../adapters/input.ts";
import { deliverImage, downloadFirst, type FoundFile, filesAt } from "../adapters/media.ts";
import { omit, rest } from "../adapters/payload.ts";
import { jobFailed, poll } from "../adapters/poll.ts";
import { isString, malformed, received } from "../adapters/shape.ts";
import type { Call, Provider, ProviderResponse, TaskAdapter } from "../types.ts";

const MALFORMED = received("WaveSpeed AI API");
const NO_OUTPUT = `${MALFORMED}: No output URL in completed response`;
const NO_DOWNLOAD = { text: "Failed to fetch generation output from WaveSpeed AI API" };
/** Placeholder for the image in tasks that can do without one: a transparent pixel. */
const NO_IMAGE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

const FROM_TEXT: TaskAdapter<Blob> = {
	route,
	payload: (call) => ({
		...rest(call.args),
		...omit(call.args.parameters, "images"),
		prompt: call.args.inputs,
		...loras(call),
	}),
	parse: fetchOutput,
};

export const wavespeed = {
	id: "wavespeed",
	label: "WaveSpeedAI",
	hubOrg: "wavespeed",
	baseUrl: "https://api.wavespeed.ai",
	tasks: {
		"text-to-image": {
			...FROM_TEXT,
			parse: async (response) => {
				const job = await finishJob(response);
				return deliverImage(response, outputsOf(job), NO_OUTPUT, job, NO_DOWNLOAD);
			},
		},
		"text-to-video": FROM_TEXT,
		"image-to-image": fromImage(),
		"image-to-video": fromImage(),
		"image-text-to-image": fromImage(NO_IMAGE),
		"image-text-to-video": fromImage(NO_IMAGE),
	},
} as const satisfies Provider;

/** @param missing base64 of the image to send when there is none */
function fromImage(missing?: string): TaskAdapter<Blob> {
	return {
		route,
		file: "base64",
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
				images: isListOf(isString)(given) ? given : [args.inputs],
				...omit(args.parameters, "images"),
				prompt: args.parameters?.["prompt"],
				...loras(call),
			};
		},
		parse: fetchOutput,
	};
}

function route({ model }: Call): string {
	return `api/v3/${model}`;
}

function loras({ mapping }: Call): object {
	return mapping?.adapter === "lora" ? { loras: [{ path: mapping.hfModelId, scale: 1 }] } : {};
}

async function fetchOutput(response: ProviderResponse): Promise<Blob> {
	const job = await finishJob(response);
	return downloadFirst(response, outputsOf(job), () => malformed(NO_OUTPUT), NO_DOWNLOAD);
}

function outputsOf(job: unknown): FoundFile[] {
	return filesAt(job, ["data", "outputs"], (url) => ({ url }));
}

async function finishJob(response: ProviderResponse): Promise<unknown> {
	const path = parseHttpUrl(getPath(response.data, "data", "urls", "get"))?.pathname;
	if (path === undefined) throw malformed(MALFORMED);
	return poll(response, {
		target: path,
		interval: 500,
		atOnce: true,
		failed: "Failed to fetch response status from WaveSpeed AI API",
		malformed: MALFORMED,
		status: ["data", "status"],
		noStatus: MALFORMED,
		isDone: (status, answer) => {
			const detail = getPath(answer, "data", "error");
			if (status === "failed") throw jobFailed(isString(detail) && detail !== "" ? detail : "Task failed");
			return status === "completed";
		},
	});
}
