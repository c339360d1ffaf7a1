/** The list of tasks, and a page each. */
export function listTasks({ tasks }) {
	return [
		{
			path: "tasks/",
			title: "Tasks",
			description: "All",
			source: "src/catalogue/signatures.ts",
			kind: "Tasks",
			section: "tasks",
			content: <p />,
		},
		...tasks.map(({ id, name, summary, modality }) => ({
			path: `tasks/${id}/`,
			title: name,
			description: summary ?? name,
			source: "src/catalogue/signatures.ts",
			kind: "Tasks",
			section: "tasks",
			group: modality,
			content: <p>{name}</p>,
		})),
	];
}
