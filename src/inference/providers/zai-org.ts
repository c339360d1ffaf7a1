import { getPath, isRecord } from "../../base/json.ts";
import { blobInput } from "../adapters/input.ts";
import { deliverImage, filesAt, isFileUrl } from "../adapters/media.ts";
import { flat } from "../adapters/payload.ts";
import { jobFailed, poll, segment } from "../adapters/poll.ts";
import { isString, malformed, received } from "../adapters/shape.ts";
import { withTasks } from "./table.ts";

const IMAGE_ERROR = received("ZAI text-to-image API: expected");
const NO_IMAGE = `${IMAGE_ERROR} { image_result: Array<{ url: string }> }, got: {json}`;
const POLLS = 60;

export const zaiOrg = withTasks("zai-org", (conversational) => ({
	conversational,
	"text-to-image": {
		route: () => "api/paas/v4/async/images/generations",
		payload: ({ args, model }) => ({ ...flat(args), model, prompt: args.inputs }),
		parse: async (response) => {
			const { id, task_status: status } = isRecord(response.data) ? response.data : {};
			if (!isString(id) || !isString(status)) {
				throw malformed(`${IMAGE_ERROR} { id: string, task_status: string }, got: {json}`, response.data);
			}
			if (status === "FAIL") throw jobFailed("ZAI API returned task status: FAIL");
			const result = await poll(response, {
				target: `api/paas/v4/async-result/${segment(id)}`,
				interval: 5000,
				limit: POLLS,
				failed: "Failed to fetch result from ZAI text-to-image API: {status}",
				malformed: NO_IMAGE,
				exhausted: () => `Timed out while waiting for the result from ZAI API - aborting after ${POLLS} attempts`,
				status: ["task_status"],
				isDone: (state) => {
					if (state === "FAIL") throw jobFailed("ZAI text-to-image API task failed");
					return state === "SUCCESS";
				},
			});
			const images = filesAt(result, ["image_result"], (item) => ({ url: getPath(item, "url") }));
			return deliverImage(response, isFileUrl(images[0]?.url) ? images : [], NO_IMAGE, result);
		},
	},
	"image-to-text": {
		route: () => "api/paas/v4/layout_parsing",
		encode: blobInput("ZAI image-to-text requires a URL string or Blob as inputs", "image/png"),
		payload: ({ args, model }) => ({ model, file: args.inputs }),
		parse: ({ data }) => {
			const text = getPath(data, "md_results");
			if (!isString(text)) {
				throw malformed(received("ZAI layout_parsing API: expected { md_results: string }, got: {json}"), data);
			}
			return { generated_text: text, generatedText: text };
		},
	},
}));
