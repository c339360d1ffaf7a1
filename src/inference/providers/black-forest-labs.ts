import type { Provider } from "../types.ts";

export const blackForestLabs = {
	id: "black-forest-labs",
	label: "Black Forest Labs",
	hubOrg: "black-forest-labs",
	baseUrl: "https://api.us1.bfl.ai",
	scheme: "X-Key",
	tasks: {},
} as const satisfies Provider;
