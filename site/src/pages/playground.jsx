import { Island } from "../components/island.jsx";
import { CALLS } from "../islands/calls.js";

/** `playground/` */
export const PLAYGROUND = {
	path: "playground/",
	title: "Playground",
	description: "Any task, on the sandbox or with your own token: request, answer, events, times, cost and code.",
	source: "site/src/pages/playground.jsx",
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
