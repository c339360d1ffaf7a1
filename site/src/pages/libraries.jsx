/** The list of libraries with a filter, and a page each. */
export function listLibraries({ libraries }) {
	const list = {
		path: "libraries/",
		title: "Libraries",
		description: "All",
		source: "src/catalogue/data/libraries.json",
		kind: "Libraries",
		section: "libraries",
		layout: "wide",
		content: <p />,
	};
	return [
		list,
		...libraries.map(({ id, name }) => ({
			path: `libraries/${id}/`,
			title: name,
			description: `How to load models with ${name}.`,
			source: "src/catalogue/data/libraries.json",
			kind: "Libraries",
			content: <p>{name}</p>,
		})),
	];
}
