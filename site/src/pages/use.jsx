import { Island } from "../components/island.jsx";
import { describeFirst, SAMPLES } from "../components/use-this-model.jsx";
import { SAMPLE_MODELS } from "../samples/models.js";

/** `use/` */
export const USE = {
	path: "use/",
	title: "Use this model",
	description: "Code for any model: load it yourself, call a provider, or run it in a local app.",
	source: "site/src/pages/use.jsx",
	kind: "Tools",
	section: "use",
	layout: "wide",
	content: (
		<Island
			name="use-model"
			props={{ initial: describeFirst(SAMPLE_MODELS[0]), samples: SAMPLES }}
			markdown={"hub snippet meta-llama/Llama-3.1-8B-Instruct --list"}
		/>
	),
};
