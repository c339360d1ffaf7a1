import type { Provider } from "../types.ts";

export const wavespeed = {
	id: "wavespeed",
	label: "WaveSpeedAI",
	hubOrg: "wavespeed",
	baseUrl: "https://api.wavespeed.ai",
	tasks: {},
} as const satisfies Provider;
