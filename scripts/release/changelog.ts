/** Reads the sections of CHANGELOG.md: `## VERSION - DATE`, and `## Unreleased` at the top. */
export interface ChangelogSection {
	version: string;
	date: string | undefined;
	text: string;
}

function readChangelog(text: string): ChangelogSection[] {
	return text
		.split(/^## /m)
		.slice(1)
		.map((section) => {
			const [heading = "", ...lines] = section.split("\n");
			const [, version = heading.trim(), date] = /^\[?([\w.-]+)\]?(?: - (\d{4}-\d{2}-\d{2}))?\s*$/.exec(heading) ?? [];
			return { version, date, text: lines.join("\n").trim() };
		});
}

/** The notes of a version; before it is released, those of the next one. */
export function readReleaseNotes(text: string, version: string): string {
	const sections = readChangelog(text);
	const section = sections.find((one) => one.version === version) ?? sections[0];
	return `${section?.text ?? ""}\n`;
}
