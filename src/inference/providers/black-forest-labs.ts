import type { Provider } from "../types.ts";
import { deliverImage, promptPayload } from "../wire/image.ts";
import { poll } from "../wire/poll.ts";
import { at, isString, malformed, received } from "../wire/shape.ts";

const MALFORMED = received("Black Forest Labs text-to-image API");
const POLLS = 5;
const FINAL_STATES = /error|fail|moderated|not found/i;

export const blackForestLabs = {
	id: "black-forest-labs",
	label: "Black Forest Labs",
	hubOrg: "black-forest-labs",
	baseUrl: "https://api.us1.bfl.ai",
	scheme: "X-Key",
	tasks: {
		"text-to-image": {
			route: ({ model }) => `v1/${model}`,
			payload: promptPayload,
			parse: async (reply) => {
				const address = at(reply.data, "polling_url");
				if (!isString(address) || !URL.canParse(address)) throw malformed(MALFORMED);
				const result = await poll(reply, {
					url: (attempt) => {
						const message = `Polling Black Forest Labs API for the result... ${attempt + 1}/${POLLS}`;
						reply.notify({ type: "debug", message });
						const url = new URL(address);
						url.searchParams.set("attempt", String(attempt));
						return url.href;
					},
					// The address belongs to another host than the request's when that went through the router.
					headers: { "Content-Type": "application/json" },
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
					read: (data, status) => {
						const isReady = status === "Ready" && isString(at(data, "result", "sample"));
						return isReady ? at(data, "result") : undefined;
					},
				});
				return deliverImage(reply, { url: at(result, "sample") }, MALFORMED, result);
			},
		},
	},
} as const satisfies Provider;
