/** `use/` */
export const USE = {
	path: "use/",
	title: "Use this model",
	description: "Code for any model: load it, call a provider, or run it in a local app.",
	source: "site/src/pages/use.jsx",
	kind: "Tools",
	section: "use",
	layout: "wide",
	content: <div />,
};
