import { Island } from "../components/island.jsx";
import { renderBoth } from "../islands/template/render.js";
import { TEMPLATE_SAMPLES } from "../samples/templates.js";

const [FIRST] = TEMPLATE_SAMPLES;

/** `templates/` */
export const TEMPLATES = {
	path: "templates/",
	title: "Templates",
	description: "Render, check and format chat templates as you type, as Python and as the reference client do.",
	source: "site/src/pages/templates.jsx",
	kind: "Tools",
	section: "templates",
	layout: "wide",
	content: (
		<Island
			name="template"
			props={{ samples: TEMPLATE_SAMPLES, initial: renderBoth({ ...FIRST, add_generation_prompt: true }) }}
			markdown={"hub template render chat.jinja --messages messages.json --add-generation-prompt"}
		/>
	),
};
