/** Checks the contents of the npm package. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** Paths in the package; everything else must not be published. */
const ALLOWED: readonly RegExp[] = [
	/^package\.json$/,
	/^README\.md$/,
	/^LICENSE$/,
	/^bin\/(hub\.js|package\.json)$/,
	/^dist\/THIRD-PARTY-NOTICES\.md$/,
	/^dist\/cli\/((package|pdf-cmaps)\.json|[\w.-]+\.(bash|css|fish|jq|js|ps1|zsh))$/,
	/^dist\/man\/hub(-[\w-]+)?\.1$/,
	/^dist\/lib\/[\w/-]+(\.node\.(js|cjs)|\.json\.js|\.js(\.map)?|\.d\.ts)$/,
	/^dist\/cjs\/(package\.json|[\w/-]+((\.code)?\.js(\.map)?|\.d\.ts))$/,
];

const REQUIRED: readonly string[] = [
	"LICENSE",
	"README.md",
	"bin/hub.js",
	"dist/THIRD-PARTY-NOTICES.md",
	"dist/cli/bin.js",
	"dist/man/hub.1",
];

/** Returns the problems of an unpacked package, one line each. */
export async function checkContents(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
	const problems = REQUIRED.filter((path) => !files.includes(path)).map((path) => `${path}: missing`);
	for (const path of files) {
		if (!ALLOWED.some((pattern) => pattern.test(path))) problems.push(`${path}: not on the list of what is published`);
		const bytes = await readFile(join(folder, path));
		if (bytes.includes(0)) problems.push(`${path}: binary`);
		if (/^dist\/(?:lib|cjs)\/.*\.[cm]?js$/.test(path) && bytes.some((byte) => byte > 127))
			problems.push(`${path}: not ASCII`);
	}
	return [...problems, ...(await checkNotices(folder))];
}

/** Checks that the notices name every bundled package, with the text of its licence. */
async function checkNotices(folder: string): Promise<string[]> {
	const notices = await readFile(join(folder, "dist/THIRD-PARTY-NOTICES.md"), "utf8").catch(() => "");
	const sections = notices.split(/^## /m).slice(1);
	if (sections.length === 0) return ["dist/THIRD-PARTY-NOTICES.md: names no package"];
	return sections
		.filter(
			(section) =>
				!/permission|redistribution|license|the terms are those of/i.test(section.slice(section.indexOf("\n"))),
		)
		.map((section) => `dist/THIRD-PARTY-NOTICES.md: no licence text for ${section.split("\n")[0]}`);
}
