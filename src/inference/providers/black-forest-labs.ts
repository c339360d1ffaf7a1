import { getPath } from "../../base/json.ts";
import { parseHttpUrl } from "../../http/index.ts";
import { deliverImage } from "../adapters/media.ts";
import { promptPayload } from "../adapters/payload.ts";
import { poll } from "../adapters/poll.ts";
import { isString, malformed, received } from "../adapters/shape.ts";
import type { Provider } from "../types.ts";

const MALFORMED = received("Black Forest Labs text-to-image API");
const POLLS = 5;
const FINAL_STATES = /error|fail|moderated|not found/i;

export const blackForestLabs = {
	id: "black-forest-labs",
	label: "Black Forest Labs",
	hubOrg: "black-forest-labs",
	baseUrl: "https://api.us1.bfl.ai",
	scheme: "X-Key",
	routed: "unlisted",
	tasks: {
		"text-to-image": {
			route: ({ model }) => `v1/${model}`,
			payload: promptPayload,
			parse: async (response) => {
				const pollingUrl = parseHttpUrl(getPath(response.data, "polling_url"));
				if (!pollingUrl) throw malformed(MALFORMED);
				const job = await poll(response, {
					target: (attempt) => {
						const message = `Polling Black Forest Labs API for the result... ${attempt + 1}/${POLLS}`;
						response.notify({ type: "debug", message });
						const url = new URL(pollingUrl);
						url.searchParams.set("attempt", String(attempt));
						// Its host differs from the request's if that went through the router.
						return { url, headers: { "Content-Type": "application/json" } };
					},
					showHeaders: true,
					interval: 1000,
					limit: POLLS,
					failed: "Failed to fetch result from black forest labs API",
					malformed: MALFORMED,
					exhausted: (status) => {
						const cause = isString(status) && FINAL_STATES.test(status) ? ` (last status: ${status})` : "";
						return `Timed out while waiting for the result from black forest labs API - aborting after ${POLLS} attempts${cause}`;
					},
					status: ["status"],
					isDone: (status, data) => status === "Ready" && isString(getPath(data, "result", "sample")),
				});
				const url = getPath(job, "result", "sample");
				return deliverImage(response, [{ url }], MALFORMED, getPath(job, "result"));
			},
		},
	},
} as const satisfies Provider;
