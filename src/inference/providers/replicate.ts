import type { Provider } from "../types.ts";

export const replicate = {
	id: "replicate",
	label: "Replicate",
	hubOrg: "replicate",
	baseUrl: "https://api.replicate.com",
	headers: { Prefer: "wait" },
	tasks: {},
} as const satisfies Provider;
