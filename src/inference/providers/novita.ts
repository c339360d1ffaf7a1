import { getPath, isRecord, omitUndefined, textOf } from "../../base/json.ts";
import { InferenceClientInputError } from "../../errors.ts";
import { completionAsChat } from "../adapters/completions.ts";
import { imageInput } from "../adapters/input.ts";
import { fileAt, filesAt, firstFile } from "../adapters/media.ts";
import { flat, omit } from "../adapters/payload.ts";
import { jobFailed, type Poll, poll, segment } from "../adapters/poll.ts";
import { isString, malformed, received } from "../adapters/shape.ts";
import type { Call, TaskAdapter } from "../types.ts";
import { withTasks } from "./table.ts";

const encodeImage = imageInput();
const VIDEO_ERROR = received("Novita text-to-video API");

export const novita = withTasks("novita", (conversational) => ({
	conversational,
	// The service has no separate completion route.
	"text-generation": completionAsChat("Expected Array<{generated_text: string}>", conversational),
	"text-to-video": {
		route: ({ model }) => `v3/async/${model}`,
		payload: ({ args }) => {
			const { num_inference_steps: steps, ...others } = args.parameters ?? {};
			return { ...flat({ ...args, parameters: others }), ...omitUndefined({ steps }), prompt: args.inputs };
		},
		parse: videoOf({
			route: "v3/async/task-result?task_id=",
			error: VIDEO_ERROR,
			interval: 500,
			showHeaders: true,
			isDone: (status) => {
				if (status === "TASK_STATUS_FAILED") throw jobFailed("Novita text-to-video task failed");
				return status === "TASK_STATUS_SUCCEED";
			},
			file: firstFile(
				(result) => filesAt(result, ["videos"], (item) => ({ url: getPath(item, "video_url") })),
				`${VIDEO_ERROR}: expected { videos: [{ video_url: string }] } format, got instead: {json}`,
			),
		}),
	},
	// MiniMax H3, which has its own API there.
	"image-text-to-video": {
		route: () => "v3/minimax/v2/video_generation",
		encode: async (args, transport) => (args.inputs == null ? args : encodeImage(args, transport)),
		payload: videoPayload,
		parse: videoOf({
			route: "v3/minimax/v2/query/video_generation/",
			error: received("Novita image-text-to-video API"),
			interval: 5000,
			isDone: (status, job) => {
				const reason = getPath(job, "task", "error", "message");
				if (status === "failed" || status === "cancelled")
					throw jobFailed(isString(reason) ? reason : `Novita task ${textOf(status)}`);
				return status === "succeeded";
			},
			file: fileAt(["task", "content", "url"], "No output URL returned by Novita API"),
		}),
	},
}));

/** How a video is made in the background. */
interface VideoJob extends Pick<Poll, "interval" | "isDone" | "showHeaders"> {
	/** The path of the job's status, up to its id. */
	route: string;
	error: string;
	/** Fetches the video of a finished job. */
	file: ReturnType<typeof fileAt>;
}

function videoOf({ route, error, file, ...job }: VideoJob): TaskAdapter<Blob>["parse"] {
	return async (response) => {
		const id = getPath(response.data, "task_id");
		if (!id) throw malformed(`${error}: no task ID found in the response`);
		const result = await poll(response, {
			...job,
			target: route + segment(id),
			failed: "Failed to fetch task result",
			malformed: `${error}: failed to parse task result`,
			status: ["task", "status"],
			noStatus: `${error}: failed to get task status`,
		});
		return file(result, response);
	};
}

/** Values that MiniMax H3 accepts. */
const FILM = {
	resolution: ["768P", "2K"],
	duration: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
	ratio: ["21:9", "16:9", "4:3", "1:1", "3:4", "9:16"],
} as const;

/** Parameters that only MiniMax H3 has. */
export interface VideoParameters {
	/** Default: the nearer one to `target_size`, or `768P`. */
	resolution?: (typeof FILM.resolution)[number] | undefined;
	/** Seconds, from 4 to 15. Default: from `num_frames`, or 4. */
	duration?: number | undefined;
	/** Default: the nearest one to `target_size`, or `16:9`; ignored with an image, whose ratio the video has. */
	ratio?: (typeof FILM.ratio)[number] | undefined;
}

/** The request of MiniMax H3. Parameters of the task that it does not have become its own, or are left out. */
function videoPayload({ args: { inputs, parameters = {} }, model }: Call): object {
	const { prompt, resolution, duration, ratio, num_frames: frames, target_size: size, ...others } = parameters;
	if (!isString(prompt) || prompt.trim() === "")
		throw new InferenceClientInputError("Novita MiniMax H3 requires a non-empty parameters.prompt.");
	for (const [name, choices] of Object.entries(FILM)) {
		// Other models have their own limits, and an image has its ratio.
		const isFree = !/^minimax-h3$/i.test(model) || (name === "ratio" && inputs != null);
		if (isFree || parameters[name] == null || (choices as readonly unknown[]).includes(parameters[name])) continue;
		throw new InferenceClientInputError(
			`Novita MiniMax H3 requires parameters.${name} to be one of ${choices.join(", ")}.`,
		);
	}
	const { width, height } = (isRecord(size) ? size : {}) as Record<string, number>;
	const hasSize = width !== undefined && height !== undefined;
	// The nearer one of the shorter sides of the two resolutions.
	const isLarge = hasSize && Math.min(width, height) > (768 + 1440) / 2;
	const framesPerSecond = 24;
	const seconds = frames == null ? 4 : Math.min(15, Math.max(4, Math.round(Number(frames) / framesPerSecond)));
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

function nearestRatio(wanted: number): string {
	const distance = (ratio: string): number => {
		const [width = 1, height = 1] = ratio.split(":").map(Number);
		return Math.abs(width / height - wanted);
	};
	return FILM.ratio.reduce<string>((best, ratio) => (distance(ratio) < distance(best) ? ratio : best), FILM.ratio[0]);
}
