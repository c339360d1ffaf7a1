import Changes from "../../../CHANGELOG.md";
import Compatibility from "../../../COMPATIBILITY.md";
import Architecture from "../../../docs/architecture.md";
import Json from "../../../docs/json.md";

/** Pages made of one file of the repository each. */
import type { Page } from "../page.ts";

const FILES: Omit<Page, "kind">[] = [
	{
		path: "compatibility/",
		title: "Compatibility",
		description: "What works as in @huggingface/inference, what differs, and why.",
		source: "COMPATIBILITY.md",
		content: <Compatibility />,
	},
	{
		path: "changes/",
		title: "Changes",
		description: "What is new in each version.",
		source: "CHANGELOG.md",
		content: <Changes />,
	},
	{
		path: "json/",
		title: "JSON output",
		description: "The fields each command prints with --json, and those of errors.",
		source: "docs/json.md",
		content: <Json />,
		section: "commands",
		group: "Formats",
	},
	{
		path: "architecture/",
		title: "Architecture",
		description: "How the project is organized, and why it is built that way.",
		source: "docs/architecture.md",
		content: <Architecture />,
	},
];

export const REPOSITORY_PAGES: Page[] = FILES.map((page) => ({ ...page, kind: "Project", isSource: true }));
