import type { SnippetEntry } from "./entry.ts";

/** Groups of snippets, in the order of the dialog. */
export const GROUPS: readonly { kind: SnippetEntry["kind"]; title: string; option: string }[] = [
	{ kind: "library", title: "Load it yourself", option: "-l" },
	{ kind: "api", title: "Call a provider", option: "--client" },
	{ kind: "app", title: "Local apps", option: "--app" },
];

/** Returns the title of a kind of snippet. */
export function groupTitle(kind: SnippetEntry["kind"]): string {
	return GROUPS.find((group) => group.kind === kind)?.title ?? kind;
}
