import type { Page } from "../page.ts";

/** A part of an area: a section of pages, and the page it begins with. */
export interface Part {
	section: string;
	path: string;
	text: string;
}

/** A part of the header, with the parts of the site below it. */
interface Area {
	title: string;
	path: string;
	parts: readonly Part[];
}

/** The four areas of the site, with their parts: the header, the drawer and the footer list them. */
export const AREAS: readonly Area[] = [
	{ title: "Docs", path: "guides/", parts: [{ section: "guides", path: "guides/", text: "Guides" }] },
	{
		title: "Models & tasks",
		path: "tasks/",
		parts: [
			{ section: "tasks", path: "tasks/", text: "Tasks" },
			{ section: "providers", path: "providers/", text: "Providers" },
			{ section: "libraries", path: "libraries/", text: "Libraries" },
			{ section: "use", path: "use/", text: "Use a model" },
		],
	},
	{
		title: "Reference",
		path: "commands/",
		parts: [
			{ section: "commands", path: "commands/", text: "Commands" },
			{ section: "api", path: "api/", text: "API" },
			{ section: "errors", path: "errors/", text: "Errors" },
			{ section: "compatibility", path: "compatibility/", text: "Compatibility" },
			{ section: "performance", path: "performance/", text: "Performance" },
			{ section: "changes", path: "changes/", text: "Changes" },
		],
	},
	{
		title: "Playground",
		path: "playground/",
		parts: [
			{ section: "playground", path: "playground/", text: "Playground" },
			{ section: "templates", path: "templates/", text: "Templates" },
		],
	},
];

/** The area of a section; undefined for pages outside. */
export function areaOf(section: string | undefined) {
	const [first] = section?.split("/") ?? [];
	return AREAS.find(({ parts }) => parts.some((part) => part.section === first));
}

/** Pages by the name of their group, in their order; those without one first. */
export function groupPages(pages: readonly Page[]): Map<string, Page[]> {
	const groups = new Map<string, Page[]>();
	for (const page of pages) groups.set(page.group ?? "", [...(groups.get(page.group ?? "") ?? []), page]);
	return groups;
}
