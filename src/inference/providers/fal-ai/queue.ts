import { getPath } from "../../../base/json.ts";
import { parseHttpUrl } from "../../../http/index.ts";
import { ask, poll } from "../../adapters/poll.ts";
import { malformed, received } from "../../adapters/shape.ts";
import { isRouted } from "../../build-request.ts";
import type { Call, ProviderResponse, TaskAdapter } from "../../types.ts";

interface Queued<Output> extends Pick<TaskAdapter<Output>, "copies" | "encode" | "payload"> {
	/** The result; `response` is for downloads. */
	read(result: unknown, response: ProviderResponse): Promise<Output>;
	/** Path of the model, where it is not the model's id. */
	path?: (call: Call) => string;
}

/** Returns a task of fal.ai that goes through its queue. */
export function queued<Output>(
	task: string,
	{ read, path = ({ model }) => model, ...adapter }: Queued<Output>,
): TaskAdapter<Output> {
	const error = received(`Fal.ai ${task} API`);
	return {
		...adapter,
		baseUrl: "https://queue.fal.run",
		route: (call) => (isRouted(call.auth) ? `${call.model}?_subdomain=queue` : path(call)),
		parse: async (response) => read(await followQueue(response, error), response),
	};
}

/** Waits until the job is done and fetches its result. */
async function followQueue(response: ProviderResponse, error: string): Promise<unknown> {
	const { data, url } = response;
	if (!getPath(data, "request_id")) throw malformed(`${error}: no request ID found in the response`);
	// The path may name another model than the one called.
	const path = parseHttpUrl(getPath(data, "response_url"))?.pathname;
	if (path === undefined) throw malformed(`${error}: no response URL found in the response`);
	const query = new URL(url).search;
	const question = (what: string) => ({
		failed: `Failed to fetch response ${what} from fal-ai API`,
		malformed: `Failed to parse ${what} response from fal-ai API: received malformed response`,
	});
	if (getPath(data, "status") !== "COMPLETED") {
		const status = question("status");
		await poll(response, {
			...status,
			target: `${path}/status${query}`,
			interval: 500,
			status: ["status"],
			read: (_, state) => {
				if (typeof state !== "string") throw malformed(status.malformed);
				return state === "COMPLETED" || undefined;
			},
		});
	}
	return ask(response, { ...question("result"), target: path + query });
}

/** Returns the weights of an adapter, which the service fetches from the hub. */
export function lora({ mapping }: Call): object {
	if (mapping?.adapter !== "lora" || !mapping.adapterWeightsPath) return {};
	// Always this URL: the service cannot know a hub of the user's own.
	const path = `https://huggingface.co/${mapping.hfModelId}/resolve/main/${mapping.adapterWeightsPath}`;
	return { loras: [{ path, scale: 1 }] };
}
