import type { Provider } from "../types.ts";

export const falAi = {
	id: "fal-ai",
	label: "Fal.ai",
	hubOrg: "fal",
	baseUrl: "https://fal.run",
	scheme: "Key",
	tasks: {},
} as const satisfies Provider;
