/** `api/` */
export function listApi() {
	return [
		{
			path: "api/",
			title: "API",
			description: "Every name the library exports.",
			source: "src/index.ts",
			kind: "Reference",
			content: <div />,
		},
	];
}
