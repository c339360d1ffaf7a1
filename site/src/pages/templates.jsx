/** `templates/` */
export const TEMPLATES = {
	path: "templates/",
	title: "Templates",
	description: "Render, check and format chat templates as you type.",
	source: "site/src/pages/templates.jsx",
	kind: "Tools",
	section: "templates",
	layout: "wide",
	content: <div />,
};
