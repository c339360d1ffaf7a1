import { Island } from "../components/island.tsx";
import { renderBoth } from "../islands/template/render.ts";
import type { Page } from "../page.ts";
import { TEMPLATE_SAMPLES } from "../samples/templates.ts";

const [FIRST] = TEMPLATE_SAMPLES;
if (!FIRST) throw new Error("There is no sample of a template.");

/** `templates/` */
export const TEMPLATES: Page = {
	path: "templates/",
	title: "Templates",
	description: "Render, check and format chat templates as you type, as Python and as the reference client do.",
	source: "site/src/pages/templates.tsx",
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
