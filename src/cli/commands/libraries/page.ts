import type { Context } from "../../context.ts";
import { createPage } from "../../terminal/page.ts";
import type { LibraryEntry } from "./entry.ts";

/** Returns a library as a page to read. */
export function formatLibraryPage(
	library: LibraryEntry,
	{ stdout, colors }: Pick<Context, "stdout" | "colors">,
): string {
	const page = createPage(stdout.columns ?? 80, colors.stdout);
	page.title(library.name, library.name === library.id ? undefined : library.id);
	page.facts([
		["Repository", library.repoUrl],
		["Documentation", library.docsUrl ?? undefined],
		["Tasks", library.tasks.join(", ") || undefined],
		["Hub inference", library.inferenceTasks.join(", ") || undefined],
		["Downloads", `counted by requests for ${library.downloadRule}`],
		["Snippets", library.hasSnippets ? undefined : "none"],
	]);
	if (library.hasSnippets) {
		page.heading("How to load a model with it");
		page.verbatim(`hub snippet MODEL -l ${library.id}`);
	}
	page.heading("More");
	page.verbatim(
		`hub models --library ${library.id}`,
		...(library.tasks.length > 0 ? [`hub tasks --library ${library.id}`] : []),
		`https://huggingface.co/models?library=${encodeURIComponent(library.id)}`,
	);
	return page.toString();
}
