/** `errors/` */
export function listErrors() {
	return [
		{
			path: "errors/",
			title: "Errors",
			description: "Every error by its code: what it means, why it happens, and what to do.",
			source: "src/cli/errors/catalogue.ts",
			kind: "Reference",
			content: <div />,
		},
	];
}
