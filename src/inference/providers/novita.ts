import { defined, getPath } from "../../base/json.ts";
import { completionAsChat } from "../adapters/completions.ts";
import { download, isFileUrl } from "../adapters/media.ts";
import { flat } from "../adapters/payload.ts";
import { jobFailed, poll, segment } from "../adapters/poll.ts";
import { isString, malformed, received } from "../adapters/shape.ts";
import type { Provider } from "../types.ts";
import { novita as base, ROUTE } from "./chat/novita.ts";

const VIDEO_ERROR = received("Novita text-to-video API");

export const novita = {
	...base,
	tasks: {
		conversational: base.tasks.conversational,
		// The service has no completion route of its own.
		"text-generation": completionAsChat("Expected Array<{generated_text: string}>", ROUTE),
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
	},
} as const satisfies Provider;
