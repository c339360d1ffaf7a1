import { isRouted } from "../request.ts";
import type { Call, Reply, Wire } from "../types.ts";
import { pathOf } from "./media.ts";
import { ask, poll } from "./poll.ts";
import { at, isString, malformed, received } from "./shape.ts";

interface Queued<Output> extends Pick<Wire<Output>, "encode" | "payload"> {
	/** The result; `reply` is for downloads. */
	read(result: unknown, reply: Reply): Promise<Output>;
	/** Path of the model, where it is not the model's id. */
	path?: (call: Call) => string;
}

/** A task of fal.ai that goes through its queue. */
export function queued<Output>(
	task: string,
	{ read, path = ({ model }) => model, ...wire }: Queued<Output>,
): Wire<Output> {
	return {
		...wire,
		baseUrl: "https://queue.fal.run",
		route: (call) => (isRouted(call.auth) ? `${call.model}?_subdomain=queue` : path(call)),
		parse: async (reply) => read(await followQueue(reply, task), reply),
	};
}

/** Waits until the job is done and fetches its result. */
async function followQueue(reply: Reply, task: string): Promise<unknown> {
	const { base, data, url } = reply;
	const error = received(`Fal.ai ${task} API`);
	if (!at(data, "request_id")) throw malformed(`${error}: no request ID found in the response`);
	// The path may name another model than the one called.
	const path = pathOf(at(data, "response_url"));
	if (path === undefined) throw malformed(`${error}: no response URL found in the response`);
	const query = new URL(url).search;
	const question = (what: string) => ({
		failed: `Failed to fetch response ${what} from fal-ai API`,
		malformed: `Failed to parse ${what} response from fal-ai API: received malformed response`,
	});
	if (at(data, "status") !== "COMPLETED") {
		const status = question("status");
		await poll(reply, {
			...status,
			url: `${base}${path}/status${query}`,
			interval: 500,
			status: ["status"],
			read: (_, state) => {
				if (!isString(state)) throw malformed(status.malformed);
				return state === "COMPLETED" || undefined;
			},
		});
	}
	return ask(reply, { ...question("result"), url: `${base}${path}${query}` });
}
