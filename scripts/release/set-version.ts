/**
 * npm runs this in `npm version` (package.json, "version"): it writes the new version where else it stands, so that
 * `npm version minor` makes the whole commit of a release. With `--check` it changes nothing: npm runs that before.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = "https://github.com/modelhub/hub";

/** `1.2.3`, or `1.2.3-beta.1`. */
const VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * Returns the changelog with the unreleased changes under a version, and an empty section for the next ones.
 * @param date of the release, as `2026-11-23`
 * @throws Error if nothing has changed, or an earlier version has no date yet
 */
export function releaseChangelog(text: string, version: string, date: string): string {
	if (!VERSION.test(version)) throw new Error(`${version} is not a version.`);
	const body = text.replace(/^\[[^\]]+\]: .*\n?/gm, "");
	const start = body.search(/^## /m);
	const head = body.slice(0, start);
	const sections = body.slice(start).split(/^(?=## )/m);
	const [unreleased = "", ...versions] = sections;
	if (!/^## \[Unreleased\]\n/.test(unreleased))
		throw new Error("CHANGELOG.md must begin with a section ## [Unreleased].");
	const [previous = "", ...older] = versions;
	const undated = /^## \[([^\]]+)\] - unreleased\n/.exec(previous)?.[1];
	if (undated !== undefined && undated !== version) {
		throw new Error(`${undated} is not released: run npm version ${undated} --allow-same-version first.`);
	}
	if (versions.some((section) => section.startsWith(`## [${version}] - 2`)))
		throw new Error(`CHANGELOG.md has ${version} already.`);
	const parts = [unreleased, ...(undated === undefined ? [] : [previous])].map(contentOf).filter(Boolean);
	if (parts.length === 0) throw new Error("CHANGELOG.md says nothing about this version.");
	const section = `## [${version}] - ${date}\n\n${parts.join("\n\n")}\n\n`;
	const released = [section, ...(undated === undefined ? versions : older)];
	return `${head}## [Unreleased]\n\n${released.join("").trimEnd()}\n\n${links(released)}`;
}

function contentOf(section: string): string {
	return section.slice(section.indexOf("\n")).trim();
}

/** What the headings link to: the changes of each version in the repository. */
function links(released: readonly string[]): string {
	const versions = released.flatMap((section) => /^## \[([^\]]+)\]/.exec(section)?.[1] ?? []);
	const lines = versions.map((version, index) => {
		const before = versions[index + 1];
		const page = before === undefined ? `releases/tag/v${version}` : `compare/v${before}...v${version}`;
		return `[${version}]: ${REPOSITORY}/${page}\n`;
	});
	return `[Unreleased]: ${REPOSITORY}/compare/v${versions[0]}...HEAD\n${lines.join("")}`;
}

/** Returns the rows of SECURITY.md: fixes go to the latest minor version. */
export function supportedVersions(version: string): string {
	const [major, minor] = version.split(".");
	return `| ${major}.${minor}.x | yes |\n| older | no |\n`;
}

/** Returns SECURITY.md with the rows of a version. */
export function updateSecurity(text: string, version: string): string {
	const table = /(\| version \| gets fixes \|\n\| --- \| --- \|\n)(?:\|.*\n)+/;
	if (!table.test(text)) throw new Error("SECURITY.md has no table of supported versions.");
	return text.replace(table, (_, head: string) => head + supportedVersions(version));
}

function main(version: string, isCheck: boolean): void {
	const root = fileURLToPath(new URL("../..", import.meta.url));
	const update = (name: string, change: (text: string) => string): void => {
		const text = change(readFileSync(join(root, name), "utf8"));
		if (!isCheck) writeFileSync(join(root, name), text);
	};
	update("CHANGELOG.md", (text) => releaseChangelog(text, version, new Date().toISOString().slice(0, 10)));
	update("SECURITY.md", (text) => updateSecurity(text, version));
	update("src/base/version.ts", () => `export const version = "${version}";\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	try {
		main(process.env["npm_new_version"] ?? "", process.argv.includes("--check"));
	} catch (error) {
		console.error(`Error: ${(error as Error).message}`);
		process.exitCode = 1;
	}
}
