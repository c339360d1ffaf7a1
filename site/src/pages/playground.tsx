import { Island } from "../components/island.tsx";
import { CALLS } from "../islands/calls.ts";
import type { Page } from "../page.ts";

/** `playground/` */
export const PLAYGROUND: Page = {
	path: "playground/",
	title: "Playground",
	description: "Any task, on the sandbox or with your own token: request, answer, events, times, cost and code.",
	source: "site/src/pages/playground.tsx",
	kind: "Tools",
	section: "playground",
	layout: "wide",
	content: (
		<Island
			name="playground"
			props={{ tasks: Object.values(CALLS) }}
			markdown={'hub infer --sandbox --debug --stats -t chat "What is 12 * 7?"'}
		/>
	),
};
