import { Island } from "../components/island.tsx";
import { describeFirst, SAMPLES } from "../components/use-this-model.tsx";
import type { Page } from "../page.ts";
import { FIRST_SAMPLE } from "../samples/models.ts";

/** `use/` */
export const USE: Page = {
	path: "use/",
	title: "Use this model",
	description: "Code for any model: load it yourself, call a provider, or run it in a local app.",
	source: "site/src/pages/use.tsx",
	kind: "Tools",
	section: "use",
	layout: "wide",
	content: (
		<Island
			name="use-model"
			props={{ initial: describeFirst(FIRST_SAMPLE), samples: SAMPLES }}
			markdown={"hub snippet meta-llama/Llama-3.1-8B-Instruct --list"}
		/>
	),
};
