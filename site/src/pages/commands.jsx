/** `commands/` */
export function listCommands() {
	return [
		{
			path: "commands/",
			title: "Commands",
			description: "Every command of hub with its options, examples and exit codes.",
			source: "src/cli/commands.ts",
			kind: "Reference",
			content: <div />,
		},
	];
}
