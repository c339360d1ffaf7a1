/** `playground/` */
export const PLAYGROUND = {
	path: "playground/",
	title: "Playground",
	description: "Try any task in the sandbox, or with your own token.",
	source: "site/src/pages/playground.jsx",
	kind: "Tools",
	section: "playground",
	layout: "wide",
	content: <div />,
};
