/** Home: what it is in one screen, and a live call. */
export const HOME = {
	path: "",
	title: "hub – one command for hosted models",
	heading: "Every hosted model, one command",
	description:
		"Run about 30 machine-learning tasks at 25 providers from the terminal, from JavaScript, or right here on the sandbox.",
	source: "site/src/pages/home.jsx",
	kind: "Tools",
	layout: "home",
	content: (
		<p>
			<a href="/guides/">Guides</a>
		</p>
	),
};
