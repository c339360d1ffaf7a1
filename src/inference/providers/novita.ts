import { defined, getPath } from "../../base/json.ts";
import { InferenceClientInputError } from "../../errors.ts";
import { completionAsChat } from "../adapters/completions.ts";
import { imageInput } from "../adapters/input.ts";
import { download, isFileUrl } from "../adapters/media.ts";
import { flat, omit } from "../adapters/payload.ts";
import { jobFailed, poll, segment } from "../adapters/poll.ts";
import { isString, malformed, received } from "../adapters/shape.ts";
import type { Call } from "../types.ts";
import { withTasks } from "./chat.ts";

const encodeImage = imageInput();
const VIDEO_ERROR = received("Novita text-to-video API");
const FILM_ERROR = received("Novita image-text-to-video API");

export const novita = withTasks("novita", (conversational) => ({
	conversational,
	// The service has no completion route of its own.
	"text-generation": completionAsChat("Expected Array<{generated_text: string}>", conversational),
	"text-to-video": {
		route: ({ model }) => `v3/async/${model}`,
		payload: ({ args }) => {
			const { num_inference_steps: steps, ...others } = args.parameters ?? {};
			return {
				...flat({ ...args, parameters: others }),
				...defined({ steps }),
				prompt: args.inputs,
			};
		},
		parse: async (response) => {
			const id = getPath(response.data, "task_id");
			if (!id) throw malformed(`${VIDEO_ERROR}: no task ID found in the response`);
			const result = await poll(response, {
				target: `v3/async/task-result?task_id=${segment(id)}`,
				showHeaders: true,
				interval: 500,
				failed: "Failed to fetch task result",
				malformed: `${VIDEO_ERROR}: failed to parse task result`,
				status: ["task", "status"],
				read: (data, status) => {
					if (!isString(status)) throw malformed(`${VIDEO_ERROR}: failed to get task status`);
					if (status === "TASK_STATUS_FAILED") throw jobFailed("Novita text-to-video task failed");
					return status === "TASK_STATUS_SUCCEED" ? data : undefined;
				},
			});
			const fail = () =>
				malformed(`${VIDEO_ERROR}: expected { videos: [{ video_url: string }] } format, got instead: {json}`, result);
			const url = getPath(result, "videos", 0, "video_url");
			if (!isFileUrl(url)) throw fail();
			return download(response, url, fail);
		},
	},
	// MiniMax H3, which has an API of its own there.
	"image-text-to-video": {
		route: () => "v3/minimax/v2/video_generation",
		encode: async (args, transport) => (args.inputs == null ? args : encodeImage(args, transport)),
		payload: filmPayload,
		parse: async (response) => {
			const id = getPath(response.data, "task_id");
			if (!id) throw malformed(`${FILM_ERROR}: no task ID found in the response`);
			const result = await poll(response, {
				target: `v3/minimax/v2/query/video_generation/${segment(id)}`,
				interval: 5000,
				failed: "Failed to fetch task result",
				malformed: `${FILM_ERROR}: failed to parse task result`,
				status: ["task", "status"],
				read: (data, status) => {
					if (!isString(status)) throw malformed(`${FILM_ERROR}: failed to get task status`);
					const reason = getPath(data, "task", "error", "message");
					if (status === "failed" || status === "cancelled")
						throw jobFailed(isString(reason) ? reason : `Novita task ${status}`);
					return status === "succeeded" ? data : undefined;
				},
			});
			const fail = () => malformed("No output URL returned by Novita API", result);
			const url = getPath(result, "task", "content", "url");
			if (!isFileUrl(url)) throw fail();
			return download(response, url, fail);
		},
	},
}));

const RESOLUTIONS = ["768P", "2K"] as const;
const RATIOS = ["21:9", "16:9", "4:3", "1:1", "3:4", "9:16"] as const;
/** Shorter sides of the two resolutions: the nearer one is taken. */
const BETWEEN_RESOLUTIONS = (768 + 1440) / 2;
const FRAMES_PER_SECOND = 24;

/** Parameters that only MiniMax H3 has. */
export interface FilmParameters {
	/** Default: the nearer one to `target_size`, or `768P`. */
	resolution?: (typeof RESOLUTIONS)[number] | undefined;
	/** Seconds, from 4 to 15. Default: from `num_frames`, or 4. */
	duration?: number | undefined;
	/** Default: the nearest one to `target_size`, or `16:9`; ignored with an image, whose ratio the video has. */
	ratio?: (typeof RATIOS)[number] | undefined;
}

/** The request of MiniMax H3. Parameters of the task that it does not have become its own, or are left out. */
function filmPayload({ args: { inputs, parameters = {} }, model }: Call): object {
	const { prompt, resolution, duration, ratio, num_frames: frames, target_size: size, ...others } = parameters;
	if (!isString(prompt) || prompt.trim() === "")
		throw new InferenceClientInputError("Novita MiniMax H3 requires a non-empty parameters.prompt.");
	if (/^minimax-h3$/i.test(model)) {
		requireChoice("resolution", resolution, RESOLUTIONS);
		requireChoice("duration", duration, SECONDS, "4 to 15 whole seconds");
		if (inputs == null) requireChoice("ratio", ratio, RATIOS);
	}
	const { width, height } = { width: getPath(size, "width"), height: getPath(size, "height") } as Record<
		string,
		number
	>;
	const hasSize = width !== undefined && height !== undefined;
	const isLarge = hasSize && Math.min(width, height) > BETWEEN_RESOLUTIONS;
	const seconds = frames == null ? 4 : Math.min(15, Math.max(4, Math.round(Number(frames) / FRAMES_PER_SECOND)));
	const shape = hasSize ? nearestRatio(width / height) : "16:9";
	const image = { type: "image_url", image_url: { url: inputs }, role: "first_frame" };
	return {
		...omit(others, "seed", "guidance_scale", "negative_prompt", "num_inference_steps"),
		model,
		content: [{ type: "text", text: prompt }, ...(inputs == null ? [] : [image])],
		resolution: resolution === undefined ? (isLarge ? "2K" : "768P") : resolution,
		duration: duration === undefined ? seconds : duration,
		// The video has the shape of its first frame.
		ratio: inputs != null ? "adaptive" : ratio === undefined ? shape : ratio,
	};
}

const SECONDS = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/** @throws InputError for a value that the service would refuse after the request */
function requireChoice(name: string, value: unknown, choices: readonly unknown[], words = choices.join(", ")): void {
	if (value == null || choices.includes(value)) return;
	throw new InferenceClientInputError(
		`Novita MiniMax H3 takes ${words} as parameters.${name}, not ${JSON.stringify(value)}.`,
	);
}

function nearestRatio(wanted: number): string {
	const distance = (ratio: string): number => {
		const [width = 1, height = 1] = ratio.split(":").map(Number);
		return Math.abs(width / height - wanted);
	};
	return RATIOS.reduce<string>((best, ratio) => (distance(ratio) < distance(best) ? ratio : best), RATIOS[0]);
}
